package bayesflow4j.benchmarks.tasks;

import static bayesflow4j.model.distribution.Distribution.normal;

import bayesflow4j.benchmarks.tasks.Published.Accuracies;
import bayesflow4j.model.ChainPrior;
import bayesflow4j.model.Column;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.model.Scaling;
import bayesflow4j.model.distribution.Support;
import bayesflow4j.numeric.Exp;
import bayesflow4j.posterior.Posterior;
import bayesflow4j.random.Seed;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A neuron under a fixed white-noise stimulus: in each of 100 bins a spike z with probability 1/(1 + e^−η), η = Vθ, where row t
 * of V is 1 and the stimulus of bins t, t − 1, …, t − 8. Offset ~ N(0, 2); nine filter taps f ~ N(0, (FᵀF)⁻¹), where F has
 * 1 + √((i − 1)/9) on its diagonal and −2 and 1 below it, so that neighbors are alike. The data are the spikes or the statistics
 * Vᵀz, the number of spikes and nine spike-triggered sums.
 *
 * <p>log p(z | θ) = θᵀVᵀz − Σ log(1 + e^η): the statistics are sufficient, both kinds of data have the same posterior.
 */
final class BernoulliGlm implements Task {
    private static final int BINS = 100;
    private static final int TAPS = 9;
    private static final int WIDTH = TAPS + 1;
    private static final int SWEEPS = 300;

    private static final double[][] DESIGN = design();

    private final GenerativeModel model;
    private final boolean raw;
    private final Published published;

    private BernoulliGlm(GenerativeModel model, boolean raw, Published published) {
        this.model = model;
        this.raw = raw;
        this.published = published;
    }

    /** The data are the ten statistics. */
    static BernoulliGlm statistics() {
        List<Column> columns = Stream.concat(
                        Stream.of(new Column("spikes")), Vectors.columns("sum", TAPS, Scaling.STANDARD).stream())
                .toList();
        return new BernoulliGlm(
                Vectors.model("bernoulli-glm", prior(), columns, (theta, rng) -> statisticsOf(spikes(theta, rng))),
                false,
                Published.of(
                        new Accuracies(1_000, 0.863, 0.634, true),
                        new Accuracies(10_000, 0.678, 0.553, true).aiming(0.60),
                        new Accuracies(100_000, 0.559, 0.515, true).aiming(0.53)));
    }

    /** The data are the hundred zeros and ones. */
    static BernoulliGlm raw() {
        List<Column> columns = Vectors.columns("z", BINS, Scaling.STANDARD);
        return new BernoulliGlm(
                Vectors.model("bernoulli-glm-raw", prior(), columns, BernoulliGlm::spikes),
                true,
                Published.of(
                        new Accuracies(1_000, 0.900, 0.841, true),
                        new Accuracies(10_000, 0.765, 0.658, true),
                        new Accuracies(100_000, 0.607, 0.536, true)));
    }

    private static double[][] design() {
        RandomGenerator rng = new Seed(2021).child("stimulus").stream(0);
        double[] stimulus = new double[BINS];
        for (int t = 0; t < BINS; t++) stimulus[t] = rng.nextGaussian();
        double[][] design = new double[BINS][WIDTH];
        for (int t = 0; t < BINS; t++) {
            design[t][0] = 1;
            for (int lag = 0; lag < TAPS && lag <= t; lag++) design[t][lag + 1] = stimulus[t - lag];
        }
        return design;
    }

    /** F f ~ N(0, I) row by row: fᵢ given those before it is normal. */
    private static Prior prior() {
        ChainPrior prior = Prior.of("offset", normal(0, Math.sqrt(2)));
        for (int i = 1; i <= TAPS; i++) prior = plusTap(prior, i);
        return prior;
    }

    private static ChainPrior plusTap(ChainPrior prior, int i) {
        double diagonal = 1 + Math.sqrt((i - 1) / 9.0);
        String last = "f" + (i - 1);
        String before = "f" + (i - 2);
        return switch (i) {
            case 1 -> prior.and("f1", normal(0, 1));
            case 2 ->
                prior.and(
                        "f2",
                        "normal(2 * f1 / " + diagonal + ", 1 / " + diagonal + ")",
                        Support.REAL,
                        earlier -> normal(2 * earlier.of("f1") / diagonal, 1 / diagonal));
            default ->
                prior.and(
                        "f" + i,
                        "normal((2 * " + last + " - " + before + ") / " + diagonal + ", 1 / " + diagonal + ")",
                        Support.REAL,
                        earlier -> normal((2 * earlier.of(last) - earlier.of(before)) / diagonal, 1 / diagonal));
        };
    }

    private static double[] spikes(double[] theta, RandomGenerator rng) {
        double[] spikes = new double[BINS];
        for (int t = 0; t < BINS; t++) {
            double probability = 1 / (1 + Exp.of(-dot(DESIGN[t], theta)));
            spikes[t] = rng.nextDouble() < probability ? 1 : 0;
        }
        return spikes;
    }

    /** Vᵀz [10]. */
    private static double[] statisticsOf(double[] spikes) {
        double[] statistics = new double[WIDTH];
        for (int t = 0; t < BINS; t++) for (int j = 0; j < WIDTH; j++) statistics[j] += spikes[t] * DESIGN[t][j];
        return statistics;
    }

    private static double logLikelihood(double[] statistics, double[] theta) {
        double sum = dot(statistics, theta);
        // The logarithms of 100 numbers between 1 and 2, as that of their product.
        double product = 1;
        for (double[] row : DESIGN) {
            double eta = dot(row, theta);
            sum -= Math.max(eta, 0);
            product *= 1 + Exp.of(-Math.abs(eta));
        }
        return sum - StrictMath.log(product);
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int j = 0; j < WIDTH; j++) sum = Math.fma(a[j], b[j], sum);
        return sum;
    }

    @Override
    public GenerativeModel model() {
        return model;
    }

    @Override
    public Posterior posterior(Observations x) {
        double[] data =
                IntStream.range(0, x.width()).mapToDouble(i -> x.at(0, i)).toArray();
        double[] statistics = raw ? statisticsOf(data) : data;
        return new AnnealedPosterior(model.prior(), theta -> logLikelihood(statistics, theta), SWEEPS);
    }

    @Override
    public Published published() {
        return published;
    }
}
