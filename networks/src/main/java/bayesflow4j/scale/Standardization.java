package bayesflow4j.scale;

import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** v ↦ (v − mean) / sd for each of several columns. */
record Standardization(double[] mean, double[] sd) {
    /**
     * The standardization of rows [columns] without their missing values; a constant column keeps its unit.
     *
     * @param rows gives the same rows each time, of which there may be more than memory holds
     */
    static Standardization of(Supplier<Stream<double[]>> rows, int columns) {
        double[] mean = new double[columns];
        double[] sd = new double[columns];
        long[] present = new long[columns];
        rows.get().forEachOrdered(row -> {
            for (int j = 0; j < columns; j++) if (!Double.isNaN(row[j])) present[j]++;
        });
        rows.get().forEachOrdered(row -> {
            for (int j = 0; j < columns; j++) if (!Double.isNaN(row[j])) mean[j] += row[j] / present[j];
        });
        rows.get().forEachOrdered(row -> {
            for (int j = 0; j < columns; j++)
                if (!Double.isNaN(row[j])) sd[j] += (row[j] - mean[j]) * (row[j] - mean[j]) / present[j];
        });
        for (int j = 0; j < columns; j++) {
            sd[j] = Math.sqrt(sd[j]);
            if (!(sd[j] > 1e-12 * Math.max(1, Math.abs(mean[j])))) sd[j] = 1;
        }
        return new Standardization(mean, sd);
    }

    double apply(int column, double value) {
        return (value - mean[column]) / sd[column];
    }

    double undo(int column, double value) {
        return value * sd[column] + mean[column];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Standardization s && Arrays.equals(mean, s.mean) && Arrays.equals(sd, s.sd);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(mean) + Arrays.hashCode(sd);
    }

    @Override
    public String toString() {
        return "mean " + Arrays.toString(mean) + ", sd " + Arrays.toString(sd);
    }
}
