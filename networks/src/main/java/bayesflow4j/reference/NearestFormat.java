package bayesflow4j.reference;

import bayesflow4j.classical.ReferenceTable;
import bayesflow4j.classical.abc.AbcPosterior;
import bayesflow4j.classical.abc.NearestRows;
import bayesflow4j.model.Domain;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.storage.EstimatorFormat;
import java.util.Optional;

/** A table of simulations whose nearest rows are the posterior, in a file with the network of its statistics. */
public final class NearestFormat implements EstimatorFormat {
    @Override
    public String name() {
        return NearestMethod.NAME;
    }

    @Override
    public boolean writes(Estimator estimator) {
        return estimator instanceof TablePosterior table && table.estimator() instanceof AbcPosterior;
    }

    @Override
    public Content write(Estimator estimator) {
        TablePosterior posterior = (TablePosterior) estimator;
        ReferenceTable table = ((AbcPosterior) posterior.estimator()).rows().table();
        return TableContent.write(posterior, table.arrays(), table.integers());
    }

    @Override
    public TablePosterior read(Content content, int format, Optional<Domain> domain) {
        TableContent<NearestDesign> common = TableContent.read(name(), content, format, domain, NearestDesign::read);
        ReferenceTable table = ReferenceTable.of(content.arrays(), content.integers());
        common.requireWidth(table.width());
        AbcPosterior posterior = new AbcPosterior(
                common.statistics(),
                NearestRows.of(table, Runtime.getRuntime().availableProcessors()),
                common.design().acceptance(),
                common.domain(),
                common.schema(),
                common.provenance());
        return new TablePosterior(common.design(), common.statistics(), posterior, common.domain(), common.summaries());
    }
}
