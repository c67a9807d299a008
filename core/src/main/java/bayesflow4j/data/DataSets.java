package bayesflow4j.data;

import bayesflow4j.model.Observations;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * K data sets with the same columns and equal or different N.
 *
 * <p>As NPZ: {@code x} [K, N, d], or {@code x} [ΣN, d] with {@code offsets} [K + 1] where N differs. As CSV in long
 * form: one line per row, with the columns {@code data_set} and {@code row} before the others.
 *
 * @param columns their names, in order
 * @param sets the data sets
 * @param ignored names of columns of the file that were not asked for
 */
public record DataSets(List<String> columns, List<Observations> sets, List<String> ignored) {
    private static final String SET = "data_set";
    private static final String ROW = "row";

    /** Refuses data sets of another width. */
    public DataSets {
        columns = List.copyOf(columns);
        ignored = List.copyOf(ignored);
        sets = List.copyOf(sets);
        for (Observations x : sets)
            if (x.width() != columns.size())
                throw new IllegalArgumentException("data set: expected width " + columns.size() + ", got " + x.width());
    }

    /** Data sets that no file holds anything beside. */
    public DataSets(List<String> columns, List<Observations> sets) {
        this(columns, sets, List.of());
    }

    /** The arrays {@code x} and, where N differs, {@code offsets}. */
    public Map<String, NpyArray> toArrays() {
        int width = columns.size();
        long[] offsets = new long[sets.size() + 1];
        for (int k = 0; k < sets.size(); k++)
            offsets[k + 1] = offsets[k] + sets.get(k).count();
        long rows = offsets[sets.size()];
        float[] x = new float[Math.toIntExact(rows * width)];
        for (int k = 0; k < sets.size(); k++) {
            float[] values = sets.get(k).values();
            System.arraycopy(values, 0, x, (int) offsets[k] * width, values.length);
        }
        Map<String, NpyArray> arrays = new LinkedHashMap<>();
        boolean equal = sets.stream().mapToInt(Observations::count).distinct().count() == 1;
        if (equal) {
            arrays.put("x", new NpyArray.Floats(x, sets.size(), sets.getFirst().count(), width));
        } else {
            arrays.put("x", new NpyArray.Floats(x, (int) rows, width));
            arrays.put("offsets", new NpyArray.Longs(offsets, offsets.length));
        }
        return arrays;
    }

    /** Writes the long form as CSV. */
    public void writeCsv(Path path) {
        List<String> header = new ArrayList<>(List.of(SET, ROW));
        header.addAll(columns);
        List<double[]> rows = new ArrayList<>();
        for (int k = 0; k < sets.size(); k++) {
            Observations x = sets.get(k);
            for (int n = 0; n < x.count(); n++) {
                double[] row = new double[header.size()];
                row[0] = k;
                row[1] = n;
                for (int c = 0; c < x.width(); c++) row[2 + c] = x.at(n, c);
                rows.add(row);
            }
        }
        new CsvTable(header, rows).write(path);
    }

    /** Reads data sets with these columns, as NPZ if the file name ends in {@code .npz}, else as CSV. */
    public static DataSets read(Path path, List<String> columns) {
        return path.toString().endsWith(".npz")
                ? of(path, Npz.read(path), columns)
                : of(path, CsvTable.read(path, wanted(columns)), columns);
    }

    /**
     * The data sets with these columns in the text of a CSV file.
     *
     * @param name what messages call the text
     */
    public static DataSets parse(Path name, String csv, List<String> columns) {
        return of(name, CsvTable.parse(name, csv, wanted(columns)), columns);
    }

    private static Predicate<String> wanted(List<String> columns) {
        return name -> columns.contains(name) || name.equals(SET);
    }

    /** A CSV without the column {@code data_set} is a single data set. */
    private static DataSets of(Path path, CsvTable table, List<String> columns) {
        int[] place = new int[columns.size()];
        for (int c = 0; c < place.length; c++) {
            place[c] = table.indexOf(columns.get(c));
            if (place[c] < 0)
                throw new DataFileException(
                        path,
                        1,
                        "expected the columns " + columns + ", got "
                                + Stream.concat(table.columns().stream(), table.ignored().stream())
                                        .toList());
        }
        int set = table.indexOf(SET);
        Map<Double, List<double[]>> rows = new LinkedHashMap<>();
        for (double[] row : table.rows())
            rows.computeIfAbsent(set < 0 ? 0 : row[set], key -> new ArrayList<>())
                    .add(row);
        if (rows.isEmpty()) throw new DataFileException(path, "expected at least one row of numbers, got none");
        List<Observations> sets = new ArrayList<>();
        for (List<double[]> of : rows.values()) {
            float[] values = new float[of.size() * place.length];
            for (int i = 0; i < values.length; i++)
                values[i] = (float) of.get(i / place.length)[place[i % place.length]];
            sets.add(new Observations(of.size(), place.length, values));
        }
        return new DataSets(
                columns,
                sets,
                table.ignored().stream().filter(name -> !name.equals(ROW)).toList());
    }

    /** The data sets among the arrays of a file. */
    public static DataSets of(Path path, Map<String, NpyArray> arrays, List<String> columns) {
        NpyArray x = arrays.get("x");
        if (x == null) throw new DataFileException(path, "expected an array \"x\", got " + arrays.keySet());
        int width = columns.size();
        int[] shape = x.shape();
        NpyArray offsets = arrays.get("offsets");
        boolean fits = shape.length == (offsets == null ? 3 : 2) && shape[shape.length - 1] == width;
        if (!fits)
            throw new DataFileException(
                    path,
                    "x: expected shape [data sets, rows, " + width + "], or [rows, " + width + "] with offsets, got "
                            + Arrays.toString(shape));
        return new DataSets(
                columns, cut(path, x.toFloats(), width, offsets == null ? even(shape) : offsets.toDoubles()));
    }

    private static double[] even(int[] shape) {
        double[] offsets = new double[shape[0] + 1];
        for (int k = 0; k < offsets.length; k++) offsets[k] = (double) k * shape[1];
        return offsets;
    }

    private static List<Observations> cut(Path path, float[] x, int width, double[] offsets) {
        List<Observations> sets = new ArrayList<>();
        for (int k = 0; k + 1 < offsets.length; k++) {
            if (!(offsets[k] >= 0 && offsets[k] <= offsets[k + 1] && offsets[k + 1] * width <= x.length))
                throw new DataFileException(
                        path,
                        "offsets: expected rising row numbers up to " + x.length / width + ", got " + (long) offsets[k]
                                + " then " + (long) offsets[k + 1]);
            int from = (int) offsets[k];
            int to = (int) offsets[k + 1];
            sets.add(new Observations(to - from, width, Arrays.copyOfRange(x, from * width, to * width)));
        }
        return sets;
    }
}
