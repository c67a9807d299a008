package bayesflow4j.diagnostics;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The distribution of statistics t(x) [Q] of simulated data, represented by n of them [n, Q], and a test of whether any statistic
 * of an observed data set is out of its range. Half of the reference gives each statistic its distribution; the other half shows
 * how unusual the most unusual of the Q statistics usually is, so the false-alarm rate is exact for any distribution.
 */
public final class ProfileSpace {
    private final double[][] sorted;
    private final double[] held;

    private ProfileSpace(double[][] sorted, double[][] others) {
        this.sorted = sorted;
        this.held = Arrays.stream(others)
                .mapToDouble(profile -> most(unusual(profile)))
                .toArray();
    }

    /** From statistics of simulated data sets [n][Q], n ≥ 40, in any order that does not depend on them. */
    public static ProfileSpace of(double[][] reference) {
        if (reference.length < 40)
            throw new IllegalArgumentException("reference: expected at least 40 profiles, got " + reference.length);
        int width = reference[0].length;
        double[][] sorted = new double[width][];
        for (int q = 0; q < width; q++) {
            int column = q;
            sorted[q] = IntStream.range(0, reference.length)
                    .filter(i -> i % 2 == 0)
                    .mapToDouble(i -> reference[i][column])
                    .sorted()
                    .toArray();
        }
        double[][] others = IntStream.range(0, reference.length)
                .filter(i -> i % 2 == 1)
                .mapToObj(i -> reference[i])
                .toArray(double[][]::new);
        return new ProfileSpace(sorted, others);
    }

    /** How unusual the most unusual statistic of a data set is, and how often that of simulated data is as unusual. */
    public Surprise of(double[] profile) {
        double most = most(unusual(profile));
        long asUnusual = Arrays.stream(held).filter(h -> h >= most).count();
        return new Surprise(most, (1.0 + asUnusual) / (1.0 + held.length));
    }

    /** The index of the most unusual statistic of a data set. */
    public int worst(double[] profile) {
        double[] unusual = unusual(profile);
        int worst = 0;
        for (int q = 1; q < unusual.length; q++) if (unusual[q] > unusual[worst]) worst = q;
        return worst;
    }

    private static double most(double[] unusual) {
        return Arrays.stream(unusual).max().orElse(0);
    }

    /**
     * −log of the two-sided p-value of each statistic; beyond the range of the reference, the logarithm of the distance in units
     * of the tail's length comes on top.
     */
    private double[] unusual(double[] profile) {
        if (profile.length != sorted.length)
            throw new IllegalArgumentException(
                    "profile: expected " + sorted.length + " statistics, got " + profile.length);
        double[] unusual = new double[profile.length];
        for (int q = 0; q < unusual.length; q++) unusual[q] = unusual(sorted[q], profile[q]);
        return unusual;
    }

    private static double unusual(double[] sorted, double value) {
        int n = sorted.length;
        int below = 0;
        int equal = 0;
        for (double other : sorted) {
            if (other < value) below++;
            else if (other == value) equal++;
        }
        double lower = (1.0 + below + equal) / (n + 1);
        double upper = (1.0 + n - below) / (n + 1);
        double beyond = Math.max(value - sorted[n - 1], sorted[0] - value);
        double tail = value > sorted[n - 1] ? sorted[n - 1] - sorted[9 * n / 10] : sorted[n / 10] - sorted[0];
        // Statistics that hardly vary have no tail; rounding must not look like a distance.
        double unit = Math.max(tail, 1e-6 * (1 + Math.abs(sorted[0]) + Math.abs(sorted[n - 1])));
        return -Math.log(Math.min(1, 2 * Math.min(lower, upper))) + Math.log1p(Math.max(0, beyond) / unit);
    }
}
