package bayesflow4j.method;

import bayesflow4j.data.CsvTable;
import bayesflow4j.data.DataFileException;
import bayesflow4j.data.DataSets;
import bayesflow4j.data.NpyArray;
import bayesflow4j.data.Npz;
import bayesflow4j.model.Column;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.random.Seed;
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
 * parameters in {@code sims-theta.csv}.
 *
 * @param table the simulations
 * @param notes what was left out or added, for people
 */
public record StoredSimulations(SimulationTable table, List<String> notes) {
    private static final String SET = "data_set";
    private static final Seed GAPS = new Seed(1).child("gaps");

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
        if (path.toString().endsWith(".npz")) return of(path, npz(path, model), model);
        if (path.toString().endsWith(".csv")) return of(path, csv(path, model), model);
        throw new DataFileException(path, "expected a file .npz or .csv with parameters and data");
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
        CsvTable table = CsvTable.readWithMissing(path, name -> both.contains(name) || name.equals(SET));
        if (table.columns().containsAll(both)) return ofRows(path, table, model);
        Path beside = path.resolveSibling(path.getFileName().toString().replaceFirst("\\.csv$", "-theta.csv"));
        if (!Files.exists(beside))
            throw new DataFileException(
                    path,
                    1,
                    "expected the columns " + both + ", or the parameters in " + beside.getFileName() + ", got "
                            + Stream.concat(table.columns().stream(), table.ignored().stream())
                                    .toList());
        List<Observations> sets =
                DataSets.read(path, columns(model), name -> true).sets();
        CsvTable theta = CsvTable.readWithMissing(beside, parameters::contains);
        int[] place = places(beside, theta.columns(), parameters);
        if (theta.rows().size() != sets.size())
            throw new DataFileException(
                    beside,
                    "expected " + sets.size() + " rows, one per data set of " + path + ", got "
                            + theta.rows().size());
        return new Pairs(theta.rows().stream().map(row -> taken(row, place)).toList(), sets);
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
        List<double[]> theta = new ArrayList<>();
        List<Observations> x = new ArrayList<>();
        for (int k = 0; k < pairs.x.size(); k++) {
            double[] own = pairs.theta.get(k);
            if (!Arrays.stream(own).allMatch(Double::isFinite) || !fits(pairs.x.get(k), model)) continue;
            if (!model.prior().contains(own))
                throw new DataFileException(
                        path,
                        "theta[" + k + "]: expected parameters within the prior's support, got "
                                + Arrays.toString(own));
            theta.add(own);
            x.add(pairs.x.get(k));
        }
        int left = pairs.x.size() - x.size();
        if (x.isEmpty())
            throw new DataFileException(
                    path, "expected at least one complete simulation, got " + left + " with missing numbers");
        List<String> notes = new ArrayList<>();
        if (left > 0)
            notes.add(path + ": left out " + left + " of " + pairs.x.size()
                    + " simulations, which have numbers that are missing or not finite");
        SimulationTable table = new SimulationTable(theta, x);
        boolean complete = x.stream().allMatch(one -> one.missing() == 0);
        if (model.gaps().isEmpty() || !complete) return new StoredSimulations(table, notes);
        notes.add(path + ": has no missing values; gaps are drawn as the model says");
        return new StoredSimulations(table.with(model.gaps().get(), model, GAPS), notes);
    }

    private static boolean fits(Observations x, GenerativeModel model) {
        boolean present = false;
        for (int i = 0; i < x.values().length; i++) {
            float value = x.values()[i];
            Column column = model.columns().get(i % x.width());
            if (!Float.isFinite(value) && !(Float.isNaN(value) && column.mayBeMissing())) return false;
            present |= !Float.isNaN(value) && !column.role().isCovariate();
        }
        return present;
    }
}
