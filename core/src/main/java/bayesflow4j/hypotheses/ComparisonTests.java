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
    /** With so many draws the smallest p-value is 1/5000. */
    private static final int LEAST_DRAWS = 4999;

    /** With so many draws for each test, the smallest p-value is 0.004 once it is adjusted for all of them. */
    private static final int DRAWS_PER_TEST = 250;

    private static final double LEAST = 1e-300;

    private final ModelRecovery recovery;
    private final int models;
    private final double[] surprise;
    private final double[][] features;
    private final Seed seed;

    private ComparisonTests(ModelRecovery recovery, double[][] features, Seed seed) {
        this.recovery = recovery;
        this.features = features;
        this.seed = seed;
        this.models = recovery.models().size();
        this.surprise = Arrays.stream(recovery.probabilities())
                .mapToDouble(ComparisonTests::entropy)
                .toArray();
    }

    /** The tests of some data sets, without one of whether the data tell more. */
    static ComparisonVerdict run(ModelRecovery recovery, Seed seed) {
        return run(recovery, DataStatistics.none(), seed);
    }

    /** The same with a test of whether statistics of the data tell more about the models than the probabilities do. */
    static ComparisonVerdict run(ModelRecovery recovery, DataStatistics statistics, Seed seed) {
        return run(List.of(of(recovery, statistics, seed))).getFirst();
    }

    /** The tests of some data sets and their statistics. */
    static ComparisonTests of(ModelRecovery recovery, DataStatistics statistics, Seed seed) {
        return new ComparisonTests(recovery, orthonormal(statistics.columns()), seed.child("verdict"));
    }

    /** One verdict for each group of data sets; the error rate is that of all their tests together. */
    static List<ComparisonVerdict> run(List<ComparisonTests> groups) {
        int tests = groups.stream().mapToInt(ComparisonTests::count).sum();
        int draws = Math.max(LEAST_DRAWS, DRAWS_PER_TEST * tests - 1);
        List<Outcome> outcomes =
                groups.stream().map(group -> group.outcome(draws)).toList();
        double[] adjusted = Holm.adjusted(
                outcomes.stream().flatMapToDouble(o -> Arrays.stream(o.pValues)).toArray());
        List<ComparisonVerdict> verdicts = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < groups.size(); i++) {
            int to = from + groups.get(i).count();
            verdicts.add(groups.get(i).verdict(outcomes.get(i), Arrays.copyOfRange(adjusted, from, to)));
            from = to;
        }
        return verdicts;
    }

    /** Without features there is no test of them, and Holm's method corrects for one less. */
    private int count() {
        return models + (features.length == 0 ? 2 : 3);
    }

    ModelRecovery recovery() {
        return recovery;
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

    /**
     * @param own statistics of the true models
     * @param chance those of models that are drawn from the probabilities
     */
    private record Outcome(double[] own, double[][] chance, double[] pValues) {}

    private Outcome outcome(int draws) {
        double[] own = statistics(recovery.truth());
        double[][] chance = IntStream.range(0, draws)
                .parallel()
                .mapToObj(b -> statistics(drawn(seed.stream(b))))
                .toArray(double[][]::new);
        double[] pValues = new double[count()];
        for (int i = 0; i < pValues.length; i++) {
            int test = i;
            long asFar = Arrays.stream(chance)
                    .filter(c -> Math.abs(c[test]) >= Math.abs(own[test]) - 1e-12)
                    .count();
            pValues[i] = (1.0 + asFar) / (1.0 + draws);
        }
        return new Outcome(own, chance, pValues);
    }

    private ComparisonVerdict verdict(Outcome outcome, double[] adjusted) {
        double[] own = outcome.own;
        double[][] chance = outcome.chance;
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
                1 / Sharpening.exponent(recovery),
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
}
