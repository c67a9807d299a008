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
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Draws of K data sets on disk. As NPZ: {@code draws} [K, L, D]. As CSV in long form: one line per draw, with the columns
 * {@code data_set} and {@code draw} before the parameters.
 */
public final class DrawsFile {
    private static final String SET = "data_set";
    private static final String DRAW = "draw";
    private static final String ARRAY = "draws";

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
        double[] values = arrays.get(ARRAY).toDoubles();
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

    private static List<Draws> readCsv(Path path, List<String> parameters) {
        CsvTable table = CsvTable.read(path);
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
            throw new DataFileException(path, 1, "expected a column \"" + column + "\", got " + table.columns());
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

    /** Writes the long form as CSV. */
    public static void writeCsv(Path path, List<Draws> draws) {
        WholeFile.write(path, out -> writeCsv(out, draws.getFirst().parameters(), draws.iterator()));
    }

    /** Writes the long form as CSV while the draws of one data set after the other are made. */
    public static void writeCsv(OutputStream out, List<String> parameters, Iterator<Draws> draws) throws IOException {
        StringBuilder text = new StringBuilder(SET + "," + DRAW + "," + String.join(",", parameters) + "\n");
        for (int k = 0; draws.hasNext(); k++) {
            appendCsv(text, k, draws.next());
            out.write(text.toString().getBytes(StandardCharsets.UTF_8));
            text.setLength(0);
        }
    }

    private static void appendCsv(StringBuilder text, int k, Draws draws) {
        double[] row = new double[2 + draws.parameters().size()];
        row[0] = k;
        for (int l = 0; l < draws.count(); l++) {
            row[1] = l;
            for (int j = 2; j < row.length; j++) row[j] = draws.value(l, j - 2);
            CsvTable.appendRow(text, row);
        }
    }

    /** Writes the array {@code draws} [K, L, D] as NPZ; all data sets must have the same number of draws. */
    public static void writeNpz(Path path, List<Draws> draws) {
        int[] shape = {
            draws.size(),
            draws.getFirst().count(),
            draws.getFirst().parameters().size()
        };
        WholeFile.write(path, out -> writeNpz(out, shape, draws.iterator()));
    }

    /** Writes the array {@code draws} of shape [K, L, D] as NPZ while the draws of one data set after the other are made. */
    public static void writeNpz(OutputStream out, int[] shape, Iterator<Draws> draws) throws IOException {
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
        Npz.write(out, ARRAY, shape, parts);
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
}
