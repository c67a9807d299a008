package bayesflow4j.diagnostics;

import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All metrics of one recovery: metric → parameter (or "all") → mean and standard error. This is what every metrics file
 * holds.
 *
 * @param parameters names of the D parameters
 * @param dataSets K
 * @param draws L
 * @param values metric → label → estimate, in the order in which they are written
 */
public record Metrics(List<String> parameters, int dataSets, int draws, Map<String, Map<String, Estimate>> values) {
    /** The label of a metric that belongs to all parameters together. */
    public static final String ALL = "all";

    /** Copies the collections. */
    public Metrics {
        parameters = List.copyOf(parameters);
        Map<String, Map<String, Estimate>> copy = new LinkedHashMap<>();
        values.forEach((name, labels) -> copy.put(name, Collections.unmodifiableMap(new LinkedHashMap<>(labels))));
        values = Collections.unmodifiableMap(copy);
    }

    /** All metrics that need truths and draws only; contraction is relative to the spread of the truths. */
    public static Metrics of(Recovery recovery, Seed seed) {
        return of(recovery, Contraction.empirical(), seed);
    }

    /**
     * All metrics that need truths and draws only. Means and standard errors are over bootstrap resamples, except for
     * p-values: those are of the data sets themselves, with standard error 0, since the ranks of a resample are never
     * uniform.
     */
    public static Metrics of(Recovery recovery, Contraction contraction, Seed seed) {
        Bootstrap bootstrap = Bootstrap.of(seed);
        Metrics metrics = new Metrics(recovery.parameters(), recovery.dataSets(), recovery.drawsPerDataSet(), Map.of());
        List<Metric> all = List.of(
                new Nrmse(),
                new RSquared(),
                new CalibrationError(),
                contraction,
                new ZScore(),
                new ZScoreSpread(),
                new PosteriorSd(),
                new Coverage(0.5),
                new Coverage(0.9));
        for (Metric metric : all) metrics = metrics.with(metric, recovery, bootstrap);
        UniformityTest test = UniformityTest.of(recovery.dataSets(), recovery.drawsPerDataSet());
        for (int j = 0; j < recovery.parameters().size(); j++)
            metrics = metrics.with(
                    "sbcPValue",
                    recovery.parameters().get(j),
                    new Estimate(test.pValue(recovery.ranks(j).resolved(ties(seed, j))), 0));
        int[] joint = Tarp.ranks(recovery, seed).resolved(ties(seed, -1));
        Estimate error = bootstrap
                .of(joint.length, indices -> new double[] {
                    rankCoverageError(Arrays.stream(indices).map(k -> joint[k]).toArray(), recovery.drawsPerDataSet())
                })[0];
        return metrics.with("tarpError", ALL, error).with("tarpPValue", ALL, new Estimate(test.pValue(joint), 0));
    }

    /** The seed that breaks ties in the ranks of parameter {@code j}, or of the joint posterior where it is −1. */
    static Seed ties(Seed seed, int j) {
        return seed.child("ties").child(j);
    }

    /** The median over α of |P(rank/L ≤ α) − α|: the calibration error of one-sided regions. */
    static double rankCoverageError(int[] ranks, int draws) {
        return CalibrationError.of(
                Arrays.stream(ranks).mapToDouble(r -> (r + 0.5) / (draws + 1)).toArray());
    }

    /** These metrics and one more. */
    public Metrics with(Metric metric, Recovery recovery, Bootstrap bootstrap) {
        Estimate[] estimates = bootstrap.of(metric, recovery);
        Metrics metrics = this;
        for (int j = 0; j < estimates.length; j++)
            metrics = metrics.with(metric.name(), recovery.parameters().get(j), estimates[j]);
        return metrics;
    }

    /** These metrics and the re-simulation error: the median over the data sets of {@link Mmd} [K]. */
    public Metrics withResimulationError(double[] mmds, Bootstrap bootstrap) {
        return with("resimulationError", ALL, bootstrap.median(mmds));
    }

    /** These metrics and one more number, for a parameter or for {@link #ALL}. */
    public Metrics with(String name, String label, Estimate estimate) {
        Map<String, Map<String, Estimate>> more = new LinkedHashMap<>(values);
        Map<String, Estimate> labels = new LinkedHashMap<>(more.getOrDefault(name, Map.of()));
        labels.put(label, estimate);
        more.put(name, labels);
        return new Metrics(parameters, dataSets, draws, more);
    }

    /** The number with this name and label. */
    public Estimate value(String name, String label) {
        Map<String, Estimate> labels = values.getOrDefault(name, Map.of());
        if (!labels.containsKey(label))
            throw new IllegalArgumentException(
                    "metric: expected one of " + values.keySet() + ", got " + name + " of " + label);
        return labels.get(label);
    }

    /** The text of a metrics file. */
    public String json() {
        return MetricsJson.of(this);
    }
}
