package bayesflow4j.posterior;

import java.util.Arrays;
import java.util.List;

/**
 * How much an estimator's answer about each parameter depends on each statistic of the data.
 *
 * @param statistics names [p]
 * @param parameters names [D]
 * @param shares [D][p], at least zero; each row sums to one, or is zero where no statistic tells anything
 */
public record Importance(List<String> statistics, List<String> parameters, double[][] shares) {
    /** Divides each row by its sum. */
    public Importance {
        statistics = List.copyOf(statistics);
        parameters = List.copyOf(parameters);
        if (shares.length != parameters.size())
            throw new IllegalArgumentException(
                    "shares: expected " + parameters.size() + " rows, one per parameter, got " + shares.length);
        double[][] rows = new double[shares.length][];
        for (int i = 0; i < rows.length; i++) rows[i] = shares(statistics.size(), shares[i]);
        shares = rows;
    }

    private static double[] shares(int width, double[] row) {
        if (row.length != width)
            throw new IllegalArgumentException("shares: expected " + width + " numbers in a row, got " + row.length);
        double sum = Arrays.stream(row).sum();
        return Arrays.stream(row).map(value -> sum > 0 ? value / sum : 0).toArray();
    }
}
