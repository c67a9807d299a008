package bayesflow4j.diagnostics;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The distribution of statistics t(x) [Q] of simulated data, represented by n of them [n, Q], and a test of whether any statistic
 * of an observed data set is out of its range. One half of the reference gives each statistic its distribution; the other half shows
 * how unusual the most unusual of the Q statistics usually is. Then the halves change places, and all n count (cross-conformal).
 */
public final class ProfileSpace {
    private final List<Half> halves;

    /**
     * @param sorted values of each statistic in one half [Q][n / 2]
     * @param held how unusual the most unusual statistic of each profile of the other half is among them [n / 2]
     */
    private record Half(double[][] sorted, double[] held) {
        static Half of(List<double[]> fitted, List<double[]> others) {
            double[][] sorted = IntStream.range(0, fitted.getFirst().length)
                    .mapToObj(
                            q -> fitted.stream().mapToDouble(t -> t[q]).sorted().toArray())
                    .toArray(double[][]::new);
            return new Half(
                    sorted,
                    others.stream().mapToDouble(t -> most(unusual(sorted, t))).toArray());
        }
    }

    private ProfileSpace(List<Half> halves) {
        this.halves = halves;
    }

    /** From statistics of simulated data sets [n][Q], n ≥ 40, in any order that does not depend on them. */
    public static ProfileSpace of(double[][] reference) {
        if (reference.length < 40)
            throw new IllegalArgumentException("reference: expected at least 40 profiles, got " + reference.length);
        List<double[]> even = everySecond(reference, 0);
        List<double[]> odd = everySecond(reference, 1);
        return new ProfileSpace(List.of(Half.of(even, odd), Half.of(odd, even)));
    }

    private static List<double[]> everySecond(double[][] reference, int first) {
        return IntStream.range(0, reference.length)
                .filter(i -> i % 2 == first)
                .mapToObj(i -> reference[i])
                .toList();
    }

    /** How unusual the most unusual statistic of a data set is, and how often that of simulated data is as unusual. */
    public Surprise of(double[] profile) {
        double distance = 0;
        int asUnusual = 0;
        int count = 0;
        for (Half half : halves) {
            double most = most(unusual(half.sorted(), profile));
            distance += most / halves.size();
            for (double other : half.held()) if (other >= most) asUnusual++;
            count += half.held().length;
        }
        return new Surprise(distance, (1.0 + asUnusual) / (1.0 + count));
    }

    /** The index of the most unusual statistic of a data set. */
    public int worst(double[] profile) {
        double[] unusual = new double[profile.length];
        for (Half half : halves) {
            double[] own = unusual(half.sorted(), profile);
            for (int q = 0; q < own.length; q++) unusual[q] += own[q];
        }
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
    private static double[] unusual(double[][] sorted, double[] profile) {
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
