package bayesflow4j.report;

import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.hypotheses.ModelProbabilities;
import bayesflow4j.hypotheses.ModelRecovery;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Figures of model comparison: probabilities and Bayes factors of data sets, and reliability of the probabilities. */
public final class ComparisonFigures {
    /** More data sets than this are sorted, so that they make curves. */
    private static final int MOST_POINTS = 60;

    /** Of more sorted data sets than this, evenly spaced ones are drawn. */
    private static final int MOST_SORTED = 300;

    private static final int MOST_PAIRS = 9;

    /** Characters of all labels along an axis, and of one. */
    private static final int ROOM = 48;

    private static final int LONGEST = 16;
    private static final double ERROR_RATE = 0.05;

    private ComparisonFigures() {}

    /**
     * The probability of each model given each data set, with two standard errors to both sides.
     *
     * @param names of the data sets
     */
    public static Figure probabilities(List<ModelProbabilities> all, List<String> names) {
        List<String> models = all.getFirst().models();
        List<Plot> plots = new ArrayList<>();
        for (int j = 0; j < Math.min(Panels.MOST, models.size()); j++) {
            int model = j;
            plots.add(estimates(
                            models.get(j),
                            "probability",
                            all,
                            names,
                            k -> new Estimate(
                                    all.get(k).probabilities()[model],
                                    all.get(k).standardErrors()[model]),
                            1,
                            Palette.series(j))
                    .yLimits(-0.03, 1.03));
        }
        return Figure.flowing(
                "probabilities",
                "Probability of each model",
                "One point per data set" + sorted(all) + "; lines reach two standard errors to both sides."
                        + some(plots.size(), models.size(), "models", " All are in probabilities.csv."),
                plots,
                plots.size() == 1 ? 640 : 400,
                260);
    }

    /**
     * log₁₀ of the Bayes factor of each pair of models given each data set.
     *
     * @param names of the data sets
     */
    public static Figure bayesFactors(List<ModelProbabilities> all, List<String> names) {
        List<String> models = all.getFirst().models();
        List<Plot> plots = new ArrayList<>();
        for (int i = 0; i < models.size(); i++)
            for (int j = i + 1; j < models.size() && plots.size() < MOST_PAIRS; j++) {
                int one = i;
                int other = j;
                plots.add(estimates(
                                models.get(j) + " : " + models.get(i),
                                "log₁₀ Bayes factor",
                                all,
                                names,
                                k -> all.get(k).log10BayesFactor(other, one),
                                Double.POSITIVE_INFINITY,
                                Palette.BLUE)
                        .horizontal(0));
            }
        return Figure.flowing(
                "bayes-factors",
                "Evidence for one model against another",
                "One point per data set" + sorted(all)
                        + "; lines reach two standard errors to both sides. Above 0 the data"
                        + " speak for the first model of a panel's title: 1 is strong evidence, 2 decisive."
                        + some(
                                plots.size(),
                                models.size() * (models.size() - 1) / 2,
                                "pairs of models",
                                " All are in bayes-factors.csv."),
                plots,
                plots.size() == 1 ? 640 : 400,
                260);
    }

    private static String sorted(List<ModelProbabilities> all) {
        if (all.size() <= MOST_POINTS) return "";
        return all.size() <= MOST_SORTED ? ", sorted" : ", sorted, " + MOST_SORTED + " of " + all.size();
    }

    /** What a figure leaves out. */
    private static String some(int shown, int all, String what, String where) {
        return shown == all ? "" : " Shown are the first " + shown + " of " + all + " " + what + "." + where;
    }

