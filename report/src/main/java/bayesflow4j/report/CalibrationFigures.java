package bayesflow4j.report;

import bayesflow4j.diagnostics.CalibrationCurve;
import bayesflow4j.diagnostics.RankHistogram;
import bayesflow4j.diagnostics.Recovery;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.List;

/** Figures on calibration: ranks of the truths and coverage of intervals. */
public final class CalibrationFigures {
    /** Error rate of all bands in these figures: exact posteriors stay inside a panel's band with probability 0.95. */
    private static final double ERROR_RATE = 0.05;

    private static final Mark CHANCE = Mark.of(Palette.CHANCE).withOpacity(0.35);

    private CalibrationFigures() {}

    /** Histograms of the ranks of the truths among the draws, with the band for exact posteriors. */
    public static Figure ranks(Recovery recovery, Seed seed) {
        return Panels.perParameter(
                recovery.parameters(),
                "sbc-ranks",
                "Ranks of the truths (simulation-based calibration)",
                "Exact posteriors give bars of equal height: all bars of a panel lie in the gray band with probability 0.95."
                        + " A hill means under-confident, a valley over-confident, a slope biased.",
                240,
                (j, label) -> histogram(label, RankHistogram.of(recovery, j, ERROR_RATE, seed), recovery.dataSets()));
    }

    private static Plot histogram(String label, RankHistogram ranks, int dataSets) {
        double[] counts = Arrays.stream(ranks.counts()).asDoubleStream().toArray();
        double[] lower = {ranks.lower(), ranks.lower()};
        double[] upper = {ranks.upper(), ranks.upper()};
        int bins = counts.length;
        double[] middles = new double[bins];
        for (int b = 0; b < bins; b++) middles[b] = (b + 0.5) / bins;
        double top = Math.max(ranks.upper(), Arrays.stream(counts).max().orElseThrow());
        double[] ends = {0, 1};
        return Plot.titled(label)
                .axes("rank / L", "data sets")
                .yLimits(0, 1.08 * top)
                .band(ends, lower, upper, CHANCE)
                .bars(middles, counts, 0.92, Mark.of(Palette.BLUE).withOpacity(0.85))
                .horizontal((double) dataSets / bins);
    }

    /** The ranks' distribution function minus that of uniform ranks, with a simultaneous band. */
    public static Figure rankDistribution(Recovery recovery, Seed seed) {
        List<CalibrationCurve> lines = CalibrationCurve.ranks(recovery, ERROR_RATE, seed);
        return Panels.perParameter(
                recovery.parameters(),
                "sbc-ecdf",
                "Distribution of the ranks minus the uniform distribution",
                "For exact posteriors, the whole line stays in the gray band with probability 0.95. A line above the band on"
                        + " the left and below it on the right means over-confident, the reverse under-confident, a line"
                        + " on one side only biased.",
                240,
                (j, label) -> {
                    CalibrationCurve line = lines.get(j);
                    return Plot.titled(label)
                            .axes("rank / L", "difference")
                            .band(line.at(), line.lower(), line.upper(), CHANCE)
                            .horizontal(0)
                            .step(line.at(), line.value(), Mark.of(Palette.BLUE).withSize(1.2));
                });
    }

    /** Coverage of the central intervals of all levels, with the band for exact posteriors. */
    public static Figure coverage(Recovery recovery) {
        List<CalibrationCurve> lines = CalibrationCurve.coverage(recovery, ERROR_RATE);
        return Panels.perParameter(
                recovery.parameters(),
                "coverage",
                "Coverage of central intervals",
                "Share of truths in the central intervals of each level. Exact posteriors stay in the gray band around the"
                        + " diagonal with probability 0.95. Below the band, posteriors are over-confident or biased;"
                        + " above it, under-confident.",
                280,
                (j, label) -> {
                    CalibrationCurve line = lines.get(j);
                    return Plot.titled(label)
                            .axes("level of the interval", "truths inside")
                            .xLimits(-0.03, 1.03)
                            .yLimits(-0.03, 1.03)
                            .band(line.at(), line.lower(), line.upper(), CHANCE)
                            .diagonal()
                            .line(line.at(), line.value(), Mark.of(Palette.BLUE).withSize(1.4));
                });
    }

    /** All figures on calibration. */
    public static List<Figure> all(Recovery recovery, Seed seed) {
        return List.of(ranks(recovery, seed), rankDistribution(recovery, seed), coverage(recovery));
    }
}
