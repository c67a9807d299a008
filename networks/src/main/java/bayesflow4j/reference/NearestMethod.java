package bayesflow4j.reference;

import bayesflow4j.classical.abc.AbcPosterior;
import bayesflow4j.classical.abc.NearestRows;
import bayesflow4j.method.Fitting;
import bayesflow4j.model.GenerativeModel;
import java.util.Map;

/**
 * ABC-NN (Jiang et al. 2017): a network learns the posterior mean, and the simulations whose means are nearest to that of the
 * data are the posterior, adjusted by a local regression. The settings are the sections {@code network} and {@code training}
 * for the network and {@code abc} for the table; {@link TablePlan} says how a budget is split.
 *
 * <p>Where N varies, the table mixes different N: a posterior is then that of all data sets with this statistic, whatever
 * their N. {@code abc: {observations: N}} makes a table, and an estimator, for data sets of one N.
 */
public final class NearestMethod implements TableMethod {
    static final String NAME = "abc-nn";
    private static final TableDesign USUAL = new TableDesign(StatisticKind.MEAN, 100_000, 0);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "the nearest of many stored simulations, by a network's posterior mean, with regression adjustment";
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
        return "Jiang et al. (2017); Beaumont et al. (2002)";
    }

    @Override
    public Map<String, Object> settings(GenerativeModel model, Fitting fitting) {
        TablePlan plan = TablePlan.of(model, fitting, USUAL);
        return plan.settings(NearestDesign.of(plan));
    }

    @Override
    public Map<String, String> meanings() {
        return TablePlan.meanings(NearestDesign.MEANINGS);
    }

    @Override
    public TablePosterior fit(GenerativeModel model, Fitting fitting) {
        TablePlan plan = TablePlan.of(model, fitting, USUAL);
        NearestDesign design = NearestDesign.of(plan);
        TableFit fit = new TableFit(NAME, model, plan, fitting);
        NearestRows rows = NearestRows.of(fit.table(), fit.threads());
        return fit.finished(
                design,
                new AbcPosterior(
                        fit.statistics(), rows, design.acceptance(), model.prior(), fit.schema(), fit.provenance()));
    }
}
