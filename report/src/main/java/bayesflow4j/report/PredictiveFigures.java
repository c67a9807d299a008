package bayesflow4j.report;

import bayesflow4j.data.TimeAxis;
import bayesflow4j.hypotheses.PredictiveFit;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** What several models predict after they have seen a data set, with the data set: a panel for each model and column. */
final class PredictiveFigures {
    private static final int MOST_COLUMNS = 4;

    private PredictiveFigures() {}

    /**
     * The figure for one data set.
     *
     * @param shape a model of the data, for kind and columns
     * @param axis where the rows are in time
     */
    static Figure of(GenerativeModel shape, Observations x, TimeAxis axis, List<PredictiveFit> fits) {
        return shape.kind() == DataKind.SERIES ? series(shape, x, axis, fits) : distributions(shape, x, fits);
    }

    /** The columns that a model predicts: covariates are known. */
    private static int predicted(GenerativeModel shape) {
        return Math.min(MOST_COLUMNS, shape.randomColumns().size());
    }

    private static String title(GenerativeModel shape, PredictiveFit fit, int column) {
        String name = shape.randomColumns().size() == 1
                ? ""
                : ", " + shape.columns().get(column).name();
        return String.format(Locale.ROOT, "%s%s (p = %.2f)", fit.model(), name, fit.pValue());
    }

    private static Figure series(GenerativeModel shape, Observations x, TimeAxis axis, List<PredictiveFit> fits) {
        List<DataFigures.Predicted> all = new ArrayList<>();
        for (PredictiveFit fit : fits)
            for (int c = 0; c < predicted(shape); c++) {
                int column = c;
                all.add(new DataFigures.Predicted(
                        new DataFigures.Series(title(shape, fit, c), axis.at(), column(x, c)),
                        fit.predictions().stream().map(p -> column(p, column)).toArray(double[][]::new)));
            }
        return DataFigures.predictive(all, axis.label());
    }

    /** Sets as densities of the rows; a vector as a line over the density of what is predicted. */
    private static Figure distributions(GenerativeModel shape, Observations x, List<PredictiveFit> fits) {
        List<Plot> plots = new ArrayList<>();
        for (PredictiveFit fit : fits)
            for (int c = 0; c < predicted(shape); c++) {
                int column = c;
                double[] predicted = fit.predictions().stream()
                        .flatMapToDouble(p -> DoubleStream.of(column(p, column)))
                        .filter(value -> !Double.isNaN(value))
                        .toArray();
                double[] observed = Arrays.stream(column(x, c))
                        .filter(value -> !Double.isNaN(value))
                        .toArray();
                if (observed.length == 0 || predicted.length == 0) continue;
                Plot plot = Plot.titled(title(shape, fit, c))
                        .axes(shape.columns().get(c).name(), "")
                        .without("axis_text_y")
                        .density(
                                thinned(predicted),
                                Axis.LINEAR,
                                Mark.of(Palette.BLUE).withOpacity(0.3).withLegend("predicted"));
                plots.add(
                        shape.kind() == DataKind.VECTOR
                                ? plot.truthAcross(observed[0])
                                : plot.density(
                                        observed,
                                        Axis.LINEAR,
                                        Mark.of(Palette.VERMILION)
                                                .withOpacity(0.15)
                                                .withSize(1.2)
                                                .withLegend("observed")));
            }
        return Figure.flowing(
                "predictive",
                "Data that the models predict, with the observed data",
                "Blue: data simulated from the posterior of each model, all rows together. A model that fits covers the"
                        + " observed data, and its p-value is not small.",
                plots,
                Panels.WIDTH,
                240);
    }

    private static double[] thinned(double[] values) {
        int most = 5000;
        if (values.length <= most) return values;
        return IntStream.range(0, most)
                .mapToDouble(i -> values[(int) ((long) i * values.length / most)])
                .toArray();
    }

    private static double[] column(Observations x, int c) {
        return IntStream.range(0, x.count()).mapToDouble(n -> x.at(n, c)).toArray();
    }
}
