package bayesflow4j.classical;

import bayesflow4j.method.SimulationTable;
import bayesflow4j.model.Observations;
import bayesflow4j.storage.Safetensors;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/** (θᵢ, s(xᵢ)) for n simulations: the parameters [n, D] and statistics [n, p] that a posterior is read off. Immutable. */
public final class ReferenceTable {
    private static final String THETA = "table.theta";
    private static final String STATISTICS = "table.statistics";

    /** So many statistics are one task of a thread: progress is heard often, and tasks are few. */
    private static final int PART = 100;

    private final int dimension;
    private final int width;
    private final double[] theta;
    private final float[] statistics;

    private ReferenceTable(int dimension, int width, double[] theta, float[] statistics) {
        this.dimension = dimension;
        this.width = width;
        this.theta = theta;
        this.statistics = statistics;
    }

    /** A table from θ [n][D] and statistics [n][p]. */
    public static ReferenceTable of(List<double[]> theta, List<double[]> statistics) {
        if (theta.isEmpty() || theta.size() != statistics.size())
            throw new IllegalArgumentException("table: expected as many θ as statistics, at least one, got "
                    + theta.size() + " and " + statistics.size());
        int dimension = theta.getFirst().length;
        int width = statistics.getFirst().length;
        double[] parameters = new double[Math.multiplyExact(theta.size(), dimension)];
        float[] numbers = new float[Math.multiplyExact(theta.size(), width)];
        for (int i = 0; i < theta.size(); i++) {
            requireLength("theta", i, dimension, theta.get(i));
            requireLength("statistics", i, width, statistics.get(i));
            System.arraycopy(theta.get(i), 0, parameters, i * dimension, dimension);
            float[] row = floats(statistics.get(i));
            System.arraycopy(row, 0, numbers, i * width, width);
        }
        return new ReferenceTable(dimension, width, parameters, numbers);
    }

    /**
     * The statistics of stored simulations, computed on so many threads.
     *
     * @param done is told on the calling thread now and then how many of {@code table.size()} are done
     */
    public static ReferenceTable of(SimulationTable table, Statistics statistics, int threads, IntConsumer done) {
        int parts = (table.size() + PART - 1) / PART;
        List<List<double[]>> rows = Labor.map(
                parts,
                threads,
                part -> part(table, part).stream().map(statistics::of).toList(),
                finished -> done.accept(Math.min(table.size(), finished * PART)));
        return of(table.theta(), rows.stream().flatMap(List::stream).toList());
    }

    private static List<Observations> part(SimulationTable table, int part) {
        return table.x().subList(part * PART, Math.min(table.size(), (part + 1) * PART));
    }

    private static void requireLength(String name, int row, int expected, double[] values) {
        if (values.length != expected || expected == 0)
            throw new IllegalArgumentException(
                    name + "[" + row + "]: expected " + Math.max(1, expected) + " numbers, got " + values.length);
        for (double value : values)
            if (!Double.isFinite(value))
                throw new IllegalArgumentException(
                        name + "[" + row + "]: expected finite numbers, got " + Arrays.toString(values));
    }

    /** Statistics as the table keeps them. */
    public static float[] floats(double[] statistics) {
        float[] floats = new float[statistics.length];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = (float) statistics[i];
            if (!Float.isFinite(floats[i]))
                throw new IllegalArgumentException(
                        "statistic " + i + ": expected a finite 32-bit number, got " + statistics[i]);
        }
        return floats;
    }

    /** n. */
    public int rows() {
        return theta.length / dimension;
    }

    /** D. */
    public int dimension() {
        return dimension;
    }

    /** p. */
    public int width() {
        return width;
    }

    /** θᵢ [D]. */
    public double[] theta(int row) {
        return Arrays.copyOfRange(theta, row * dimension, (row + 1) * dimension);
    }

    /** Parameter j of all rows [n]. */
    public double[] column(int j) {
        double[] column = new double[rows()];
        for (int i = 0; i < column.length; i++) column[i] = theta[i * dimension + j];
        return column;
    }

    /** Statistic j of row i. */
    public float statistic(int row, int j) {
        return statistics[row * width + j];
    }

    /** All statistics [n, p], row after row, a copy. */
    public float[] statistics() {
        return statistics.clone();
    }

    /** The statistics as arrays of a file, by name; together with {@link #integers} they are the table. */
    public Map<String, Safetensors.Array> arrays() {
        return Map.of(STATISTICS, new Safetensors.Array(new int[] {rows(), width}, statistics.clone()));
    }

    /** The parameters as arrays of a file, by name. */
    public Map<String, Safetensors.Integers> integers() {
        return Map.of(THETA, Bits.of(theta, rows(), dimension));
    }

    /** The table that {@link #arrays} and {@link #integers} were made of, bit for bit. */
    public static ReferenceTable of(Map<String, Safetensors.Array> arrays, Map<String, Safetensors.Integers> integers) {
        Safetensors.Array statistics = arrays.get(STATISTICS);
        Safetensors.Integers theta = integers.get(THETA);
        if (statistics == null || theta == null || statistics.shape().length != 2 || theta.shape().length != 3)
            throw new IllegalArgumentException("table: expected floats " + STATISTICS + " [n, p] and integers " + THETA
                    + " [n, D, 2], got " + arrays.keySet() + " and " + integers.keySet());
        int rows = statistics.shape()[0];
        double[] parameters = Bits.doubles(THETA, theta);
        if (rows < 1 || theta.shape()[0] != rows)
            throw new IllegalArgumentException("table: expected as many rows of " + THETA + " as of " + STATISTICS
                    + ", at least one, got " + theta.shape()[0] + " and " + rows);
        return new ReferenceTable(
                theta.shape()[1],
                statistics.shape()[1],
                parameters,
                statistics.values().clone());
    }
}
