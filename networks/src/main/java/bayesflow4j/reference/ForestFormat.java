package bayesflow4j.reference;

import bayesflow4j.classical.forest.ForestArrays;
import bayesflow4j.classical.forest.ForestPosterior;
import bayesflow4j.classical.forest.LinearAxes;
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

    private static final String AXES = "forest.axes";

    private static String prefix(int parameter) {
        return "forest." + parameter + ".";
    }

    @Override
    public Content write(Estimator estimator) {
        TablePosterior posterior = (TablePosterior) estimator;
        ForestPosterior forest = (ForestPosterior) posterior.estimator();
        List<QuantileForest> forests = forest.forests();
        Map<String, Safetensors.Array> arrays = new LinkedHashMap<>();
        LinearAxes axes = forest.axes();
        if (axes.count() > 0)
            arrays.put(AXES, new Safetensors.Array(new int[] {axes.count(), axes.inputs() + 1}, axes.coefficients()));
        Map<String, Safetensors.Integers> integers = new LinkedHashMap<>();
        for (int j = 0; j < forests.size(); j++) {
            ForestArrays one = ForestArrays.of(prefix(j), forests.get(j));
            arrays.putAll(one.floats());
            integers.putAll(one.integers());
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
        LinearAxes axes = axes(content, forests.getFirst().features());
        common.requireWidth(axes.inputs());
        ForestPosterior posterior = new ForestPosterior(
                common.statistics(), axes, forests, common.domain(), common.schema(), common.provenance());
        return new TablePosterior(common.design(), common.statistics(), posterior, common.domain(), common.summaries());
    }

    private static LinearAxes axes(Content content, int features) {
        Safetensors.Array array = content.arrays().get(AXES);
        if (array == null) return LinearAxes.none(features);
        return new LinearAxes(array.shape()[array.shape().length - 1] - 1, array.values());
    }
}
