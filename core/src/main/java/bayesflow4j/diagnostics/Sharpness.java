package bayesflow4j.diagnostics;

import bayesflow4j.random.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How much sharper posteriors could be: E[log q′(θ | x) − log q(θ | x)] in nats, where q′ is q, corrected by a regression of the truths'
 * normal scores on features of the data. The regression is fitted to some data sets and its gain measured on others, so a gain
 * is real, and a lower bound of what an exact posterior gains. Posteriors can be calibrated and yet waste information; these cannot.
 *
 * @param errorRate the probability that a gain is claimed for posteriors that are exact, over all parameters
 * @param dataSets the number of data sets on which gains were measured
 * @param gains one per parameter
 */
public record Sharpness(double errorRate, int dataSets, List<Gain> gains) {
    /** How {@link #sentence} begins if gains were found. */
    public static final String POSSIBLE = "Sharper posteriors are possible";

    /** Gains below this many nats, 2 % of the width, are not worth a sentence even if they are certain. */
    private static final double SMALL = 0.02;

    /**
     * The gain for one parameter.
     *
     * @param parameter its name
     * @param nats the mean gain on held-out data sets; posteriors are too wide by about the factor exp(nats)
     * @param se its standard error
     * @param ofSummary the gain of a regression on the network's own summary alone
     * @param pValue of the one-sided t-test of no gain, adjusted by Holm's method over the parameters
     */
    public record Gain(String parameter, double nats, double se, double ofSummary, double pValue) {}

    /** Copies the list. */
    public Sharpness {
        gains = List.copyOf(gains);
    }

    /**
     * Data sets with known truths, as features.
     *
     * @param recovery truths and draws
     * @param summaries what the estimator keeps of each data set [K][S]; S may be 0
     * @param features of each data set [K][F]
     */
    public record Probe(Recovery recovery, double[][] summaries, double[][] features) {
        /** What the posteriors know: summaries, and mean and logarithmic spread of the draws on a common scale. */
        private double[][] known() {
            double[][] rows = summaries;
            for (int j = 0; j < recovery.parameters().size(); j++) {
                List<double[]> pooled = VerdictTests.pooled(recovery, j);
                rows = IntStream.range(0, rows.length)
                        .mapToObj(joinedBy(rows, pooled))
                        .toArray(double[][]::new);
            }
            return rows;
        }

        private static IntFunction<double[]> joinedBy(double[][] rows, List<double[]> pooled) {
            return k -> joined(rows[k], pooled.get(0)[k], Math.log(pooled.get(1)[k] + Double.MIN_NORMAL));
        }

        private double[][] all(double[][] known) {
            return IntStream.range(0, features.length)
                    .mapToObj(k -> joined(known[k], features[k]))
                    .toArray(double[][]::new);
        }

        private static double[] joined(double[] a, double... b) {
            double[] both = Arrays.copyOf(a, a.length + b.length);
            System.arraycopy(b, 0, both, a.length, b.length);
            return both;
        }
    }

    /** The gains of regressions that are fitted to some data sets, measured on others. */
    public static Sharpness of(Probe fitted, Probe held, Seed seed) {
        int width = held.recovery().parameters().size();
        double[][] knownBefore = fitted.known();
        double[][] known = held.known();
        double[][] before = fitted.all(knownBefore);
        double[][] now = held.all(known);
        List<Gain> raw = new ArrayList<>();
        for (int j = 0; j < width; j++) {
            double[] learned = scores(fitted.recovery(), j, seed.child("fitted"));
            double[] truth = scores(held.recovery(), j, seed);
            double[] all = gains(Ridge.of(before, learned), now, truth);
            double[] own = gains(Ridge.of(knownBefore, learned), known, truth);
            raw.add(gain(held.recovery().parameters().get(j), all, new Sample(own).mean()));
        }
        double[] adjusted = Holm.adjusted(raw.stream().mapToDouble(Gain::pValue).toArray());
        List<Gain> gains = IntStream.range(0, width)
                .mapToObj(j -> {
                    Gain gain = raw.get(j);
                    return new Gain(gain.parameter(), gain.nats(), gain.se(), gain.ofSummary(), adjusted[j]);
                })
                .toList();
        return new Sharpness(Verdict.ERROR_RATE, held.recovery().dataSets(), gains);
    }

    private static double[] scores(Recovery recovery, int j, Seed seed) {
        int[] ranks = recovery.ranks(j).resolved(Metrics.ties(seed, j));
        return NormalScores.of(ranks, recovery.drawsPerDataSet()).values();
    }

    /** log N(w; μ(x), σ²) − log N(w; 0, 1) for the score w of each data set. */
    private static double[] gains(Ridge ridge, double[][] features, double[] scores) {
        double[] gains = new double[scores.length];
        for (int k = 0; k < gains.length; k++) {
            double miss = scores[k] - ridge.predict(features[k]);
            gains[k] = (scores[k] * scores[k] - miss * miss / ridge.variance() - Math.log(ridge.variance())) / 2;
        }
        return gains;
    }

    private static Gain gain(String parameter, double[] gains, double ofSummary) {
        Sample sample = new Sample(gains);
        double se = sample.sd() / Math.sqrt(gains.length);
        double p = se == 0 ? 1 : TDistribution.of(gains.length - 1).survivalProbability(sample.mean() / se);
        return new Gain(parameter, sample.mean(), se, ofSummary, p);
    }

    /** The gains that a test finds and that matter. */
    public List<Gain> found() {
        return gains.stream()
                .filter(gain -> gain.pValue() <= errorRate && gain.nats() >= SMALL)
                .toList();
    }

    /** Whether sharper posteriors are possible, and by which means. */
    public String sentence() {
        List<Gain> found = found();
        if (found.isEmpty())
            return String.format(
                    Locale.ROOT,
                    "Calibrated is not sharp: a probe, a regression on random features of the data, finds no gain, but sees large"
                            + " losses only. It finds a gain of its own of %.2f nats with probability 0.8 (error rate %.2f), and"
                            + " where losses were known, that gain was between nothing and a third of them: posteriors that"
                            + " are 15 %% wider than need be can pass. More data sets in the check and the probe find more.",
                    detectable(),
                    errorRate);
        List<String> words = found.stream()
                .map(gain -> String.format(
                        Locale.ROOT,
                        "%s gains %.2f ± %.2f nats, its posteriors are about %.0f %% wider than need be",
                        gain.parameter(),
                        gain.nats(),
                        gain.se(),
                        100 * Math.expm1(gain.nats())))
                .toList();
        Gain largest =
                found.stream().max(Comparator.comparingDouble(Gain::nats)).orElseThrow();
        String means = largest.ofSummary() > largest.nats() / 2
                ? "The summary has most of it: train longer, or use a larger head."
                : "The summary lacks it: use a wider summary network or one of another kind, or train longer.";
        return POSSIBLE + ": by a regression on features of the data, " + String.join("; ", words)
                + " (at least; error rate " + errorRate + "). " + means;
    }

    /**
     * The gain that the test finds with probability 0.8: correlated scores, R² = ρ², gain about ρ²/2 with a standard deviation
     * of ρ per data set.
     */
    private double detectable() {
        double z = StandardNormal.quantile(1 - errorRate / gains.size()) + StandardNormal.quantile(0.8);
        double rho = Math.min(0.99, 2 * z / Math.sqrt(dataSets));
        return -Math.log1p(-rho * rho) / 2;
    }
}
