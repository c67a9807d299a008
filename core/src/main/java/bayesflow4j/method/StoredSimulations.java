package bayesflow4j.method;

import bayesflow4j.data.CsvTable;
import bayesflow4j.data.DataFileException;
import bayesflow4j.data.DataSets;
import bayesflow4j.data.NpyArray;
import bayesflow4j.data.Npz;
import bayesflow4j.model.Batch;
import bayesflow4j.model.Column;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.parquet.ParquetColumn;
import bayesflow4j.parquet.ParquetFile;
import bayesflow4j.store.NestedRows;
import bayesflow4j.store.Shard;
import bayesflow4j.store.Store;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Simulations (θₖ, xₖ) in a file, from this program or from elsewhere.
 *
 * <p>As NPZ: {@code theta} [K, D], {@code x} [K, N, d], or [K, d] for vectors, or [ΣN, d] with {@code offsets} [K + 1], and
 * perhaps the names {@code parameters} [D] and {@code columns} [d]. As CSV: one file with parameters and columns, a row
 * per simulation or, with a column {@code data_set}, a row per observation; or the columns in {@code sims.csv} and the
 * parameters in {@code sims-theta.csv}. As Parquet: the same columns as one CSV file, or lists of numbers in a row per simulation. As
 * a directory: a {@link Store}, which may be larger than memory.
 *
 * @param table the simulations
 * @param notes what was left out or added, for people
 */
public record StoredSimulations(SimulationTable table, List<String> notes) {
    private static final String SET = "data_set";
    /** A store is kept in memory if it takes less than this part of it. */
    private static final int PART_OF_MEMORY = 8;

    /** Copies the notes. */
    public StoredSimulations {
        notes = List.copyOf(notes);
    }

    /** θ and x as they are in the file. */
    private record Pairs(List<double[]> theta, List<Observations> x) {}

    /**
     * Reads simulations of a model. Those with a missing number where the model has none are left out; if the model draws
     * gaps and the file has none, they are drawn here.
     *
     * @throws DataFileException if something is missing or does not fit the model
     */
    public static StoredSimulations read(Path path, GenerativeModel model) {
        if (Store.isOne(path)) return store(path, model, Runtime.getRuntime().maxMemory() / PART_OF_MEMORY);
        if (path.toString().endsWith(".npz")) return of(path, npz(path, model), model);
        if (path.toString().endsWith(".csv")) return of(path, csv(path, model), model);
        if (path.toString().endsWith(".parquet")) return of(path, parquet(path, model), model);
        throw new DataFileException(
                path, "expected a file .npz, .csv or .parquet with parameters and data, or the directory of a store");
    }

    /**
     * Simulations of a store.
     *
     * @param inMemory the most bytes that are kept in memory; the result is the same either way
     */
    static StoredSimulations store(Path path, GenerativeModel model, long inMemory) {
        Store store = Store.open(path);
        if (store.size() > Integer.MAX_VALUE - Long.BYTES)
            throw new DataFileException(path, "expected fewer than 2³¹ simulations, got " + store.size());
        long bytes = store.manifest().shards().stream().mapToLong(Shard::bytes).sum();
        try (TableBuilder builder = bytes <= inMemory
                ? new TableBuilder.InMemory()
                : new TableBuilder.Mapped(model.prior().dimension(), model.width())) {
            SelectedSimulations selection = new SelectedSimulations(path, model, builder);
            for (Shard shard : store.manifest().shards())
                for (Batch row : store.rows(shard, model)) selection.add(row.theta()[0], row.observations(0));
            return selection.stored();
        }
    }

    private static List<String> columns(GenerativeModel model) {
        return model.columns().stream().map(Column::name).toList();
    }

    private static Pairs npz(Path path, GenerativeModel model) {
        Map<String, NpyArray> arrays = new LinkedHashMap<>(Npz.read(path));
        NpyArray x = arrays.get("x");
        if (x != null && model.kind() == DataKind.VECTOR && x.shape().length == 2 && !arrays.containsKey("offsets"))
            arrays.put("x", new NpyArray.Floats(x.toFloats(), x.shape()[0], 1, x.shape()[1]));
        List<Observations> sets = DataSets.of(path, arrays, columns(model)).sets();
        NpyArray theta = arrays.get("theta");
        int width = model.prior().dimension();
        if (theta == null) throw new DataFileException(path, "expected an array \"theta\" [data sets, parameters]");
        if (!Arrays.equals(theta.shape(), new int[] {sets.size(), width}))
            throw new DataFileException(
                    path,
                    "theta: expected shape [" + sets.size() + ", " + width + "], a row per data set, got "
                            + Arrays.toString(theta.shape()));
        int[] place = IntStream.range(0, width).toArray();
        if (arrays.get("parameters") instanceof NpyArray.Texts names)
            place = places(path, names.values(), model.prior().names());
        double[] values = theta.toDoubles();
        List<double[]> rows = new ArrayList<>();
        for (int k = 0; k < sets.size(); k++) {
            double[] row = new double[width];
            for (int j = 0; j < width; j++) row[j] = values[k * width + place[j]];
            rows.add(row);
        }
        return new Pairs(rows, sets);
    }

