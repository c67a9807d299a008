package bayesflow4j.diagnostics;

import org.apache.commons.statistics.distribution.BinomialDistribution;

/** P(X ≤ c) and P(X ≥ c) for X, the number of successes in n independent trials of probability p, 0 &lt; p &lt; 1. */
public record BinomialTails(int n, double p) {
    /** Checks n and p. */
    public BinomialTails {
        if (n < 1) throw new IllegalArgumentException("n: expected at least 1, got " + n);
        if (!(p > 0 && p < 1)) throw new IllegalArgumentException("p: expected between 0 and 1, got " + p);
    }

    /** P(X ≤ c) for c = 0 … n [n + 1]. */
    public double[] lower() {
        double[] sums = masses();
        for (int c = 1; c <= n; c++) sums[c] += sums[c - 1];
        return sums;
    }

    /** P(X ≥ c) for c = 0 … n [n + 1], summed from the far end so that small tails keep their digits. */
    public double[] upper() {
        double[] sums = masses();
        for (int c = n - 1; c >= 0; c--) sums[c] += sums[c + 1];
        return sums;
    }

    /**
     * The ends [low, high] of the smallest interval with P(X &lt; low) and P(X &gt; high) at most {@code errorRate} / 2
     * each.
     */
    public int[] central(double errorRate) {
        double[] lower = lower();
        double[] upper = upper();
        int low = 0;
        while (low < n && lower[low] <= errorRate / 2) low++;
        int high = n;
        while (high > 0 && upper[high] <= errorRate / 2) high--;
        return new int[] {low, high};
    }

    private double[] masses() {
        BinomialDistribution distribution = BinomialDistribution.of(n, p);
        double[] masses = new double[n + 1];
        for (int c = 0; c <= n; c++) masses[c] = distribution.probability(c);
        return masses;
    }
}
