package bayesflow4j.hypotheses;

import bayesflow4j.diagnostics.DataStatistics;
import bayesflow4j.diagnostics.Holm;
import bayesflow4j.diagnostics.Verdict;
import bayesflow4j.random.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * The tests behind a {@link ComparisonVerdict}. If the probabilities are exact, the true models are draws from them; so each
 * statistic of the true models is compared with those of many such draws, and p-values are exact.
 */
final class ComparisonTests {
    /** With so many draws the smallest p-value is 1/5000, enough for an error rate of 0.01 over dozens of tests. */
    private static final int DRAWS = 4999;

    private static final double LEAST = 1e-300;

    private final ModelRecovery recovery;
    private final int models;
    private final double[] surprise;
    private final double[][] features;

    private ComparisonTests(ModelRecovery recovery, double[][] features) {
        this.recovery = recovery;
        this.features = features;
        this.models = recovery.models().size();
        this.surprise = Arrays.stream(recovery.probabilities())
                .mapToDouble(ComparisonTests::entropy)
                .toArray();
    }

    static ComparisonVerdict run(ModelRecovery recovery, Seed seed) {
        return run(recovery, DataStatistics.none(), seed);
    }

    /** The same with a test of whether statistics of the data tell more about the models than the probabilities do. */
    static ComparisonVerdict run(ModelRecovery recovery, DataStatistics statistics, Seed seed) {
        return new ComparisonTests(recovery, orthonormal(statistics.columns())).verdict(seed.child("verdict"));
    }

    /** Columns [Q][K] by their ranks, which no outlier rules, centered and orthonormal; without those that others determine. */
    private static double[][] orthonormal(List<double[]> columns) {
        List<double[]> basis = new ArrayList<>();
        for (double[] column : columns) {
            double[] sorted = column.clone();
            Arrays.sort(sorted);
            double[] u = Arrays.stream(column)
                    .map(value -> Arrays.binarySearch(sorted, value))
                    .toArray();
            double mean = Arrays.stream(u).average().orElse(0);
            for (int k = 0; k < u.length; k++) u[k] = (u[k] - mean) / u.length;
            double before = norm(u);
            for (double[] other : basis) {
                double along = 0;
                for (int k = 0; k < u.length; k++) along += other[k] * u[k];
                for (int k = 0; k < u.length; k++) u[k] -= along * other[k];
            }
            double left = norm(u);
            if (!(left > 1e-3 * before)) continue;
            basis.add(Arrays.stream(u).map(value -> value / left).toArray());
        }
        return basis.toArray(double[][]::new);
    }

    private static double norm(double[] u) {
        return Math.sqrt(Arrays.stream(u).map(value -> value * value).sum());
    }

    private ComparisonVerdict verdict(Seed seed) {
        double[] own = statistics(recovery.truth());
        double[][] chance = IntStream.range(0, DRAWS)
                .parallel()
                .mapToObj(b -> statistics(drawn(seed.stream(b))))
                .toArray(double[][]::new);
        // Without features there is no test of them, and Holm's method corrects for one less.
        double[] pValues = new double[models + (features.length == 0 ? 2 : 3)];
        for (int i = 0; i < pValues.length; i++) {
            int test = i;
            long asFar = Arrays.stream(chance)
                    .filter(c -> Math.abs(c[test]) >= Math.abs(own[test]) - 1e-12)
                    .count();
            pValues[i] = (1.0 + asFar) / (1.0 + DRAWS);
        }
        double[] adjusted = Holm.adjusted(pValues);
        List<ComparisonVerdict.Finding> findings = new ArrayList<>();
        for (int j = 0; j < models; j++) {
            double predicted = mean(j);
            double observed = predicted + own[j] / recovery.dataSets();
            findings.add(new ComparisonVerdict.Finding(recovery.models().get(j), predicted, observed, adjusted[j]));
        }
        double expected =
                Arrays.stream(chance).mapToDouble(c -> c[models + 1]).average().orElseThrow();
        return new ComparisonVerdict(
                Verdict.ERROR_RATE,
                recovery.dataSets(),
                findings,
                1 / exponent(),
                adjusted[models],
                adjusted[models + 1],
                recovery.calibrationError(),
                expected,
                recovery.accuracy(),
                features.length == 0 ? Optional.empty() : Optional.of(waste(own, chance, adjusted[models + 2])));
    }

