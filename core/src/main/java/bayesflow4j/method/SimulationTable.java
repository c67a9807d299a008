package bayesflow4j.method;

import bayesflow4j.data.CsvTable;
import bayesflow4j.data.DataSets;
import bayesflow4j.data.NpyArray;
import bayesflow4j.data.Npz;
import bayesflow4j.model.Batch;
import bayesflow4j.model.Column;
import bayesflow4j.model.Failures;
import bayesflow4j.model.Gaps;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.random.Seed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * K stored simulations (θₖ, xₖ), for simulators that are too expensive to run during training. Data sets may differ in N.
 *
 * @param theta [K][D]
 * @param x [K]
 */
public record SimulationTable(List<double[]> theta, List<Observations> x) {
    /** Refuses rows of different widths. */
    public SimulationTable {
        theta = lasting(theta);
        x = lasting(x);
        if (theta.size() != x.size() || theta.isEmpty())
            throw new IllegalArgumentException(
                    "table: expected as many θ as data sets, at least one, got " + theta.size() + " and " + x.size());
        // What is made on demand was looked at when it was stored.
        for (int k = 0; k < x.size() && !(x instanceof OnDemand<?>); k++) {
            if (theta.get(k).length != theta.getFirst().length)
                throw new IllegalArgumentException("theta[" + k + "]: expected " + theta.getFirst().length
                        + " parameters, got " + theta.get(k).length);
            if (x.get(k).width() != x.getFirst().width())
                throw new IllegalArgumentException("x[" + k + "]: expected "
                        + x.getFirst().width() + " columns, got " + x.get(k).width());
        }
    }

    private static <T> List<T> lasting(List<T> list) {
        return list instanceof OnDemand<T> ? list : List.copyOf(list);
    }

    /** All data sets of these batches, in order. */
    public static SimulationTable of(List<Batch> batches) {
        return new SimulationTable(
                batches.stream().flatMap(batch -> Stream.of(batch.theta())).toList(),
                batches.stream().flatMap(batch -> batch.observations().stream()).toList());
    }

    /** These simulations, then those of another table. */
    public SimulationTable with(SimulationTable other) {
        int own = size();
        int size = own + other.size();
        return new SimulationTable(
                new OnDemand<>(size, k -> k < own ? theta.get(k) : other.theta.get(k - own), k -> 1),
                new OnDemand<>(
                        size,
                        k -> k < own ? x.get(k) : other.x.get(k - own),
                        k -> k < own ? count(k) : other.count(k - own)));
    }

    /** The same simulations with gaps in the columns of the model that may be incomplete; row k draws with stream k. */
    SimulationTable with(Gaps gaps, GenerativeModel model, Seed seed) {
        int[] columns = IntStream.range(0, model.width())
                .filter(j -> model.columns().get(j).mayBeMissing())
                .toArray();
        var gapped = new OnDemand<>(size(), k -> gaps.in(x.get(k), columns, seed.stream(k)), this::count);
        return new SimulationTable(theta, x instanceof OnDemand<?> ? gapped : List.copyOf(gapped));
    }

    /** Writes what {@link StoredSimulations} reads, whole or not at all. */
    public void writeNpz(Path path, GenerativeModel model) {
        Npz.write(path, arrays(model));
    }

    /** The arrays of {@link #writeNpz}, which the caller may add to. */
    Map<String, NpyArray> arrays(GenerativeModel model) {
        int width = theta.getFirst().length;
        double[] values = new double[size() * width];
        for (int k = 0; k < size(); k++) System.arraycopy(theta.get(k), 0, values, k * width, width);
        Map<String, NpyArray> arrays = new LinkedHashMap<>();
        List<String> columns = model.columns().stream().map(Column::name).toList();
        arrays.put("theta", new NpyArray.Doubles(values, size(), width));
        arrays.putAll(new DataSets(columns, x).toArrays());
        arrays.put("parameters", new NpyArray.Texts(model.prior().names()));
        arrays.put("columns", new NpyArray.Texts(columns));
        return arrays;
    }

    /** Writes the data sets in long form and, beside them, a line of parameters per data set. */
    public void writeCsv(Path path, Path thetaPath, GenerativeModel model) {
        List<String> header = new ArrayList<>(List.of("data_set"));
        header.addAll(model.prior().names());
        List<double[]> rows = IntStream.range(0, size())
                .mapToObj(k -> DoubleStream.concat(DoubleStream.of(k), Arrays.stream(theta.get(k)))
                        .toArray())
                .toList();
        new CsvTable(header, rows).write(thetaPath);
        new DataSets(model.columns().stream().map(Column::name).toList(), x).writeCsv(path);
    }

    /** Refuses simulations whose number of parameters or columns differs from the model's. */
    public void requireFits(GenerativeModel model) {
        if (theta.getFirst().length != model.prior().dimension() || x.getFirst().width() != model.width())
            throw new IllegalArgumentException(
                    "table: expected " + model.prior().dimension() + " parameters and "
                            + model.width() + " columns, got " + theta.getFirst().length + " and "
                            + x.getFirst().width());
    }

    /** K. */
    public int size() {
        return x.size();
    }

    /** N of data set k. */
    public int count(int k) {
        return x instanceof OnDemand<Observations> stored
                ? stored.count(k)
                : x.get(k).count();
    }

    /** The range of N. */
    public ObservationCount count() {
        var counts = IntStream.range(0, size()).map(this::count).summaryStatistics();
        return ObservationCount.between(counts.getMin(), counts.getMax());
    }

    /** These rows of the table, which must have the same N, as one batch. */
    public Batch batch(int[] rows) {
        int count = count(rows[0]);
        int width = x.getFirst().width();
        float[] values = new float[rows.length * count * width];
        double[][] thetas = new double[rows.length][];
        for (int m = 0; m < thetas.length; m++) {
            thetas[m] = theta.get(rows[m]);
            System.arraycopy(x.get(rows[m]).values(), 0, values, m * count * width, count * width);
        }
        return new Batch(thetas, count, width, values, Failures.NONE);
    }

    /** The rows grouped into batches of equal N and at most {@code size} rows, in the given order. */
    public List<int[]> batches(int[] rows, int size) {
        List<int[]> batches = new ArrayList<>();
        var open = new TreeMap<Integer, int[]>();
        var filled = new TreeMap<Integer, Integer>();
        for (int row : rows) {
            int n = count(row);
            int place = filled.merge(n, 1, Integer::sum) - 1;
            open.computeIfAbsent(n, unknown -> new int[size])[place] = row;
            if (place + 1 < size) continue;
            batches.add(open.remove(n));
            filled.remove(n);
        }
        open.forEach((n, last) -> batches.add(Arrays.copyOf(last, filled.get(n))));
        return batches;
    }
}
