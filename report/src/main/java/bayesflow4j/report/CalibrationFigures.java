package bayesflow4j.report;

import bayesflow4j.diagnostics.BinomialTails;
import bayesflow4j.diagnostics.Recovery;
import bayesflow4j.diagnostics.UniformityTest;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.List;

/** Figures on calibration: ranks of the truths and coverage of intervals. */
public final class CalibrationFigures {
    /** Error rate of all bands in these figures: exact posteriors stay inside a panel's band with probability 0.95. */
    private static final double ERROR_RATE = 0.05;

    private static final int LEVELS = 100;

    private static final Mark CHANCE = Mark.of(Palette.CHANCE).withOpacity(0.35);

    private CalibrationFigures() {}

    /** Histograms of the ranks of the truths among the draws, with the band for exact posteriors. */
    public static Figure ranks(Recovery recovery, Seed seed) {
        int draws = recovery.drawsPerDataSet();
        int bins = Math.clamp(recovery.dataSets() / 15, 5, Math.min(20, draws + 1));
        return Panels.perParameter(
                recovery.parameters(),
                "sbc-ranks",
                "Ranks of the truths (simulation-based calibration)",
                "Exact posteriors give bars of equal height: all bars of a panel lie in the gray band with probability 0.95."
                        + " A hill means under-confident, a valley over-confident, a slope biased.",
                240,
                (j, label) -> {
                    double[] counts = new double[bins];
                    for (int rank :
                            recovery.ranks(j).resolved(seed.child("ties").child(j)))
                        counts[(int) ((long) rank * bins / (draws + 1))]++;
                    return histogram(label, counts, recovery.dataSets());
                });
    }

    private static Plot histogram(String label, double[] counts, int dataSets) {
        int bins = counts.length;
        // Bonferroni over the bars of a panel.
        int[] limits = new BinomialTails(dataSets, 1.0 / bins).central(ERROR_RATE / bins);
        double[] middles = new double[bins];
        for (int b = 0; b < bins; b++) middles[b] = (b + 0.5) / bins;
        double top = Math.max(limits[1], Arrays.stream(counts).max().orElseThrow());
        double[] ends = {0, 1};
        return Plot.titled(label)
                .axes("rank / L", "data sets")
                .yLimits(0, 1.08 * top)
                .band(ends, new double[] {limits[0], limits[0]}, new double[] {limits[1], limits[1]}, CHANCE)
                .bars(middles, counts, 0.92, Mark.of(Palette.BLUE).withOpacity(0.85))
                .horizontal((double) dataSets / bins);
    }

    /** The ranks' distribution function minus that of uniform ranks, with a simultaneous band. */
    public static Figure rankDistribution(Recovery recovery, Seed seed) {
        UniformityTest test = UniformityTest.of(recovery.dataSets(), recovery.drawsPerDataSet());
        UniformityTest.Band band = test.band(ERROR_RATE);
        double[] low = minus(band.lower(), band.at());
        double[] high = minus(band.upper(), band.at());
        return Panels.perParameter(
                recovery.parameters(),
                "sbc-ecdf",
                "Distribution of the ranks minus the uniform distribution",
                "For exact posteriors, the whole line stays in the gray band with probability 0.95. A line above the band on"
                        + " the left and below it on the right means over-confident, the reverse under-confident, a line"
                        + " on one side only biased.",
                240,
                (j, label) -> {
                    double[] line = minus(
                            test.empirical(recovery.ranks(j)
                                    .resolved(seed.child("ties").child(j))),
                            band.at());
                    return Plot.titled(label)
                            .axes("rank / L", "difference")
                            .band(band.at(), low, high, CHANCE)
                            .horizontal(0)
                            .step(band.at(), line, Mark.of(Palette.BLUE).withSize(1.2));
                });
    }

    private static double[] minus(double[] a, double[] b) {
        double[] difference = a.clone();
        for (int i = 0; i < a.length; i++) difference[i] -= b[i];
        return difference;
    }

    /** Coverage of the central intervals of all levels, with the band for exact posteriors. */
    public static Figure coverage(Recovery recovery) {
        // Under exact posteriors, the level at which an interval reaches the truth is uniform, so the band of ranks
        // applies.
        UniformityTest.Band band =
                UniformityTest.of(recovery.dataSets(), LEVELS - 1).band(ERROR_RATE);
        return Panels.perParameter(
                recovery.parameters(),
                "coverage",
                "Coverage of central intervals",
                "Share of truths in the central intervals of each level. Exact posteriors stay in the gray band around the"
                        + " diagonal with probability 0.95. Below the band, posteriors are over-confident or biased;"
                        + " above it, under-confident.",
                280,
                (j, label) -> {
                    double[] reached = recovery.levels(j);
                    double[] covered = Arrays.stream(band.at())
                            .map(level -> (double) Arrays.stream(reached)
                                            .filter(r -> r <= level)
                                            .count()
                                    / reached.length)
                            .toArray();
                    return Plot.titled(label)
                            .axes("level of the interval", "truths inside")
                            .xLimits(-0.03, 1.03)
                            .yLimits(-0.03, 1.03)
                            .band(band.at(), band.lower(), band.upper(), CHANCE)
                            .diagonal()
                            .line(band.at(), covered, Mark.of(Palette.BLUE).withSize(1.4));
                });
    }

    /** All figures on calibration. */
    public static List<Figure> all(Recovery recovery, Seed seed) {
        return List.of(ranks(recovery, seed), rankDistribution(recovery, seed), coverage(recovery));
    }
}
