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
import java.util.List;

/** Rows of numbers under named columns, separated by commas. */
public record CsvTable(List<String> columns, List<double[]> rows) {
    public CsvTable {
        columns = List.copyOf(columns);
        for (double[] row : rows)
            if (row.length != columns.size())
                throw new IllegalArgumentException("row: expected " + columns.size() + " numbers, got " + row.length);
    }

    /** Where a column stands, from 0, or −1. */
    public int indexOf(String column) {
        return columns.indexOf(column);
    }

    /** Reads a table whose first line names the columns. */
    public static CsvTable read(Path path) {
        if (!Files.exists(path)) throw new DataFileException(path, "no such file");
        try {
            List<String> lines = Files.readAllLines(path);
            if (lines.isEmpty()) throw new DataFileException(path, 1, "expected a line with the names of the columns");
            List<String> columns = new ArrayList<>();
            for (String name : lines.getFirst().replace("\uFEFF", "").split(",", -1)) columns.add(unquoted(name));
            List<double[]> rows = new ArrayList<>();
            for (int i = 1; i < lines.size(); i++)
                if (!lines.get(i).isBlank()) rows.add(row(path, i + 1, lines.get(i), columns));
            return new CsvTable(columns, rows);
        } catch (MalformedInputException e) {
            throw new DataFileException(path, "not a text file in UTF-8");
        } catch (IOException e) {
            throw new UncheckedIOException(path + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static double[] row(Path path, int line, String text, List<String> columns) {
        String[] cells = text.split(",", -1);
        if (cells.length != columns.size())
            throw new DataFileException(path, line, "expected " + columns.size() + " numbers, got " + cells.length);
        double[] row = new double[cells.length];
        for (int c = 0; c < cells.length; c++) {
            try {
                row[c] = Double.parseDouble(unquoted(cells[c]));
            } catch (NumberFormatException e) {
                throw new DataFileException(
                        path, line, columns.get(c) + ": expected a number, got \"" + cells[c].strip() + '"');
            }
        }
        return row;
    }

    private static String unquoted(String cell) {
        String text = cell.strip();
        boolean quoted = text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"");
        return quoted ? text.substring(1, text.length() - 1) : text;
    }

    /** Writes the table; numbers in the shortest form that reads back as the same double. */
    public void write(Path path) {
        WholeFile.write(path, out -> {
            Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
            writer.write(String.join(",", columns) + "\n");
            StringBuilder line = new StringBuilder();
            for (double[] row : rows) {
                line.setLength(0);
                for (double value : row) line.append(line.isEmpty() ? "" : ",").append(written(value));
                writer.append(line).append('\n');
            }
            writer.flush();
        });
    }

    /** Whole numbers without a point, floats with the digits of a float. */
    private static String written(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) return Long.toString((long) value);
        return (float) value == value ? Float.toString((float) value) : Double.toString(value);
    }
}
