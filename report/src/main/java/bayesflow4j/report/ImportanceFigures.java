package bayesflow4j.report;

import bayesflow4j.posterior.Importance;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Figures of the statistics that an estimator uses. */
public final class ImportanceFigures {
    private static final int MOST_STATISTICS = 12;

    private ImportanceFigures() {}

    /** The statistics that tell most about each parameter. */
    public static Figure of(Importance importance) {
        int shown = Math.min(MOST_STATISTICS, importance.statistics().size());
        return Panels.perParameter(
                importance.parameters(),
                "importance",
                "Importance of the statistics",
                "The share of each statistic in what the forest explains of each parameter."
                        + (shown < importance.statistics().size()
                                ? " The " + shown + " most important of "
                                        + importance.statistics().size() + " are shown."
                                : ""),
                60 + 20 * shown,
                (j, label) -> panel(importance, j, shown, label));
    }

    private static Plot panel(Importance importance, int parameter, int shown, String label) {
        double[] shares = importance.shares()[parameter];
        List<Integer> order = IntStream.range(0, shares.length)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer i) -> -shares[i]))
                .limit(shown)
                .toList();
        return Plot.titled(label)
                .axes("share", "")
                .namedBars(
                        order.stream().map(importance.statistics()::get).toList(),
                        order.stream().mapToDouble(i -> shares[i]).toArray(),
                        Mark.of(Palette.series(0)));
    }
}
