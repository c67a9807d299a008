package bayesflow4j.inference;

import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Probabilities;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * The posterior of one parameter given one data set in a few numbers.
 *
 * @param mean E[θ | x]
 * @param sd standard deviation
 * @param median 50 % quantile
 * @param q05 5 % quantile
 * @param q95 95 % quantile
 */
public record PosteriorSummary(double mean, double sd, double median, double q05, double q95) {
    /** What {@link #cells} are, for the header of a table. */
    public static final List<String> HEADER = List.of("mean", "sd", "5 %", "median", "95 %");

    /** That of values whose numbers mean nothing. */
    static final PosteriorSummary NONE =
            new PosteriorSummary(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    /** The numbers in the order of the fields, with commas; those that do not exist are empty. */
    String csv() {
        return DoubleStream.of(mean, sd, median, q05, q95)
                .mapToObj(v -> Double.isNaN(v) ? "" : Double.toString(v))
                .collect(Collectors.joining(","));
    }

    /** The summaries of draws, by parameter. */
    public static Map<String, PosteriorSummary> of(Draws draws) {
        return of(draws, List.of());
    }

    /** The same where quantiles of some parameters must be values of these: the least with so much of the draws below or at it. */
    public static Map<String, PosteriorSummary> of(Draws draws, List<Probabilities> discrete) {
        Set<String> isolated = discrete.stream().map(p -> p.parameter().name()).collect(Collectors.toSet());
        Map<String, PosteriorSummary> all = new LinkedHashMap<>();
        double[] mean = draws.mean();
        double[] sd = draws.sd();
        for (int j = 0; j < mean.length; j++) {
            double[] q = isolated.contains(draws.parameters().get(j))
                    ? drawn(draws.column(j), 0.05, 0.5, 0.95)
                    : draws.quantiles(j, 0.05, 0.5, 0.95);
            all.put(draws.parameters().get(j), new PosteriorSummary(mean[j], sd[j], q[1], q[0], q[2]));
        }
        return all;
    }

    private static double[] drawn(double[] values, double... probabilities) {
        Arrays.sort(values);
        return Arrays.stream(probabilities)
                .map(p -> values[Math.max(0, (int) Math.ceil(p * values.length) - 1)])
                .toArray();
    }

    /** The numbers for people, in the order of {@link #HEADER}. */
    public List<String> cells() {
        List<String> cells = new ArrayList<>();
        for (double value : new double[] {mean, sd, q05, median, q95}) cells.add(number(value));
        return cells;
    }

    /** The numbers by name. */
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("mean", mean);
        fields.put("sd", sd);
        fields.put("median", median);
        fields.put("q05", q05);
        fields.put("q95", q95);
        return fields;
    }

    /** Three digits or so. */
    private static String number(double value) {
        double size = Math.abs(value);
        if (size != 0 && (size < 0.001 || size >= 1e6)) return String.format(Locale.ROOT, "%.2e", value);
        return String.format(Locale.ROOT, size < 1 ? "%.3f" : size < 100 ? "%.2f" : "%.0f", value);
    }
}
