package bayesflow4j.posterior;

import bayesflow4j.data.CsvTable;
import bayesflow4j.data.DataFileException;
import bayesflow4j.data.NpyArray;
import bayesflow4j.data.Npz;
import bayesflow4j.data.WholeFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Draws of K data sets on disk. As NPZ: {@code draws} [K, L, D], with the names {@code parameters} [D] and
 * {@code data_sets} [K]. As CSV in long form: one line per draw, with the columns {@code data_set} and {@code draw} before
 * the parameters and the {@code name} of the data set after them.
 */
public final class DrawsFile {
    private static final String SET = "data_set";
    private static final String DRAW = "draw";
    private static final String NAME = "name";
    private static final String ARRAY = "draws";
    private static final String PARAMETERS = "parameters";
    private static final String SETS = "data_sets";

    private DrawsFile() {}

    /** Reads draws of these parameters [K], as NPZ if the file name ends in {@code .npz}, else as CSV. */
    public static List<Draws> read(Path path, List<String> parameters) {
        return path.toString().endsWith(".npz") ? readNpz(path, parameters) : readCsv(path, parameters);
    }

    private static List<Draws> readNpz(Path path, List<String> parameters) {
        Map<String, NpyArray> arrays = Npz.read(path);
        if (!arrays.containsKey(ARRAY))
            throw new DataFileException(path, "expected an array \"" + ARRAY + "\", got " + arrays.keySet());
        int[] shape = arrays.get(ARRAY).shape();
        if (shape.length != 3 || shape[2] != parameters.size() || shape[0] * shape[1] == 0)
            throw new DataFileException(
                    path,
                    "draws: expected shape [data sets, draws, " + parameters.size() + "], got "
                            + Arrays.toString(shape));
        double[] values = inOrder(path, arrays.get(ARRAY).toDoubles(), parameters, arrays.get(PARAMETERS));
        int size = shape[1] * shape[2];
        for (int i = 0; i < values.length; i++)
            if (!Double.isFinite(values[i]))
                throw new DataFileException(
                        path,
                        "draws[" + i / size + ", " + i % size / shape[2] + "] of " + parameters.get(i % shape[2])
                                + ": expected a finite number, got " + values[i]);
        List<Draws> all = new ArrayList<>(shape[0]);
        for (int k = 0; k < shape[0]; k++)
            all.add(Draws.of(parameters, Arrays.copyOfRange(values, k * size, (k + 1) * size)));
        return all;
    }

    /** The numbers in the order of the parameters, where the file names its own. */
    private static double[] inOrder(Path path, double[] values, List<String> parameters, NpyArray names) {
        if (!(names instanceof NpyArray.Texts own) || own.values().equals(parameters)) return values;
        if (!new HashSet<>(own.values()).equals(new HashSet<>(parameters)))
            throw new DataFileException(path, "parameters: expected " + parameters + ", got " + own.values());
        int width = parameters.size();
        double[] ordered = new double[values.length];
        for (int i = 0; i < values.length; i++)
            ordered[i] = values[i / width * width + own.values().indexOf(parameters.get(i % width))];
        return ordered;
    }

    private static List<Draws> readCsv(Path path, List<String> parameters) {
        CsvTable table = CsvTable.read(path, name -> name.equals(SET) || parameters.contains(name));
        int[] place = new int[parameters.size()];
        for (int j = 0; j < place.length; j++) place[j] = place(path, table, parameters.get(j));
        int set = place(path, table, SET);
        TreeMap<Double, List<double[]>> sets = new TreeMap<>();
        int line = 1;
        for (double[] row : table.rows()) {
            line++;
            double[] draw = new double[place.length];
            for (int j = 0; j < place.length; j++) draw[j] = row[place[j]];
            if (row[set] != Math.rint(row[set]))
                throw new DataFileException(path, line, SET + ": expected a whole number, got " + row[set]);
            sets.computeIfAbsent(row[set], number -> new ArrayList<>()).add(draw);
        }
        requireComplete(path, sets);
        return sets.values().stream()
                .map(rows -> Draws.of(parameters, rows.toArray(double[][]::new)))
                .toList();
    }

    private static int place(Path path, CsvTable table, String column) {
        int place = table.indexOf(column);
        if (place < 0)
            throw new DataFileException(
                    path,
                    1,
                    "expected a column \"" + column + "\", got "
                            + Stream.concat(table.columns().stream(), table.ignored().stream())
                                    .toList());
        return place;
    }

