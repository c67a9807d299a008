package bayesflow4j.diagnostics;

/** The number of successes in n independent trials of probability p, 0 &lt; p &lt; 1. */
public record Binomial(int n, double p) {
    private static final double[] LOG_FACTORIALS = logFactorials();

    /** Checks n and p. */
    public Binomial {
        if (n < 1) throw new IllegalArgumentException("n: expected at least 1, got " + n);
        if (!(p > 0 && p < 1)) throw new IllegalArgumentException("p: expected between 0 and 1, got " + p);
    }

    /** P(X = c). */
    public double mass(int c) {
        return Math.exp(
                logFactorial(n) - logFactorial(c) - logFactorial(n - c) + c * Math.log(p) + (n - c) * Math.log1p(-p));
    }

    /** P(X ≤ c) for c = 0 … n. */
    public double[] cumulative() {
        double[] sums = new double[n + 1];
        double sum = 0;
        for (int c = 0; c <= n; c++) sums[c] = sum += mass(c);
        return sums;
    }

    /** P(X ≥ c) for c = 0 … n, summed from the far end so that small tails keep their digits. */
    public double[] upperCumulative() {
        double[] sums = new double[n + 1];
        double sum = 0;
        for (int c = n; c >= 0; c--) sums[c] = sum += mass(c);
        return sums;
    }

    /** The largest interval end points [low, high] with P(X &lt; low) and P(X &gt; high) at most {@code errorRate} / 2 each. */
    public int[] central(double errorRate) {
        double[] lower = cumulative();
        double[] upper = upperCumulative();
        int low = 0;
        while (low < n && lower[low] <= errorRate / 2) low++;
        int high = n;
        while (high > 0 && upper[high] <= errorRate / 2) high--;
        return new int[] {low, high};
    }

    static double logFactorial(int c) {
        if (c < LOG_FACTORIALS.length) return LOG_FACTORIALS[c];
        // Stirling's series; beyond the table its first omitted term is below 1e-18.
        double x = c + 1.0;
        return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + 1 / (12 * x) - 1 / (360 * x * x * x);
    }

    private static double[] logFactorials() {
        double[] table = new double[2048];
        for (int c = 2; c < table.length; c++) table[c] = table[c - 1] + Math.log(c);
        return table;
    }
}
