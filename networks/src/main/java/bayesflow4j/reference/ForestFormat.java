package bayesflow4j.reference;

import bayesflow4j.classical.forest.ForestArrays;
import bayesflow4j.classical.forest.ForestPosterior;
import bayesflow4j.classical.forest.QuantileForest;
import bayesflow4j.model.Domain;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.storage.EstimatorFormat;
import bayesflow4j.storage.Safetensors;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Quantile regression forests, one per parameter, in a file with the network of their statistics. */
public final class ForestFormat implements EstimatorFormat {
    @Override
    public String name() {
        return ForestMethod.NAME;
    }

    @Override
    public boolean writes(Estimator estimator) {
        return estimator instanceof TablePosterior table && table.estimator() instanceof ForestPosterior;
    }

    private static String prefix(int parameter) {
        return "forest." + parameter + ".";
    }

    @Override
    public Content write(Estimator estimator) {
        TablePosterior posterior = (TablePosterior) estimator;
        List<QuantileForest> forests = ((ForestPosterior) posterior.estimator()).forests();
        Map<String, Safetensors.Array> arrays = new LinkedHashMap<>();
        Map<String, Safetensors.Integers> integers = new LinkedHashMap<>();
        for (int j = 0; j < forests.size(); j++) {
            ForestArrays forest = ForestArrays.of(prefix(j), forests.get(j));
            arrays.putAll(forest.floats());
            integers.putAll(forest.integers());
        }
        return TableContent.write(posterior, arrays, integers);
    }

    @Override
    public TablePosterior read(Content content, int format, Optional<Domain> domain) {
        TableContent<TreesDesign> common = TableContent.read(name(), content, format, domain, TreesDesign::read);
        ForestArrays arrays = new ForestArrays(content.arrays(), content.integers());
        List<QuantileForest> forests = IntStream.range(0, common.domain().dimension())
                .mapToObj(j -> arrays.forest(prefix(j)))
                .toList();
        common.requireWidth(forests.getFirst().features());
        ForestPosterior posterior = new ForestPosterior(
                common.statistics(), forests, common.domain(), common.schema(), common.provenance());
        return new TablePosterior(common.design(), common.statistics(), posterior, common.domain(), common.summaries());
    }
}
