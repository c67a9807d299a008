package bayesflow4j.data;

import java.io.BufferedWriter;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Rows of numbers under named columns, as CSV; NaN is a missing number.
 *
 * @param columns their names, in order
 * @param rows one number for each column
 * @param ignored names of columns that the file has besides
 */
public record CsvTable(List<String> columns, List<double[]> rows, List<String> ignored) {
    /** Refuses rows of another width. */
    public CsvTable {
        columns = List.copyOf(columns);
        ignored = List.copyOf(ignored);
        for (double[] row : rows)
            if (row.length != columns.size())
                throw new IllegalArgumentException("row: expected " + columns.size() + " numbers, got " + row.length);
    }

    /** A table of which nothing is ignored. */
    public CsvTable(List<String> columns, List<double[]> rows) {
        this(columns, rows, List.of());
    }

    /** The index of a column, from 0, or −1 if there is none. */
    public int indexOf(String column) {
        return columns.indexOf(column);
    }

    /** Reads a table of finite numbers whose first line names the columns. */
    public static CsvTable read(Path path) {
        return read(path, name -> !name.isEmpty());
    }

    /** Reads only these columns, all of which must be there; the others may hold anything. */
    public static CsvTable read(Path path, List<String> required) {
        CsvText text = CsvText.read(path);
        for (String name : required) NamedColumns.place(path, text.headerLine(), text.header(), name);
        return read(text, required::contains);
    }

    /** Reads only the columns whose names are accepted; the others may hold anything. */
    public static CsvTable read(Path path, Predicate<String> wanted) {
        return read(CsvText.read(path), wanted);
    }

    private static CsvTable read(CsvText text, Predicate<String> wanted) {
        int[] places = places(text, wanted);
        List<double[]> rows = new ArrayList<>();
        for (CsvText.Row row : text.rows()) {
            double[] numbers = new double[places.length];
            for (int i = 0; i < places.length; i++) {
                numbers[i] = text.number(row, places[i]);
                if (Double.isNaN(numbers[i]))
                    throw new DataFileException(
                            text.path(),
                            row.line(),
                            text.header().get(places[i]) + ": expected a number, got \""
                                    + row.cells().get(places[i]) + '"');
            }
            rows.add(numbers);
        }
        return of(text, wanted, places, rows);
    }

    /**
     * Reads a table of simulations: missing numbers are NaN, infinite ones are as they are, and a column of names is numbered in
     * the order in which they appear.
     *
     * @param named the column that may hold names
     */
    public static CsvTable readSimulations(Path path, Predicate<String> wanted, String named) {
        CsvText text = CsvText.read(path);
        int[] places = places(text, wanted);
        int names = text.header().indexOf(named);
        boolean hasNames = names >= 0
                && text.rows().stream().anyMatch(row -> !row.cells().get(names).matches("[-+.\\deE]+"));
        Map<String, Integer> numbers = new HashMap<>();
        List<double[]> rows = new ArrayList<>();
        for (CsvText.Row row : text.rows()) {
            double[] cells = new double[places.length];
            for (int i = 0; i < cells.length; i++)
                cells[i] = hasNames && places[i] == names
                        ? numbers.computeIfAbsent(row.cells().get(names), _ -> numbers.size())
                        : text.realNumber(row, places[i]);
            rows.add(cells);
        }
        return of(text, wanted, places, rows);
    }

    private static int[] places(CsvText text, Predicate<String> wanted) {
        return IntStream.range(0, text.header().size())
                .filter(c -> wanted.test(text.header().get(c)))
                .toArray();
    }

    private static CsvTable of(CsvText text, Predicate<String> wanted, int[] places, List<double[]> rows) {
        return new CsvTable(
                Arrays.stream(places).mapToObj(text.header()::get).toList(),
                rows,
                text.header().stream().filter(wanted.negate()).toList());
    }

    /** Writes the table, numbers in the shortest form that parses to the same value. */
    public void write(Path path) {
        write(path, header(), row -> "");
    }

    /** The same with one more column, a text for each row. */
    public void write(Path path, String column, List<String> texts) {
        if (texts.size() != rows.size())
            throw new IllegalArgumentException(
                    column + ": expected " + rows.size() + " texts, one per row, got " + texts.size());
        write(path, header() + "," + column, row -> "," + quoted(texts.get(row)));
    }

    private String header() {
        return String.join(",", columns.stream().map(CsvTable::quoted).toList());
    }

    /** Writes the table below lines of comments, which begin with #. */
    public void write(Path path, List<String> comments) {
        StringBuilder header = new StringBuilder();
        for (String comment : comments) header.append("# ").append(comment).append('\n');
        write(path, header + String.join(",", columns), row -> "");
    }

    private void write(Path path, String header, IntFunction<String> last) {
        WholeFile.write(path, out -> {
            Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
            writer.write(header + "\n");
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < rows.size(); i++) {
                line.setLength(0);
                appendCells(line, rows.get(i));
                writer.append(line).append(last.apply(i)).append('\n');
            }
            writer.flush();
        });
    }

    /** A text as a cell: in quotes where it would otherwise be several cells. */
    public static String quoted(String text) {
        return text.matches("[^,;\"\\s]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
    }

    /** Appends a line of a table, numbers in the shortest form that parses to the same value. */
    public static void appendRow(StringBuilder text, double... row) {
        appendCells(text, row);
        text.append('\n');
    }

    private static void appendCells(StringBuilder text, double... row) {
        for (int i = 0; i < row.length; i++) text.append(i == 0 ? "" : ",").append(written(row[i]));
    }

    /** Whole numbers without a point, floats with the digits of a float, NA for a missing number. */
    private static String written(double value) {
        if (Double.isNaN(value)) return "NA";
        if (value == Math.rint(value) && Math.abs(value) < 1e15) return Long.toString((long) value);
        return (float) value == value ? Float.toString((float) value) : Double.toString(value);
    }
}
