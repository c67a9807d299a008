package bayesflow4j.experiments;

import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.diagnostics.Metrics;
import bayesflow4j.model.Domain;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.Posterior;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.posterior.Schema;
import bayesflow4j.random.Seed;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * As good as independent normals can be: the metrics of those that are closest to another method's posteriors, given the same
 * data sets. Closest in Kullback-Leibler divergence are the normals with the same moments, on the unconstrained scale.
 */
record NormalBound(Metrics metrics) {
    private static final List<String> BOUNDED = List.of("calibrationError", "nrmse");

    /** The bound from a method's posteriors of the test data sets with {@code count} observations. */
    static NormalBound of(GenerativeModel model, Estimator whole, int count, Testing testing) {
        return new NormalBound(testing.check(model, count, new Normals(whole, model.prior()), 1)
                .metrics());
    }

    /** Independent normals with the moments of an estimator's posteriors on the unconstrained scale. */
    record Normals(Estimator whole, Domain domain) implements Estimator {
        @Override
        public Posterior given(Observations x) {
            Posterior posterior = whole.given(x);
            return (count, seed) -> normal(posterior.sample(count, seed.child("moments")), count, seed);
        }

        private Draws normal(Draws draws, int count, Seed seed) {
            double[][] rows = draws.rows();
            for (int l = 0; l < rows.length; l++) rows[l] = domain.toReal(rows[l]);
            Draws real = Draws.of(draws.parameters(), rows);
            double[] mean = real.mean();
            double[] sd = real.sd();
            RandomGenerator rng = seed.stream(0);
            double[][] normal = new double[count][mean.length];
            for (int l = 0; l < count; l++) {
                for (int j = 0; j < mean.length; j++) normal[l][j] = mean[j] + sd[j] * rng.nextGaussian();
                normal[l] = domain.fromReal(normal[l]);
            }
            return Draws.of(draws.parameters(), normal);
        }

        @Override
        public Schema schema() {
            return whole.schema();
        }

        @Override
        public Provenance provenance() {
            return whole.provenance();
        }
    }

    /** The same section with the bound as its goals, where they are stricter than what it has. */
    Section on(Section section) {
        Map<String, Map<String, Double>> goals = new LinkedHashMap<>();
        for (String metric : BOUNDED) {
            Map<String, Double> ofMetric = new LinkedHashMap<>();
            for (String parameter : metrics.parameters())
                ofMetric.put(
                        parameter,
                        bound(
                                metrics.value(metric, parameter),
                                section.metrics().value(metric, parameter)));
            goals.put(metric, ofMetric);
        }
        return new Section(
                section.method(),
                section.at(),
                section.metrics(),
                section.reference().atLeastAsStrict(goals));
    }

    /** What a number may be to lie within one standard error of the difference, since the bound is measured, too. */
    private static double bound(Estimate bound, Estimate ours) {
        return bound.mean() + Math.hypot(bound.se(), ours.se()) - ours.se();
    }

    /** Where the goals come from. */
    String note(String method) {
        return method
                + " is one normal for each parameter and can be no better than that: its goals for calibration error and"
                + " NRMSE are what independent normals with the moments of BayesFlow's posteriors have, within one standard error"
                + " of the difference. These have " + numbers("calibrationError") + " and " + numbers("nrmse") + '.';
    }

    private String numbers(String metric) {
        return metrics.parameters().stream()
                .map(parameter -> Tables.text(metrics.value(metric, parameter)) + " for " + parameter)
                .collect(Collectors.joining(", ", Tables.name(metric, Metrics.ALL) + " ", ""));
    }
}