    private ComparisonVerdict.Waste waste(double[] own, double[][] chance, double pValue) {
        double squares = 0;
        for (int k = 0; k < recovery.dataSets(); k++)
            for (int j = 0; j < models; j++)
                squares += Math.pow((recovery.truth()[k] == j ? 1 : 0) - recovery.probabilities()[k][j], 2);
        double usual =
                Arrays.stream(chance).mapToDouble(c -> c[models + 2]).average().orElseThrow();
        return new ComparisonVerdict.Waste(Math.max(0, own[models + 2] - usual) / Math.max(squares, LEAST), pValue);
    }

    /**
     * For each model, how many more data sets it made than expected; how much less surprising the true models are than expected,
     * which is the derivative of the likelihood by the sharpness of the probabilities; the calibration error; how much of what
     * the probabilities leave open the features tell.
     */
    private double[] statistics(int[] truth) {
        double[] statistics = new double[models + 3];
        for (int k = 0; k < truth.length; k++) {
            double[] p = recovery.probabilities()[k];
            for (int j = 0; j < models; j++) statistics[j] += (truth[k] == j ? 1 : 0) - p[j];
            statistics[models] += Math.log(Math.max(LEAST, p[truth[k]])) + surprise[k];
        }
        statistics[models + 1] = calibrationError(truth);
        statistics[models + 2] = explained(truth);
        return statistics;
    }

    /** Σ over models and features of the squared projection of 1[Mⱼ is true] − p(Mⱼ | x) on the feature. */
    private double explained(int[] truth) {
        double sum = 0;
        for (double[] feature : features) {
            double[] along = new double[models];
            for (int k = 0; k < truth.length; k++) {
                double[] p = recovery.probabilities()[k];
                along[truth[k]] += feature[k];
                for (int j = 0; j < models; j++) along[j] -= feature[k] * p[j];
            }
            for (double projection : along) sum += projection * projection;
        }
        return sum;
    }

    /** As {@link ModelRecovery#calibrationError}, where only the truth is new: a bin's share is |trues − Σp|. */
    private double calibrationError(int[] truth) {
        double[] excess = new double[models * ModelRecovery.BINS];
        for (int k = 0; k < truth.length; k++)
            for (int j = 0; j < models; j++) {
                double p = recovery.probabilities()[k][j];
                excess[j * ModelRecovery.BINS + ModelRecovery.bin(p)] += (truth[k] == j ? 1 : 0) - p;
            }
        return Arrays.stream(excess).map(Math::abs).sum() / truth.length / models;
    }

    private int[] drawn(RandomGenerator rng) {
        int[] truth = new int[recovery.dataSets()];
        for (int k = 0; k < truth.length; k++) {
            double u = rng.nextDouble();
            while (truth[k] < models - 1 && (u -= recovery.probabilities()[k][truth[k]]) >= 0) truth[k]++;
        }
        return truth;
    }

    private static double entropy(double[] p) {
        return -Arrays.stream(p).map(v -> v * Math.log(Math.max(LEAST, v))).sum();
    }

    private double mean(int j) {
        return Arrays.stream(recovery.probabilities())
                .mapToDouble(p -> p[j])
                .average()
                .orElseThrow();
    }

    /** The exponent a for which pᵃ, normalized, has the largest likelihood: 1 for exact probabilities. By bisection. */
    private double exponent() {
        double low = 0.05;
        double high = 20;
        for (int i = 0; i < 60; i++) {
            double middle = Math.sqrt(low * high);
            if (slope(middle) > 0) low = middle;
            else high = middle;
        }
        return Math.sqrt(low * high);
    }

    private double slope(double a) {
        double sum = 0;
        for (int k = 0; k < recovery.dataSets(); k++) {
            double[] logs = Arrays.stream(recovery.probabilities()[k])
                    .map(p -> Math.log(Math.max(LEAST, p)))
                    .toArray();
            double largest = Arrays.stream(logs).max().orElseThrow();
            double weights = 0;
            double weighted = 0;
            for (double log : logs) {
                double weight = Math.exp(a * (log - largest));
                weights += weight;
                weighted += weight * log;
            }
            sum += logs[recovery.truth()[k]] - weighted / weights;
        }
        return sum;
    }
}
