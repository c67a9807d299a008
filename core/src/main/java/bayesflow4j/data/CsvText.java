package bayesflow4j.data;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The cells of a table as people have them: separated by commas, semicolons or tabs, with decimal points or commas, with
 * comments, and with missing cells.
 *
 * @param path of the file
 * @param headerLine where the names of the columns are, from 1
 * @param header names of the columns; empty for a column without a name
 * @param rows the cells of each line
 * @param decimalComma whether numbers are written as 1,5
 * @param notes what was guessed, for people
 */
record CsvText(
        Path path, int headerLine, List<String> header, List<Row> rows, boolean decimalComma, List<String> notes) {
    private static final Pattern COMMA_NUMBER = Pattern.compile("[-+]?\\d*,\\d+([eE][-+]?\\d+)?");
    private static final Pattern INFINITE = Pattern.compile("(?i)([-+]?)inf(inity)?");
    private static final Set<String> MISSING = Set.of("", "na", "n/a", "#n/a", "nan", "null", ".");

    /** The cells of one line, counted from 1. */
    record Row(int line, List<String> cells) {}

    /** Whether a cell stands for a missing value. */
    static boolean isMissing(String cell) {
        return MISSING.contains(cell.toLowerCase(Locale.ROOT));
    }

    static CsvText read(Path path) {
        List<String> notes = new ArrayList<>();
        return of(path, text(path, notes), notes);
    }

    /** The cells of a text that is not in a file; messages call it by this name. */
    static CsvText parse(Path name, String text) {
        return of(name, text.replace("\uFEFF", ""), new ArrayList<>());
    }

    private static CsvText of(Path path, String text, List<String> notes) {
        List<String> lines = text.lines().toList();
        String told = lines.isEmpty() ? "" : lines.getFirst();
        boolean separatorTold = told.matches("sep=.");
        List<Integer> used = new ArrayList<>();
        for (int i = separatorTold ? 1 : 0; i < lines.size(); i++)
            if (!lines.get(i).isBlank() && !lines.get(i).stripLeading().startsWith("#")) used.add(i);
        if (used.isEmpty()) throw new DataFileException(path, 1, "expected a line with the names of the columns");
        String first = lines.get(used.getFirst());
        char separator =
                separatorTold ? told.charAt(4) : separator(first, used.size() > 1 ? lines.get(used.get(1)) : "");
        List<String> header = withoutTrailing(cells(first, separator));
        requireDifferent(path, used.getFirst() + 1, header);
        List<Row> rows = new ArrayList<>();
        for (int i : used.subList(1, used.size())) rows.add(new Row(i + 1, cells(lines.get(i), separator)));
        // R leaves out the name of the column of row names. Between commas, one more cell could be a decimal comma.
        boolean rowNames = separator != ','
                && !rows.isEmpty()
                && rows.stream()
                        .allMatch(row -> row.cells().size() == header.size() + 1
                                && !row.cells().getLast().isEmpty());
        if (rowNames) header.addFirst("");
        List<Row> fitting =
                rows.stream().map(row -> fitted(path, row, header.size())).toList();
        boolean comma = separator != ','
                && fitting.stream()
                        .flatMap(row -> row.cells().stream())
                        .anyMatch(cell -> COMMA_NUMBER.matcher(cell).matches());
        if (separator == ';' || separator == '\t')
            notes.add("read with " + (separator == ';' ? "semicolons" : "tabs") + " between columns"
                    + (comma ? " and decimal commas" : ""));
        else if (comma) notes.add("read with decimal commas");
        return new CsvText(path, used.getFirst() + 1, List.copyOf(header), fitting, comma, notes);
    }

    private static String text(Path path, List<String> notes) {
        if (!Files.exists(path)) throw new DataFileException(path, "no such file");
        if (Files.isDirectory(path)) throw new DataFileException(path, "expected a file, got a directory");
        try {
            byte[] bytes = Files.readAllBytes(path);
            if (bytes.length > 1 && bytes[0] == 'P' && bytes[1] == 'K')
                throw new DataFileException(path, "not a text file, perhaps a spreadsheet; save it as CSV");
            boolean wide = bytes.length > 1 && (bytes[0] & bytes[1] & 0xff) == 0xfe;
            String text = wide ? new String(bytes, StandardCharsets.UTF_16) : narrow(bytes, notes);
            if (text.chars().anyMatch(c -> c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f'))
                throw new DataFileException(path, "not a text file");
            return text.replace("\uFEFF", "");
        } catch (IOException e) {
            throw new UncheckedIOException(path + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static String narrow(byte[] bytes, List<String> notes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            notes.add("not in UTF-8, read as Windows-1252");
            return new String(bytes, Charset.forName("windows-1252"));
        }
    }

    /** Semicolon, tab or comma, whichever the header has; a single column has none, and its numbers may have commas. */
    private static char separator(String header, String row) {
        for (char c : new char[] {';', '\t'}) if (isIn(c, header) || isIn(c, row)) return c;
        boolean single = !isIn(',', header) && COMMA_NUMBER.matcher(row.strip()).matches();
        return single ? ';' : ',';
    }

    private static boolean isIn(char separator, String line) {
        return cells(line, separator).size() > 1;
    }

    private static List<String> withoutTrailing(List<String> cells) {
        List<String> kept = new ArrayList<>(cells);
        while (kept.size() > 1 && kept.getLast().isEmpty()) kept.removeLast();
        return kept;
    }

    /** Whoever has two columns of one name, read or not, may mean the other one. */
    private static void requireDifferent(Path path, int line, List<String> header) {
        for (int c = 0; c < header.size(); c++) {
            int first = header.indexOf(header.get(c));
            if (first < c && !header.get(c).isEmpty())
                throw new DataFileException(
                        path,
                        line,
                        "expected one column \"" + header.get(c) + "\", got two, columns " + (first + 1) + " and "
                                + (c + 1));
        }
    }

    private static Row fitted(Path path, Row row, int width) {
        List<String> cells = row.cells();
        while (cells.size() > width && cells.getLast().isEmpty()) cells = cells.subList(0, cells.size() - 1);
        if (cells.size() != width)
            throw new DataFileException(path, row.line(), "expected " + width + " numbers, got " + cells.size());
        return new Row(row.line(), cells);
    }

    /** The cells of a line without the quotes around them; a separator between quotes is part of its cell. */
    private static List<String> cells(String line, char separator) {
        List<String> cells = new ArrayList<>();
        boolean quoted = false;
        int start = 0;
        for (int i = 0; i < line.length(); i++) {
            if (line.charAt(i) == '"') quoted = !quoted;
            if (line.charAt(i) != separator || quoted) continue;
            cells.add(unquoted(line.substring(start, i)));
            start = i + 1;
        }
        cells.add(unquoted(line.substring(start)));
        return cells;
    }

    private static String unquoted(String cell) {
        String text = cell.strip();
        boolean quoted = text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"");
        return quoted ? text.substring(1, text.length() - 1).strip() : text;
    }

    /** Whether a cell is a number or missing. */
    boolean isNumber(Row row, int column) {
        try {
            realNumber(row, column);
            return true;
        } catch (DataFileException e) {
            return false;
        }
    }

    /** The number in a cell, which is finite or, if it is missing, NaN. */
    double number(Row row, int column) {
        double number = realNumber(row, column);
        if (Double.isInfinite(number))
            throw new DataFileException(
                    path,
                    row.line(),
                    header.get(column) + ": expected a finite number, got "
                            + row.cells().get(column));
        return number;
    }

    /** The number in a cell, NaN if it is missing, possibly infinite. */
    double realNumber(Row row, int column) {
        String cell = row.cells().get(column);
        if (isMissing(cell)) return Double.NaN;
        Matcher infinite = INFINITE.matcher(cell);
        if (infinite.matches())
            return infinite.group(1).equals("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        String written = decimalComma && cell.indexOf('.') < 0 ? cell.replace(',', '.') : cell;
        try {
            return Double.parseDouble(written);
        } catch (NumberFormatException e) {
            throw new DataFileException(
                    path, row.line(), header.get(column) + ": expected a number, got \"" + cell + '"');
        }
    }
}
