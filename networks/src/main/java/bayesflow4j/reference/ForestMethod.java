package bayesflow4j.reference;

import bayesflow4j.classical.forest.ForestGrowth;
import bayesflow4j.classical.forest.ForestPosterior;
import bayesflow4j.classical.forest.LinearAxes;
import bayesflow4j.classical.forest.QuantileForest;
import bayesflow4j.method.Fitting;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import java.util.List;
import java.util.Map;

/**
 * ABC-RF (Raynal et al. 2019): one quantile regression forest per parameter, grown on the summary that a network learned and on
 * the network's posterior median, on the model's hand-made statistics, or on the data where they are one vector. The settings are the sections {@code network} and
 * {@code training} for the network and {@code abc} for table and forests; {@link TablePlan} says how a budget is split.
 *
 * <p>Where N varies, the table mixes different N, and N is one of the statistics. {@code abc: {observations: N}} makes a table,
 * and an estimator, for data sets of one N.
 */
public final class ForestMethod implements TableMethod {
    static final String NAME = "abc-rf";
    private static final int USUAL_ROWS = 50_000;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "a quantile regression forest for each parameter, on learned summaries or vector data; marginals only";
    }

    @Override
    public String needs() {
        return "a simulator, or a table of simulations";
    }

    @Override
    public boolean amortized() {
        return true;
    }

    @Override
    public boolean knowsDensity() {
        return false;
    }

    @Override
    public String reference() {
        return "Raynal et al. (2019); Meinshausen (2006)";
    }

    private static TablePlan plan(GenerativeModel model, Fitting fitting) {
        StatisticKind kind = model.kind() == DataKind.VECTOR ? StatisticKind.DATA : StatisticKind.LEARNED;
        return TablePlan.of(model, fitting, new TableDesign(kind, USUAL_ROWS, 0));
    }

    @Override
    public Map<String, Object> settings(GenerativeModel model, Fitting fitting) {
        TablePlan plan = plan(model, fitting);
        return plan.settings(TreesDesign.of(plan));
    }

    @Override
    public Map<String, String> meanings() {
        return TablePlan.meanings(TreesDesign.MEANINGS);
    }

    @Override
    public TablePosterior fit(GenerativeModel model, Fitting fitting) {
        TablePlan plan = plan(model, fitting);
        TreesDesign design = TreesDesign.of(plan);
        TableFit fit = new TableFit(NAME, model, plan, fitting);
        LinearAxes axes = design.axes()
                ? LinearAxes.of(fit.table(), model.prior())
                : LinearAxes.none(fit.table().width());
        ForestGrowth growth =
                new ForestGrowth(axes.features(fit.table(), fit.threads()), design.forest(), fit.threads(), fit::hear);
        List<QuantileForest> forests =
                growth.grow(model.prior().names(), fit.table(), fit.seed().child("forest"));
        return fit.finished(
                design,
                new ForestPosterior(fit.statistics(), axes, forests, model.prior(), fit.schema(), fit.provenance()));
    }
}
