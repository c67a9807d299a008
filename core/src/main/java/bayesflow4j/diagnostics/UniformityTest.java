package bayesflow4j.diagnostics;

import org.apache.commons.statistics.distribution.PoissonDistribution;

/**
 * The joint distribution of the empirical distribution function of K independent ranks, uniform on 0 … L, at I points.
 * A set of ranks is as unusual as its most unusual point (Säilynoja, Bürkner and Vehtari 2022); how often uniform ranks
 * are as unusual is computed exactly, by a recursion over the points, so p-values and bands have their stated error
 * rate.
 */
public final class UniformityTest {
    /** Enough for any shape; more points would cost power. */
    private static final int MOST_POINTS = 100;

    private static final int BISECTIONS = 60;

    /** Keeps two counts equally unusual, one on each side, although their tails are summed in different orders. */
    private static final double ROUNDING = 1 + 1e-10;

    private final int dataSets;
    /** Point i is just below rank {@code thresholds[i]}, where the distribution function is {@code probabilities[i]}. */
    private final int[] thresholds;

    private final double[] probabilities;
    /** 2 min(P(count ≤ c), P(count ≥ c)) at point i [I][K + 1]: small where c ranks below the point are unusual. */
    private final double[][] tails;

    private UniformityTest(int dataSets, int[] thresholds, double[] probabilities, double[][] tails) {
        this.dataSets = dataSets;
        this.thresholds = thresholds;
        this.probabilities = probabilities;
        this.tails = tails;
    }

    /** The test for K ranks among L draws each. */
    public static UniformityTest of(int dataSets, int draws) {
        if (dataSets < 1) throw new IllegalArgumentException("dataSets: expected at least 1, got " + dataSets);
        if (draws < 1) throw new IllegalArgumentException("draws: expected at least 1, got " + draws);
        int points = Math.min(MOST_POINTS, draws + 1) - 1;
        int[] thresholds = new int[points];
        double[] probabilities = new double[points];
        double[][] tails = new double[points][];
        for (int i = 0; i < points; i++) {
            thresholds[i] = (int) Math.round((i + 1.0) * (draws + 1) / (points + 1));
            probabilities[i] = (double) thresholds[i] / (draws + 1);
            tails[i] = tails(new BinomialTails(dataSets, probabilities[i]));
        }
        return new UniformityTest(dataSets, thresholds, probabilities, tails);
    }

    private static double[] tails(BinomialTails law) {
        double[] lower = law.lower();
        double[] upper = law.upper();
        double[] tails = new double[lower.length];
        for (int c = 0; c < tails.length; c++) tails[c] = Math.min(1, 2 * Math.min(lower[c], upper[c]));
        return tails;
    }

    /** How often uniform ranks are at least as unusual as these [K]. */
    public double pValue(int[] ranks) {
        if (ranks.length != dataSets)
            throw new IllegalArgumentException("ranks: expected " + dataSets + ", got " + ranks.length);
        double most = 1;
        for (int i = 0; i < thresholds.length; i++) most = Math.min(most, tails[i][countBelow(ranks, thresholds[i])]);
        return Math.clamp(1 - probabilityInside(most), 0, 1);
    }

    /** The empirical distribution function [I] of these ranks at the points of the test. */
    public double[] empirical(int[] ranks) {
        double[] values = new double[thresholds.length];
        for (int i = 0; i < values.length; i++) values[i] = (double) countBelow(ranks, thresholds[i]) / ranks.length;
        return values;
    }

    private static int countBelow(int[] ranks, int threshold) {
        int count = 0;
        for (int rank : ranks) if (rank < threshold) count++;
        return count;
    }

    /**
     * Simultaneous limits of the empirical distribution function.
     *
     * @param at values of the uniform distribution function at the points [I]
     * @param lower smallest values inside the band [I]
     * @param upper largest values inside the band [I]
     * @param errorRate the probability that uniform ranks leave the band anywhere; at most the requested rate
     */
    public record Band(double[] at, double[] lower, double[] upper, double errorRate) {}

    /**
     * The narrowest band with equal pointwise error rates that uniform ranks leave with probability at most
     * {@code errorRate}.
     */
    public Band band(double errorRate) {
        if (!(errorRate > 0 && errorRate < 1))
            throw new IllegalArgumentException("errorRate: expected between 0 and 1, got " + errorRate);
        double kept = 0;
        double refused = errorRate;
        for (int i = 0; i < BISECTIONS; i++) {
            double middle = (kept + refused) / 2;
            if (1 - probabilityInside(middle) <= errorRate) kept = middle;
            else refused = middle;
        }
        double[] lower = new double[thresholds.length];
        double[] upper = new double[thresholds.length];
        for (int i = 0; i < thresholds.length; i++) {
            lower[i] = (double) lowest(tails[i], kept) / dataSets;
            upper[i] = (double) highest(tails[i], kept) / dataSets;
        }
        return new Band(probabilities.clone(), lower, upper, 1 - probabilityInside(kept));
    }

    /**
     * P(tail at every point &gt; {@code unusual}). Counts between points are those of a Poisson process of rate K given its
     * total of K, so the recursion runs over independent Poisson steps and conditions at the end.
     */
    private double probabilityInside(double unusual) {
        double[] weights = {1};
        int from = 0;
        double reached = 0;
        for (int i = 0; i <= thresholds.length; i++) {
            boolean last = i == thresholds.length;
            int low = last ? dataSets : lowest(tails[i], unusual);
            int high = last ? dataSets : highest(tails[i], unusual);
            if (low > high) return 0;
            double probability = last ? 1 : probabilities[i];
            weights = step(weights, from, low, high, dataSets * (probability - reached));
            from = low;
            reached = probability;
        }
        return weights[0] / poisson(dataSets, dataSets)[dataSets];
    }

    /** The weights of the counts low … high, from those of the counts from, from + 1, … before a Poisson step. */
    private static double[] step(double[] weights, int from, int low, int high, double rate) {
        double[] poisson = poisson(rate, Math.max(0, high - from));
        double[] next = new double[high - low + 1];
        for (int c = low; c <= high; c++) {
            double sum = 0;
            for (int b = 0; b < weights.length && from + b <= c; b++) sum += weights[b] * poisson[c - from - b];
            next[c - low] = sum;
        }
        return next;
    }

    private static double[] poisson(double rate, int most) {
        PoissonDistribution distribution = PoissonDistribution.of(rate);
        double[] masses = new double[most + 1];
        for (int c = 0; c <= most; c++) masses[c] = distribution.probability(c);
        return masses;
    }

    private static int lowest(double[] tails, double unusual) {
        int c = 0;
        while (c < tails.length && tails[c] <= unusual * ROUNDING) c++;
        return c;
    }

    private static int highest(double[] tails, double unusual) {
        int c = tails.length - 1;
        while (c >= 0 && tails[c] <= unusual * ROUNDING) c--;
        return c;
    }
}
