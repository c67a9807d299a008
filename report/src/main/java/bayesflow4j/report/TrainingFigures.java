package bayesflow4j.report;

import bayesflow4j.posterior.Provenance;
import bayesflow4j.posterior.Provenance.LossPoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Figures of training losses. */
public final class TrainingFigures {
    /** More points than this are indistinguishable on a line. */
    private static final int MOST_POINTS = 500;

    private TrainingFigures() {}

    /**
     * Losses of one network.
     *
     * @param label such as "training" or "validation"
     * @param steps the steps at which the losses were evaluated
     * @param values the losses
     */
    public record Losses(String label, double[] steps, double[] values) {}

    /** The training and validation losses recorded in an estimator's provenance. */
    public static Figure losses(Provenance.Training training) {
        List<LossPoint> history = training.history();
        return losses(List.of(
                new Losses("training", values(history, LossPoint::step), values(history, LossPoint::training)),
                new Losses("validation", values(history, LossPoint::step), values(history, LossPoint::validation))));
    }

    private static double[] values(List<LossPoint> history, ToDoubleFunction<LossPoint> value) {
        return history.stream().mapToDouble(value).toArray();
    }

    /** Losses over steps; long runs are averaged over blocks of neighboring steps. */
    public static Figure losses(List<Losses> all) {
        Plot plot = Plot.titled("").axes("step", "loss");
        double top = Double.NEGATIVE_INFINITY;
        double bottom = Double.POSITIVE_INFINITY;
        for (int i = 0; i < all.size(); i++) {
            Losses losses = all.get(i);
            double[] values = averaged(losses.values());
            // The losses of the first steps would otherwise dominate the vertical axis.
            top = Math.max(
                    top, Arrays.stream(values).skip(values.length / 50).max().orElseThrow());
            bottom = Math.min(bottom, Arrays.stream(values).min().orElseThrow());
            plot.line(
                    averaged(losses.steps()),
                    values,
                    Mark.of(Palette.series(i)).withSize(1.1).withLegend(all.size() > 1 ? losses.label() : ""));
        }
        double room = Math.max(1e-9, 0.05 * (top - bottom));
        plot.yLimits(bottom - room, top + room);
        return Figure.flowing(
                "losses",
                "Training losses",
                "The loss, such as the mean negative log density of the truths, should fall and then level off. If it is"
                        + " still falling at the end, train for more steps. Validation above training means overfitting.",
                new ArrayList<>(List.of(plot)),
                640,
                320);
    }

    private static double[] averaged(double[] values) {
        int blocks = Math.min(MOST_POINTS, values.length);
        return IntStream.range(0, blocks)
                .mapToDouble(b -> {
                    int from = (int) ((long) b * values.length / blocks);
                    int to = (int) ((b + 1L) * values.length / blocks);
                    return IntStream.range(from, to)
                            .mapToDouble(i -> values[i])
                            .average()
                            .orElseThrow();
                })
                .toArray();
    }
}
