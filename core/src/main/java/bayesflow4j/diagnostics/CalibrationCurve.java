package bayesflow4j.diagnostics;

import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A curve on [0, 1] with the band that all of it stays in for exact posteriors.
 *
 * @param at where it is known [n]
 * @param value of the curve [n]
 * @param lower end of the band [n]
 * @param upper end of the band [n]
 */
public record CalibrationCurve(double[] at, double[] value, double[] lower, double[] upper) {
    private static final int LEVELS = 100;

    /** The distribution function of the ranks minus that of uniform ranks, for each parameter [D]. */
    public static List<CalibrationCurve> ranks(Recovery recovery, double errorRate, Seed seed) {
        UniformityTest test = UniformityTest.of(recovery.dataSets(), recovery.drawsPerDataSet());
        UniformityTest.Band band = test.band(errorRate);
        double[] lower = minus(band.lower(), band.at());
        double[] upper = minus(band.upper(), band.at());
        return IntStream.range(0, recovery.parameters().size())
                .mapToObj(j -> {
                    double[] empirical = test.empirical(recovery.ranks(j).resolved(Metrics.ties(seed, j)));
                    return new CalibrationCurve(band.at(), minus(empirical, band.at()), lower, upper);
                })
                .toList();
    }

    /** The share of truths in the central intervals of each level, for each parameter [D]. */
    public static List<CalibrationCurve> coverage(Recovery recovery, double errorRate) {
        // Under exact posteriors, the level at which an interval reaches the truth is uniform, so the band of ranks
        // applies.
        UniformityTest.Band band =
                UniformityTest.of(recovery.dataSets(), LEVELS - 1).band(errorRate);
        return IntStream.range(0, recovery.parameters().size())
                .mapToObj(j -> {
                    double[] reached = recovery.levels(j);
                    double[] covered = Arrays.stream(band.at())
                            .map(level -> (double) Arrays.stream(reached)
                                            .filter(r -> r <= level)
                                            .count()
                                    / reached.length)
                            .toArray();
                    return new CalibrationCurve(band.at(), covered, band.lower(), band.upper());
                })
                .toList();
    }

    private static double[] minus(double[] a, double[] b) {
        double[] difference = a.clone();
        for (int i = 0; i < a.length; i++) difference[i] -= b[i];
        return difference;
    }
}
