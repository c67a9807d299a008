package bayesflow4j.report;

import bayesflow4j.diagnostics.Contraction;
import bayesflow4j.diagnostics.RSquared;
import bayesflow4j.diagnostics.Recovery;
import bayesflow4j.diagnostics.ZScore;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Figures on the recovery of the true parameters. */
public final class RecoveryFigures {
    /** More points than this overlap and make files large; the points shown are spaced evenly over the data sets. */
    private static final int MOST_POINTS = 300;

    private RecoveryFigures() {}

    /** Posterior means against truths, with bars of one posterior standard deviation and R². */
    public static Figure recovery(Recovery recovery) {
        return recovery(recovery, Axis.linear(recovery.parameters().size()));
    }

    /** The same on these axes, one per parameter. */
    public static Figure recovery(Recovery recovery, List<Axis> axes) {
        double[] r2 = new RSquared().of(recovery);
        return Panels.perParameter(
                recovery.parameters(),
                "recovery",
                "Recovery of the true parameters",
                "One point per data set: posterior mean ± one posterior standard deviation against the truth. On the diagonal"
                        + " the parameter is recovered; a flat cloud means that the data do not determine it."
                        + shown(recovery),
                300,
                (j, label) -> {
                    Axis axis = axes.get(j);
                    double[] truth = axis.at(thinned(recovery.truth(j)));
                    double[] center = thinned(recovery.means(j));
                    double[] mean = axis.at(center);
                    double[] sd = thinned(recovery.sds(j));
                    // The standard deviation of a logarithm is about that of the value, relative to it.
                    double[] reach = IntStream.range(0, mean.length)
                            .mapToDouble(k -> axis.logarithmic() ? sd[k] / (center[k] * Math.log(10)) : sd[k])
                            .toArray();
                    double[] low = IntStream.range(0, mean.length)
                            .mapToDouble(k ->
                                    axis.logarithmic() ? Math.max(axis.low(), mean[k] - reach[k]) : mean[k] - reach[k])
                            .toArray();
                    double[] high = IntStream.range(0, mean.length)
                            .mapToDouble(k -> mean[k] + reach[k])
                            .toArray();
                    double least = Math.min(min(truth), min(low));
                    double most = Math.max(-min(negative(truth)), -min(negative(high)));
                    return Plot.titled(String.format(Locale.ROOT, "%s, R² = %.3f", label, r2[j]))
                            .axes("truth", "posterior mean")
                            .xTicks(axis.ticks(least, most))
                            .yTicks(axis.ticks(least, most))
                            .xLimits(least - 0.03 * (most - least), most + 0.03 * (most - least))
                            .yLimits(least - 0.03 * (most - least), most + 0.03 * (most - least))
                            .ranges(
                                    truth,
                                    low,
                                    high,
                                    Mark.of(Palette.BLUE).withSize(0.6).withOpacity(0.3))
                            .points(
                                    truth,
                                    mean,
                                    Mark.of(Palette.BLUE).withSize(1.8).withOpacity(0.7))
                            .diagonal();
                });
    }

    /** z-scores against contraction, one point per data set. */
    public static Figure sensitivity(Recovery recovery, Contraction contraction) {
        return Panels.perParameter(
                recovery.parameters(),
                "z-score-contraction",
                "z-score against contraction",
                "Points to the right are well determined by the data; between −2 and 2 the truth lies where the posterior"
                        + " says. Points far up or down on the right are over-confident; an off-center cloud is biased."
                        + shown(recovery),
                260,
                (j, label) -> Plot.titled(label)
                        .axes("contraction", "z-score")
                        .xLimits(Math.min(0, min(contraction.perDataSet(recovery, j))) - 0.03, 1.03)
                        .band(
                                new double[] {Math.min(0, min(contraction.perDataSet(recovery, j))), 1},
                                new double[] {-2, -2},
                                new double[] {2, 2},
                                Mark.of(Palette.CHANCE).withOpacity(0.25))
                        .horizontal(0)
                        .points(
                                thinned(contraction.perDataSet(recovery, j)),
                                thinned(ZScore.perDataSet(recovery, j)),
                                Mark.of(Palette.BLUE).withSize(1.8).withOpacity(0.6)));
    }

    private static String shown(Recovery recovery) {
        return recovery.dataSets() > MOST_POINTS
                ? " " + MOST_POINTS + " of " + recovery.dataSets() + " data sets are shown."
                : "";
    }

    private static double[] thinned(double[] values) {
        if (values.length <= MOST_POINTS) return values;
        return IntStream.range(0, MOST_POINTS)
                .mapToDouble(i -> values[(int) ((long) i * values.length / MOST_POINTS)])
                .toArray();
    }

    private static double min(double[] values) {
        return Arrays.stream(values).min().orElseThrow();
    }

    private static double[] negative(double[] values) {
        return Arrays.stream(values).map(v -> -v).toArray();
    }
}
