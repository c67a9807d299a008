package bayesflow4j.cli;

import bayesflow4j.posterior.Draws;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Mean, standard deviation, median and the ends of the central 90 % of one parameter given one data set. */
record PosteriorSummary(double mean, double sd, double median, double q05, double q95) {
    static final List<String> HEADER = List.of("mean", "sd", "5 %", "median", "95 %");

    /** By parameter. */
    static Map<String, PosteriorSummary> of(Draws draws) {
        Map<String, PosteriorSummary> all = new LinkedHashMap<>();
        double[] mean = draws.mean();
        double[] sd = draws.sd();
        for (int j = 0; j < mean.length; j++) {
            double[] q = draws.quantiles(j, 0.05, 0.5, 0.95);
            all.put(draws.parameters().get(j), new PosteriorSummary(mean[j], sd[j], q[1], q[0], q[2]));
        }
        return all;
    }

    /** The numbers for people, in the order of {@link #HEADER}. */
    List<String> cells() {
        List<String> cells = new ArrayList<>();
        for (double value : new double[] {mean, sd, q05, median, q95}) cells.add(number(value));
        return cells;
    }

    /** Three digits or so. */
    static String number(double value) {
        double size = Math.abs(value);
        if (size != 0 && (size < 0.001 || size >= 1e6)) return String.format(Locale.ROOT, "%.2e", value);
        return String.format(Locale.ROOT, size < 1 ? "%.3f" : size < 100 ? "%.2f" : "%.0f", value);
    }
}
