package bayesflow4j.diagnostics;

import bayesflow4j.model.DataKind;
import bayesflow4j.model.Observations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * s(xₖ) [Q][K], a few summary statistics of each data set: given any of them, the ranks of the truths must still be
 * uniform. Every function of the data is valid; informative ones give the test power.
 */
public record DataStatistics(List<double[]> columns) {
    private static final int MOST = 24;

    /** Copies the columns. */
    public DataStatistics {
        columns = columns.stream().map(double[]::clone).toList();
    }

    /** No statistics: the tests use the draws alone. */
    public static DataStatistics none() {
        return new DataStatistics(List.of());
    }

    /**
     * The number of rows, and for each column its mean, spread and quartiles, for a series also its roughness, early mean
     * and maximum. Missing values are left out and counted.
     */
    public static DataStatistics of(List<Observations> observed, DataKind kind) {
        boolean gaps = observed.stream().anyMatch(x -> x.missing() > 0);
        List<double[]> rows = observed.stream().map(x -> row(x, kind, gaps)).toList();
        List<double[]> columns = new ArrayList<>();
        for (int q = 0; q < Math.min(MOST, rows.getFirst().length); q++) {
            int column = q;
            columns.add(rows.stream().mapToDouble(row -> row[column]).toArray());
        }
        return new DataStatistics(columns);
    }

    private static double[] row(Observations x, DataKind kind, boolean gaps) {
        List<Double> row = new ArrayList<>();
        row.add((double) x.count());
        if (gaps) row.add((double) x.missing());
        for (int c = 0; c < x.width(); c++) {
            double[] values = present(x, c);
            Sample sample = new Sample(values);
            row.add(sample.mean());
            if (kind == DataKind.VECTOR) continue;
            double[] sorted = values.clone();
            Arrays.sort(sorted);
            row.add(sample.squares());
            row.add(sorted[sorted.length / 4]);
            row.add(sorted[3 * sorted.length / 4]);
            if (kind == DataKind.SERIES) {
                row.add(steps(values) / Math.max(sample.squares(), Double.MIN_NORMAL));
                row.add(new Sample(Arrays.copyOf(values, (values.length + 3) / 4)).mean());
                row.add(sorted[sorted.length - 1]);
            }
        }
        return row.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** The values of a column that are not missing; a single 0 if all are. */
    private static double[] present(Observations x, int column) {
        double[] values = IntStream.range(0, x.count())
                .mapToDouble(n -> x.at(n, column))
                .filter(value -> !Double.isNaN(value))
                .toArray();
        return values.length == 0 ? new double[1] : values;
    }

    /** Σ(xₙ₊₁ − xₙ)²: large for a rough series, small for a smooth one. */
    private static double steps(double[] values) {
        double sum = 0;
        for (int n = 1; n < values.length; n++) sum += (values[n] - values[n - 1]) * (values[n] - values[n - 1]);
        return sum;
    }
}
