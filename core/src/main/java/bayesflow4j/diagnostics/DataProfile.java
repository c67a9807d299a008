package bayesflow4j.diagnostics;

import bayesflow4j.model.Column;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.Observations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.IntStream;

/**
 * x ↦ t(x) [Q], statistics of a data set that a summary network may ignore because the model never varies them: extreme rows relative
 * to the others, constant stretches, jumps. Missing values are left out.
 */
public final class DataProfile {
    /** Keeps the spread of a constant column above 0. */
    private static final double TINY = 1e-9;

    /** With more columns than this, their correlations are left out. */
    private static final int MOST_CORRELATED = 4;

    /** The number of statistics of a column of a set and of a series, and the places among them of those that are extremes. */
    private static final int OF_SET = 7;

    private static final int OF_SERIES = 10;
    private static final int SMALLEST = 1;
    private static final int LARGEST = 2;
    private static final int ABOVE = 4;
    private static final int BELOW = 5;
    private static final int JUMP = 7;
    private static final int STRETCH = 9;

    private final DataKind kind;
    private final List<Column> columns;

    /** The statistics of data sets of this kind, with these columns. */
    public DataProfile(DataKind kind, List<Column> columns) {
        this.kind = kind;
        this.columns = List.copyOf(columns);
    }

    /** What the statistics are, in words [Q]. */
    public List<String> names() {
        List<String> names = new ArrayList<>();
        for (Column column : columns) {
            if (kind == DataKind.VECTOR) {
                names.add("the value of " + column.name());
                continue;
            }
            for (String what : List.of(
                    "the mean of",
                    "the smallest value of",
                    "the largest value of",
                    "the spread of",
                    "an outlier above the others in",
                    "an outlier below the others in",
                    "the share of distinct values in")) names.add(what + " " + column.name());
            if (kind == DataKind.SERIES)
                for (String what : List.of("a jump in", "the smoothness of", "the longest constant stretch of"))
                    names.add(what + " " + column.name());
        }
        for (int[] pair : pairs())
            names.add("the correlation of " + columns.get(pair[0]).name() + " and "
                    + columns.get(pair[1]).name());
        return names;
    }

    private List<int[]> pairs() {
        List<int[]> pairs = new ArrayList<>();
        if (kind == DataKind.VECTOR || columns.size() > MOST_CORRELATED) return pairs;
        for (int i = 0; i < columns.size(); i++) for (int j = 0; j < i; j++) pairs.add(new int[] {j, i});
        return pairs;
    }

    /** What a statistic of a data set is, in words, and in which rows it is if it is an extreme; rows are counted from 1. */
    public String words(int statistic, Observations x) {
        String name = names().get(statistic);
        int each = kind == DataKind.SERIES ? OF_SERIES : OF_SET;
        int column = statistic / each;
        if (kind == DataKind.VECTOR || column >= columns.size()) return name;
        return name + rows(x, column, statistic % each);
    }

    private String rows(Observations x, int column, int statistic) {
        int[] present = IntStream.range(0, x.count())
                .filter(n -> Float.isFinite(x.at(n, column)))
                .toArray();
        double[] values = values(x, column);
        if (values.length < 2) return "";
        return switch (statistic) {
            case SMALLEST, BELOW -> " (row " + (1 + present[first(values, Math::min)]) + ")";
            case LARGEST, ABOVE -> " (row " + (1 + present[first(values, Math::max)]) + ")";
            case JUMP -> {
                int jump = first(steps(values), Math::max);
                yield " (from row " + (1 + present[jump]) + " to row " + (1 + present[jump + 1]) + ")";
            }
            case STRETCH -> stretch(values, present);
            default -> "";
        };
    }

    /** The first place of the extreme value. */
    private static int first(double[] values, DoubleBinaryOperator extreme) {
        double value = Arrays.stream(values).reduce(extreme).orElseThrow();
        return IntStream.range(0, values.length)
                .filter(i -> values[i] == value)
                .findFirst()
                .orElse(0);
    }

