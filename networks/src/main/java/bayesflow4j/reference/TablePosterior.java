package bayesflow4j.reference;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.classical.TableEstimator;
import bayesflow4j.classical.forest.ForestPosterior;
import bayesflow4j.classical.forest.LinearAxes;
import bayesflow4j.classical.forest.QuantileForest;
import bayesflow4j.model.Domain;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Importance;
import bayesflow4j.posterior.Interpretable;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.posterior.Referenced;
import bayesflow4j.posterior.Schema;
import bayesflow4j.posterior.Summarized;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * x ↦ p(θ | s(x)), read off a table of simulations, with the network that computes the statistics s and all that a file needs.
 * Immutable and safe to share between threads.
 */
public final class TablePosterior implements Referenced, Interpretable {
    private final ReferenceDesign design;
    private final LearnedStatistics statistics;
    private final TableEstimator estimator;
    private final Domain domain;
    private final double[][] summaries;

    /**
     * By an estimator with these statistics.
     *
     * @param summaries statistics [n][p] of simulated data sets on which the network was not trained
     */
    TablePosterior(
            ReferenceDesign design,
            LearnedStatistics statistics,
            TableEstimator estimator,
            Domain domain,
            double[][] summaries) {
        this.design = design;
        this.statistics = statistics;
        this.estimator = estimator;
        this.domain = domain;
        this.summaries = summaries;
    }

    @Override
    public Summarized given(Observations x) {
        return estimator.given(x);
    }

    @Override
    public Schema schema() {
        return estimator.schema();
    }

    @Override
    public Provenance provenance() {
        return estimator.provenance();
    }

    @Override
    public double[][] referenceSummaries() {
        double[][] copy = new double[summaries.length][];
        for (int i = 0; i < copy.length; i++) copy[i] = summaries[i].clone();
        return copy;
    }

    @Override
    public Optional<Importance> importance() {
        if (!(estimator instanceof ForestPosterior forests)) return Optional.empty();
        return Optional.of(new Importance(
                names(forests.axes()),
                schema().parameterNames(),
                forests.forests().stream().map(QuantileForest::importance).toArray(double[][]::new)));
    }

    private List<String> names(LinearAxes axes) {
        Stream<String> linear =
                schema().parameterNames().stream().limit(axes.count()).map(name -> "regression of " + name);
        return Stream.concat(statistics.names(schema(), axes.inputs()).stream(), linear)
                .toList();
    }

    @Override
    public double[][] referenceProfiles() {
        return statistics.network().map(AmortizedPosterior::referenceProfiles).orElseGet(() -> new double[0][]);
    }

    /** How posteriors are read off the table. */
    public ReferenceDesign design() {
        return design;
    }

    /** The statistics, with their network if there is one. */
    public LearnedStatistics statistics() {
        return statistics;
    }

    /** What reads the table: for {@code abc-nn} an {@code AbcPosterior}, for {@code abc-rf} a {@code ForestPosterior}. */
    public TableEstimator estimator() {
        return estimator;
    }

    Domain domain() {
        return domain;
    }
}