    private static int[] places(Path path, List<String> names, List<String> wanted) {
        if (names.size() != wanted.size() || !names.containsAll(wanted))
            throw new DataFileException(path, "parameters: expected " + wanted + " in any order, got " + names);
        return wanted.stream().mapToInt(names::indexOf).toArray();
    }

    private static Pairs csv(Path path, GenerativeModel model) {
        List<String> parameters = model.prior().names();
        List<String> both =
                Stream.concat(parameters.stream(), columns(model).stream()).toList();
        CsvTable table = CsvTable.readSimulations(path, name -> both.contains(name) || name.equals(SET), SET);
        if (table.columns().containsAll(both)) return ofRows(path, table, model);
        Path beside = path.resolveSibling(path.getFileName().toString().replaceFirst("\\.csv$", "-theta.csv"));
        if (!Files.exists(beside))
            throw new DataFileException(
                    path,
                    1,
                    "expected the columns " + both + ", or the parameters in " + beside.getFileName() + ", got "
                            + Stream.concat(table.columns().stream(), table.ignored().stream())
                                    .toList());
        List<Observations> sets = DataSets.readSimulations(path, columns(model)).sets();
        CsvTable theta = CsvTable.readSimulations(beside, parameters::contains, SET);
        int[] place = places(beside, theta.columns(), parameters);
        if (theta.rows().size() != sets.size())
            throw new DataFileException(
                    beside,
                    "expected " + sets.size() + " rows, one per data set of " + path + ", got "
                            + theta.rows().size());
        return new Pairs(theta.rows().stream().map(row -> taken(row, place)).toList(), sets);
    }

    private static Pairs parquet(Path path, GenerativeModel model) {
        ParquetFile file = ParquetFile.read(path);
        List<String> wanted = new ArrayList<>(model.prior().names());
        wanted.addAll(columns(model));
        if (!file.names().containsAll(wanted))
            throw new DataFileException(path, "expected the columns " + wanted + ", got " + file.names());
        List<ParquetColumn> columns =
                new ArrayList<>(wanted.stream().map(file::column).toList());
        if (columns.stream().anyMatch(column -> column instanceof ParquetColumn.Lists)) {
            List<Batch> rows = NestedRows.of(path, columns, model.prior().dimension());
            return new Pairs(
                    rows.stream().map(row -> row.theta()[0]).toList(),
                    rows.stream().map(row -> row.observations(0)).toList());
        }
        if (file.names().contains(SET)) {
            wanted.add(SET);
            columns.add(numbered(file.column(SET)));
        }
        return ofRows(
                path,
                new CsvTable(
                        wanted,
                        IntStream.range(0, file.rows())
                                .mapToObj(k -> columns.stream()
                                        .mapToDouble(c -> c.at(k))
                                        .toArray())
                                .toList()),
                model);
    }

    /** Names of data sets as numbers, in the order in which they appear. */
    private static ParquetColumn numbered(ParquetColumn sets) {
        if (!(sets instanceof ParquetColumn.Texts(String name, String[] texts))) return sets;
        Map<String, Long> numbers = new LinkedHashMap<>();
        return new ParquetColumn.Longs(
                name,
                Arrays.stream(texts)
                        .mapToLong(text -> numbers.computeIfAbsent(text, unknown -> (long) numbers.size()))
                        .toArray());
    }

    private static double[] taken(double[] row, int[] place) {
        return IntStream.of(place).mapToDouble(j -> row[j]).toArray();
    }

    /** Parameters and data in the same rows. */
    private static Pairs ofRows(Path path, CsvTable table, GenerativeModel model) {
        int[] ofTheta = model.prior().names().stream().mapToInt(table::indexOf).toArray();
        int[] ofX = columns(model).stream().mapToInt(table::indexOf).toArray();
        int set = table.indexOf(SET);
        if (set < 0 && model.kind() != DataKind.VECTOR)
            throw new DataFileException(
                    path,
                    1,
                    "expected a column data_set, which says what rows belong together, got " + table.columns());
        Map<Double, List<double[]>> sets = new LinkedHashMap<>();
        for (int i = 0; i < table.rows().size(); i++) {
            double[] row = table.rows().get(i);
            sets.computeIfAbsent(set < 0 ? i : row[set], key -> new ArrayList<>())
                    .add(row);
        }
        List<double[]> theta = new ArrayList<>();
        List<Observations> x = new ArrayList<>();
        sets.forEach((number, rows) -> {
            double[] first = taken(rows.getFirst(), ofTheta);
            for (double[] row : rows)
                if (!Arrays.equals(first, taken(row, ofTheta)))
                    throw new DataFileException(
                            path, "data set " + number.longValue() + ": expected the same parameters in all rows");
            theta.add(first);
            x.add(Observations.ofRows(rows.stream().map(row -> taken(row, ofX)).toArray(double[][]::new)));
        });
        return new Pairs(theta, x);
    }

    private static StoredSimulations of(Path path, Pairs pairs, GenerativeModel model) {
        SelectedSimulations selection = new SelectedSimulations(path, model, new TableBuilder.InMemory());
        for (int k = 0; k < pairs.x.size(); k++) selection.add(pairs.theta.get(k), pairs.x.get(k));
        return selection.stored();
    }
}