    private static String stretch(double[] values, int[] present) {
        int end = 0;
        int longest = 0;
        int run = 0;
        for (int n = 1; n < values.length; n++) {
            run = values[n] == values[n - 1] ? run + 1 : 0;
            if (run > longest) {
                longest = run;
                end = n;
            }
        }
        return longest == 0 ? "" : " (rows " + (1 + present[end - longest]) + " to " + (1 + present[end]) + ")";
    }

    /** t(x) [Q]. */
    public double[] of(Observations x) {
        List<Double> profile = new ArrayList<>();
        for (int c = 0; c < columns.size(); c++) {
            double[] values = values(x, c);
            if (kind == DataKind.VECTOR) profile.add(values.length == 0 ? 0 : values[0]);
            else describe(values, profile);
        }
        for (int[] pair : pairs()) profile.add(correlation(x, pair[0], pair[1]));
        return profile.stream().mapToDouble(v -> v).toArray();
    }

    private double[] values(Observations x, int c) {
        double[] values = new double[x.count()];
        int present = 0;
        for (int n = 0; n < values.length; n++)
            if (Float.isFinite(x.at(n, c)))
                values[present++] = columns.get(c).scaling().apply(x.at(n, c));
        return Arrays.copyOf(values, present);
    }

    private void describe(double[] values, List<Double> profile) {
        double[] sorted = values.length == 0 ? new double[1] : values.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        Sample sample = new Sample(sorted);
        double median = sample.median();
        double scale = scale(sorted, median);
        double least = sorted[0];
        double most = sorted[n - 1];
        long distinct = Arrays.stream(sorted).distinct().count();
        profile.addAll(List.of(sample.mean(), least, most, Math.log(sample.squares() / n + TINY)));
        profile.addAll(List.of((most - median) / scale, (median - least) / scale, (double) distinct / n));
        if (kind == DataKind.SERIES) describeSteps(values, sample.squares(), profile);
    }

    /** The middle half and a tenth of the mean absolute deviation, which is not 0 where most values are equal. */
    private static double scale(double[] sorted, double median) {
        int n = sorted.length;
        double deviation = Arrays.stream(sorted).map(v -> Math.abs(v - median)).sum() / n;
        return sorted[n - 1 - (n - 1) / 4] - sorted[(n - 1) / 4] + 0.1 * deviation + TINY;
    }

    private static void describeSteps(double[] values, double squares, List<Double> profile) {
        double[] steps = steps(values);
        int count = steps.length;
        int run = 1;
        int longest = 1;
        for (int n = 1; n < values.length; n++) {
            run = values[n] == values[n - 1] ? run + 1 : 1;
            longest = Math.max(longest, run);
        }
        double sum = Arrays.stream(steps).map(s -> s * s).sum();
        Arrays.sort(steps);
        double scale = steps[count / 2] + 0.1 * Arrays.stream(steps).sum() / count + TINY;
        profile.addAll(List.of(
                steps[count - 1] / scale, sum / (squares + TINY), (longest - 1.0) / Math.max(1, values.length)));
    }

    /** |x₂ − x₁| … of at least one step, which is 0 if there is none. */
    private static double[] steps(double[] values) {
        double[] steps = new double[Math.max(1, values.length - 1)];
        for (int n = 1; n < values.length; n++) steps[n - 1] = Math.abs(values[n] - values[n - 1]);
        return steps;
    }

    private static double correlation(Observations x, int a, int b) {
        double[] first = new double[x.count()];
        double[] second = new double[x.count()];
        int present = 0;
        for (int n = 0; n < first.length; n++)
            if (Float.isFinite(x.at(n, a)) && Float.isFinite(x.at(n, b))) {
                first[present] = x.at(n, a);
                second[present++] = x.at(n, b);
            }
        double r = present < 3
                ? 0
                : new Sample(Arrays.copyOf(first, present)).correlation(new Sample(Arrays.copyOf(second, present)));
        return Double.isFinite(r) ? r : 0;
    }
}
