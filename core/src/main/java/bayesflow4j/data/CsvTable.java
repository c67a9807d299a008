package bayesflow4j.data;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Rows of numbers under named columns, separated by commas.
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
        return read(path, name -> true);
    }

    /** Reads only the columns whose names are accepted; the others may hold anything. */
    public static CsvTable read(Path path, Predicate<String> wanted) {
        return table(path, lines(path), wanted);
    }

    /**
     * The table that a text holds, as {@link #read(Path, Predicate)}.
     *
     * @param name what messages call the text
     */
    public static CsvTable parse(Path name, String text, Predicate<String> wanted) {
        return table(name, text.lines().toList(), wanted);
    }

    private static CsvTable table(Path path, List<String> lines, Predicate<String> wanted) {
        if (lines.isEmpty()) throw new DataFileException(path, 1, "expected a line with the names of the columns");
        List<String> header = names(lines);
        int[] places = IntStream.range(0, header.size())
                .filter(c -> wanted.test(header.get(c)))
                .toArray();
        List<double[]> rows = new ArrayList<>();
        for (int i = 1; i < lines.size(); i++)
            if (!lines.get(i).isBlank()) rows.add(row(path, i + 1, cells(lines.get(i)), header, places));
        return new CsvTable(
                Arrays.stream(places).mapToObj(header::get).toList(),
                rows,
                header.stream().filter(wanted.negate()).toList());
    }

    private static List<String> lines(Path path) {
        if (!Files.exists(path)) throw new DataFileException(path, "no such file");
        try {
            return Files.readAllLines(path);
        } catch (MalformedInputException e) {
            throw new DataFileException(path, "not a text file in UTF-8");
        } catch (IOException e) {
            throw new UncheckedIOException(path + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static List<String> names(List<String> lines) {
        return cells(lines.getFirst().replace("\uFEFF", ""));
    }

    private static double[] row(Path path, int line, List<String> cells, List<String> header, int[] places) {
        if (cells.size() != header.size())
            throw new DataFileException(path, line, "expected " + header.size() + " numbers, got " + cells.size());
        double[] row = new double[places.length];
        for (int i = 0; i < places.length; i++)
            row[i] = number(path, line, header.get(places[i]), cells.get(places[i]));
        return row;
    }

    private static double number(Path path, int line, String column, String cell) {
        try {
            double number = Double.parseDouble(cell);
            if (Double.isFinite(number)) return number;
        } catch (NumberFormatException e) {
            throw new DataFileException(path, line, column + ": expected a number, got \"" + cell + '"');
        }
        throw new DataFileException(path, line, column + ": expected a finite number, got " + cell);
    }

    /** The cells of a line without the quotes around them; a comma between quotes is part of its cell. */
    private static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        boolean quoted = false;
        int start = 0;
        for (int i = 0; i < line.length(); i++) {
            if (line.charAt(i) == '"') quoted = !quoted;
            if (line.charAt(i) != ',' || quoted) continue;
            cells.add(unquoted(line.substring(start, i)));
            start = i + 1;
        }
        cells.add(unquoted(line.substring(start)));
        return cells;
    }

    private static String unquoted(String cell) {
        String text = cell.strip();
        boolean quoted = text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"");
        return quoted ? text.substring(1, text.length() - 1) : text;
    }

    /** Writes the table, numbers in the shortest form that parses to the same value. */
    public void write(Path path) {
        WholeFile.write(path, out -> {
            Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
            writer.write(String.join(",", columns) + "\n");
            StringBuilder line = new StringBuilder();
            for (double[] row : rows) {
                line.setLength(0);
                appendRow(line, row);
                writer.append(line);
            }
            writer.flush();
        });
    }

    /** Appends a line of a table, numbers in the shortest form that parses to the same value. */
    public static void appendRow(StringBuilder text, double... row) {
        for (int i = 0; i < row.length; i++) text.append(i == 0 ? "" : ",").append(written(row[i]));
        text.append('\n');
    }

    /** Whole numbers without a point, floats with the digits of a float. */
    private static String written(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) return Long.toString((long) value);
        return (float) value == value ? Float.toString((float) value) : Double.toString(value);
    }
}