    private static void requireComplete(Path path, TreeMap<Double, List<double[]>> sets) {
        if (sets.isEmpty()) throw new DataFileException(path, "expected at least one draw, got none");
        long first = Math.round(sets.firstKey());
        if (first != 0 && first != 1)
            throw new DataFileException(path, SET + ": expected numbers from 0 or from 1, the first is " + first);
        int count = sets.firstEntry().getValue().size();
        long expected = first;
        for (Map.Entry<Double, List<double[]>> entry : sets.entrySet()) {
            long number = Math.round(entry.getKey());
            if (number != expected)
                throw new DataFileException(path, "data set " + expected + ": expected draws, got none");
            if (entry.getValue().size() != count)
                throw new DataFileException(
                        path,
                        "data set " + number + ": expected " + count + " draws as in data set " + first + ", got "
                                + entry.getValue().size());
            expected++;
        }
    }

    /**
     * Writes the long form as CSV.
     *
     * @param names of the data sets [K]; none leaves the column out
     */
    public static void writeCsv(Path path, List<Draws> draws, List<String> names) {
        WholeFile.write(path, out -> writeCsv(out, draws.getFirst().parameters(), draws.iterator(), names));
    }

    /** The same while the draws of one data set after the other are made. */
    public static void writeCsv(OutputStream out, List<String> parameters, Iterator<Draws> draws, List<String> names)
            throws IOException {
        StringBuilder text = new StringBuilder(
                SET + "," + DRAW + "," + String.join(",", parameters) + (names.isEmpty() ? "" : "," + NAME) + "\n");
        for (int k = 0; draws.hasNext(); k++) {
            appendCsv(text, k, draws.next(), names.isEmpty() ? "" : "," + CsvTable.quoted(names.get(k)));
            out.write(text.toString().getBytes(StandardCharsets.UTF_8));
            text.setLength(0);
        }
    }

    private static void appendCsv(StringBuilder text, int k, Draws draws, String end) {
        double[] row = new double[2 + draws.parameters().size()];
        row[0] = k;
        for (int l = 0; l < draws.count(); l++) {
            row[1] = l;
            for (int j = 2; j < row.length; j++) row[j] = draws.value(l, j - 2);
            CsvTable.appendRow(text, row);
            if (end.isEmpty()) continue;
            text.insert(text.length() - 1, end);
        }
    }

    /**
     * Writes {@code draws} [K, L, D] and the names as NPZ; all data sets must have the same number of draws.
     *
     * @param names of the data sets [K]; none leaves the array out
     */
    public static void writeNpz(Path path, List<Draws> draws, List<String> names) {
        int[] shape = {
            draws.size(),
            draws.getFirst().count(),
            draws.getFirst().parameters().size()
        };
        WholeFile.write(path, out -> writeNpz(out, draws.getFirst().parameters(), shape, draws.iterator(), names));
    }

    /** The same while the draws of one data set after the other are made, of shape [K, L, D] in all. */
    public static void writeNpz(
            OutputStream out, List<String> parameters, int[] shape, Iterator<Draws> draws, List<String> names)
            throws IOException {
        Map<String, NpyArray> texts = new LinkedHashMap<>();
        texts.put(PARAMETERS, new NpyArray.Texts(parameters));
        if (!names.isEmpty()) texts.put(SETS, new NpyArray.Texts(names));
        Iterator<double[]> parts = new Iterator<>() {
            private int k;

            @Override
            public boolean hasNext() {
                return draws.hasNext();
            }

            @Override
            public double[] next() {
                return flat(draws.next(), shape, k++);
            }
        };
        Npz.write(out, ARRAY, shape, parts, texts);
    }

    private static double[] flat(Draws draws, int[] shape, int k) {
        if (draws.count() != shape[1])
            throw new IllegalArgumentException(
                    "draws[" + k + "]: expected " + shape[1] + " draws, got " + draws.count());
        double[] values = new double[Math.multiplyExact(shape[1], shape[2])];
        for (int l = 0; l < shape[1]; l++)
            for (int j = 0; j < shape[2]; j++) values[l * shape[2] + j] = draws.value(l, j);
        return values;
    }

    /**
     * Writes the draws of one data set as CmdStan does, one line per draw after comments, with the columns that R's package
     * posterior knows: {@code as_draws_df(read.csv(file, comment.char = "#", check.names = FALSE))}.
     *
     * @param comments lines about the draws
     */
    public static void writeStan(Path path, Draws draws, List<String> comments) {
        List<String> header = new ArrayList<>(List.of(".chain", ".iteration", ".draw"));
        header.addAll(draws.parameters());
        List<double[]> rows = new ArrayList<>();
        for (int l = 0; l < draws.count(); l++) {
            double[] row = new double[header.size()];
            row[0] = 1;
            row[1] = l + 1;
            row[2] = l + 1;
            System.arraycopy(draws.row(l), 0, row, 3, row.length - 3);
            rows.add(row);
        }
        new CsvTable(header, rows).write(path, comments);
    }
}