    private static Plot estimates(
            String title,
            String axis,
            List<ModelProbabilities> all,
            List<String> names,
            IntFunction<Estimate> estimate,
            double most,
            String color) {
        List<Estimate> values =
                IntStream.range(0, all.size()).mapToObj(estimate).toList();
        if (all.size() > MOST_POINTS)
            values = values.stream()
                    .sorted(Comparator.comparingDouble(Estimate::mean))
                    .toList();
        if (values.size() > MOST_SORTED) {
            List<Estimate> sorted = values;
            values = IntStream.range(0, MOST_SORTED)
                    .mapToObj(i -> sorted.get((int) ((long) i * (sorted.size() - 1) / (MOST_SORTED - 1))))
                    .toList();
        }
        double step = values.size() < 2 ? 1 : (all.size() - 1.0) / (values.size() - 1);
        double[] x =
                IntStream.range(0, values.size()).mapToDouble(k -> k * step).toArray();
        double[] mean = values.stream().mapToDouble(Estimate::mean).toArray();
        double least = most == 1 ? 0 : -most;
        double[] low = values.stream()
                .mapToDouble(e -> Math.max(least, e.mean() - 2 * finite(e.se())))
                .toArray();
        double[] high = values.stream()
                .mapToDouble(e -> Math.min(most, e.mean() + 2 * finite(e.se())))
                .toArray();
        boolean many = all.size() > MOST_POINTS;
        return Plot.titled(title)
                .axes(many ? "data sets, sorted" : "data set", axis)
                .xTicks(many ? List.of() : ticks(names))
                .ranges(
                        x,
                        low,
                        high,
                        Mark.of(color).withOpacity(many ? 0.25 : 0.5).withSize(1))
                .points(x, mean, Mark.of(color).withSize(many ? 1 : 2.2));
    }

    /** Names of data sets, shortened; of many, those that fit. */
    private static List<Axis.Tick> ticks(List<String> names) {
        int longest = names.stream().mapToInt(String::length).max().orElse(0);
        int fitting = Math.max(2, ROOM / Math.clamp(longest, 3, LONGEST));
        int step = (names.size() + fitting - 1) / fitting;
        return IntStream.range(0, names.size())
                .filter(k -> k % step == 0)
                .mapToObj(k -> new Axis.Tick(k, shortened(names.get(k))))
                .toList();
    }

    private static String shortened(String name) {
        return name.length() <= LONGEST ? name : name.substring(0, LONGEST - 1) + "…";
    }

    private static double finite(double value) {
        return Double.isFinite(value) ? value : 0;
    }

    /**
     * Estimated over exact log₁₀ Bayes factors.
     *
     * @param points by the name of the models: exact, then estimated values [2][K]
     */
    public static Figure accuracy(Map<String, double[][]> points) {
        double reach = 6;
        List<Plot> plots = new ArrayList<>();
        points.forEach((name, values) -> plots.add(Plot.titled(name)
                .axes("exact log₁₀ Bayes factor", "learned")
                .xLimits(-reach, reach)
                .yLimits(-reach, reach)
                .points(values[0], values[1], Mark.of(Palette.BLUE).withSize(1).withOpacity(0.35))
                .diagonal()));
        return Figure.flowing(
                "accuracy",
                "Learned against exact Bayes factors",
                "One point per data set; exact ones lie on the diagonal.",
                plots,
                Panels.WIDTH,
                300);
    }

    /** How often each model is true where it has about the same probability, with the band for exact probabilities. */
    public static Figure reliability(ModelRecovery recovery) {
        List<Plot> plots = new ArrayList<>();
        for (int j = 0; j < Math.min(Panels.MOST, recovery.models().size()); j++) {
            List<ModelRecovery.Bin> bins = recovery.reliability(j);
            double[] x =
                    bins.stream().mapToDouble(ModelRecovery.Bin::probability).toArray();
            double[][] bands =
                    bins.stream().map(bin -> bin.band(ERROR_RATE / bins.size())).toArray(double[][]::new);
            plots.add(Plot.titled(recovery.models().get(j))
                    .axes("probability", "frequency")
                    .xLimits(-0.03, 1.03)
                    .yLimits(-0.03, 1.03)
                    .diagonal()
                    .ranges(
                            x,
                            Arrays.stream(bands).mapToDouble(b -> b[0]).toArray(),
                            Arrays.stream(bands).mapToDouble(b -> b[1]).toArray(),
                            Mark.of(Palette.CHANCE).withOpacity(0.45).withSize(5))
                    .points(
                            x,
                            bins.stream()
                                    .mapToDouble(ModelRecovery.Bin::frequency)
                                    .toArray(),
                            Mark.of(Palette.series(j)).withSize(2.6)));
        }
        return Figure.flowing(
                "reliability",
                "Reliability of the probabilities",
                "Data sets that give a model about the same probability, and the fraction of them that the model made. For"
                        + " exact probabilities all points of a panel lie in their gray bars with probability 0.95. Points"
                        + " below the diagonal: the model is judged too probable; above: too improbable."
                        + some(plots.size(), recovery.models().size(), "models", ""),
                plots,
                Panels.WIDTH,
                280);
    }
}
