package bayesflow4j.data;

import bayesflow4j.model.Observations;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * K data sets with the same columns and equal or different N.
 *
 * <p>As NPZ: {@code x} [K, N, d], or {@code x} [ΣN, d] with {@code offsets} [K + 1] where N differs. As CSV in long
 * form: one line per row, with the columns {@code data_set} and {@code row} before the others.
 *
 * @param columns their names, in order
 * @param sets the data sets
 * @param names of the data sets; empty where the file only numbers them
 * @param axes where the rows of each data set are in time; empty where the file does not say
 * @param ordering what the time says against rows in equal steps, in words; empty where it says nothing
 * @param ignored names of columns of the file that were not asked for
 * @param notes what was guessed about the file, for people
 */
public record DataSets(
        List<String> columns,
        List<Observations> sets,
        List<String> names,
        List<TimeAxis> axes,
        List<String> ordering,
        List<String> ignored,
        List<String> notes) {
    private static final String SET = "data_set";
    private static final String ROW = "row";

    /** Refuses data sets of another width. */
    public DataSets {
        columns = List.copyOf(columns);
        ignored = List.copyOf(ignored);
        names = List.copyOf(names);
        axes = List.copyOf(axes);
        ordering = List.copyOf(ordering);
        notes = List.copyOf(notes);
        sets = List.copyOf(sets);
        for (Observations x : sets)
            if (x.width() != columns.size())
                throw new IllegalArgumentException("data set: expected width " + columns.size() + ", got " + x.width());
    }

    /** Data sets that no file holds anything beside. */
    public DataSets(List<String> columns, List<Observations> sets) {
        this(columns, sets, List.of(), List.of(), List.of(), List.of(), List.of());
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

    /**
     * Reads data sets with these columns and no missing values, as NPZ if the file name ends in {@code .npz}, else as CSV.
     */
    public static DataSets read(Path path, List<String> columns) {
        return read(path, columns, name -> false);
    }

    /** The same with missing values, which become NaN, in the columns that may have them. */
    public static DataSets read(Path path, List<String> columns, Predicate<String> mayBeMissing) {
        return path.toString().endsWith(".npz")
                ? of(path, Npz.read(path), columns)
                : new DataSetsText(CsvText.read(path), columns, mayBeMissing, true).read();
    }

    /** Reads the CSV file of a table of simulations, whose numbers may be missing or infinite. */
    public static DataSets readSimulations(Path path, List<String> columns) {
        return new DataSetsText(CsvText.read(path), columns, name -> true, false).read();
    }

    /**
     * The data sets with these columns in the text of a CSV file.
     *
     * @param name what messages call the text
     */
    public static DataSets parse(Path name, String csv, List<String> columns, Predicate<String> mayBeMissing) {
        return new DataSetsText(CsvText.parse(name, csv), columns, mayBeMissing, true).read();
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
        float[] values = inOrder(path, x.toFloats(), columns, arrays.get("columns"));
        return new DataSets(columns, cut(path, values, width, offsets == null ? even(shape) : offsets.toDoubles()));
    }

    /** The numbers with columns in the order that was asked for, where the file names its own. */
    private static float[] inOrder(Path path, float[] x, List<String> columns, NpyArray names) {
        if (!(names instanceof NpyArray.Texts own)) return x;
        int[] place = NamedColumns.places(path, "columns", own.values(), columns);
        float[] ordered = new float[x.length];
        for (int i = 0; i < x.length; i++) ordered[i] = x[i / place.length * place.length + place[i % place.length]];
        return ordered;
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
