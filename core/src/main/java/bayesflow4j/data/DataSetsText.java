package bayesflow4j.data;

import bayesflow4j.model.Gaps;
import bayesflow4j.model.Observations;
import bayesflow4j.model.notation.Spelling;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Data sets in a text file: one, or several that a column {@code data_set} numbers or names.
 *
 * @param text the cells of the file
 * @param columns to read
 * @param mayBeMissing the columns that may have missing values
 * @param finite whether infinite numbers are refused
 */
record DataSetsText(CsvText text, List<String> columns, Predicate<String> mayBeMissing, boolean finite) {
    private static final String SET = "data_set";
    private static final String ROW = "row";

    DataSets read() {
        int[] place = columns.stream()
                .mapToInt(name -> NamedColumns.place(text.path(), text.headerLine(), text.header(), name))
                .toArray();
        Map<String, List<CsvText.Row>> rows = rowsOfSets();
        if (rows.isEmpty()) throw new DataFileException(text.path(), "expected at least one row of numbers, got none");
        List<Observations> sets =
                rows.values().stream().map(of -> observations(of, place)).toList();
        List<String> unused = text.header().stream()
                .filter(name -> !columns.contains(name) && !name.equals(SET) && !name.equals(ROW) && !name.isEmpty())
                .toList();
        Optional<String> time = TimeAxis.among(unused);
        List<TimeAxis> axes = time.map(name -> axes(name, rows)).orElse(List.of());
        List<String> ordering =
                time.stream().flatMap(name -> irregularity(name, rows).stream()).toList();
        List<String> ignored = unused.stream()
                .filter(name -> axes.isEmpty() || !name.equals(time.get()))
                .toList();
        List<String> notes = new ArrayList<>(text.notes());
        if (!text.header().contains(SET)) labels(ignored).ifPresent(notes::add);
        return new DataSets(columns, sets, names(List.copyOf(rows.keySet())), axes, ordering, ignored, notes);
    }

    /** What the time of the first data set whose rows are not in equal steps says against them. */
    private Optional<String> irregularity(String column, Map<String, List<CsvText.Row>> rows) {
        return rows.entrySet().stream()
                .flatMap(set -> TimeAxis.irregularity(column, times(column, set.getValue())).stream()
                        .map(words -> rows.size() == 1 ? words : "data set " + set.getKey() + ": " + words))
                .findFirst();
    }

    /** A note on the first ignored column that may name data sets, all of which were read as one. */
    private Optional<String> labels(List<String> ignored) {
        return ignored.stream()
                .filter(this::mayNameSets)
                .findFirst()
                .map(name -> "all " + text.rows().size() + " rows were read as one data set; if the column " + name
                        + " tells data sets apart, rename it to " + SET);
    }

    /** Names of which some come twice, or whole numbers of which each comes in a block of rows. */
    private boolean mayNameSets(String column) {
        int place = text.header().indexOf(column);
        List<String> cells =
                text.rows().stream().map(row -> row.cells().get(place)).toList();
        long different = cells.stream().distinct().count();
        if (different < 2 || different == cells.size()) return false;
        if (!text.rows().stream().allMatch(row -> text.isNumber(row, place))) return true;
        return different <= cells.size() / 2
                && blocks(cells) == different
                && cells.stream().allMatch(cell -> cell.matches("\\d+"));
    }

    /** The number of runs of equal cells. */
    private static long blocks(List<String> cells) {
        return IntStream.range(0, cells.size())
                .filter(n -> n == 0 || !cells.get(n).equals(cells.get(n - 1)))
                .count();
    }

    /** A misspelled column of data sets would be ignored, and all data sets be one. */
    private void requireNoNearSpelling() {
        text.header().stream()
                .filter(name -> !columns.contains(name) && Spelling.isNear(name, SET))
                .findFirst()
                .ifPresent(name -> {
                    throw new DataFileException(
                            text.path(),
                            text.headerLine(),
                            "expected data sets in a column \"" + SET + "\", got \"" + name + "\"; did you mean \""
                                    + SET + "\"? Rename the column");
                });
    }

    private Map<String, List<CsvText.Row>> rowsOfSets() {
        boolean several = text.header().contains(SET);
        if (!several) requireNoNearSpelling();
        int set = several ? NamedColumns.place(text.path(), text.headerLine(), text.header(), SET) : -1;
        Map<String, List<CsvText.Row>> rows = new LinkedHashMap<>();
        for (CsvText.Row row : text.rows()) {
            String name = several ? row.cells().get(set) : "0";
            if (CsvText.isMissing(name))
                throw new DataFileException(text.path(), row.line(), SET + ": expected a number or a name, got none");
            rows.computeIfAbsent(normal(name), key -> new ArrayList<>()).add(row);
        }
        return rows;
    }

    /** 1.0 and 1 are the same number. */
    private static String normal(String name) {
        return name.matches("\\d+(\\.0*)?") ? name.replaceFirst("\\..*", "") : name;
    }

    /** No names where data sets are only numbered 0, 1, … */
    private static List<String> names(List<String> keys) {
        boolean numbered =
                IntStream.range(0, keys.size()).allMatch(k -> keys.get(k).equals(Integer.toString(k)));
        return numbered ? List.of() : keys;
    }

    private Observations observations(List<CsvText.Row> rows, int[] place) {
        float[] values = new float[rows.size() * place.length];
        for (int i = 0; i < values.length; i++) values[i] = value(rows.get(i / place.length), place[i % place.length]);
        return new Observations(rows.size(), place.length, values);
    }

    private float value(CsvText.Row row, int column) {
        if (!finite) return (float) text.realNumber(row, column);
        double number = text.number(row, column);
        String name = text.header().get(column);
        if (Double.isNaN(number) && !mayBeMissing.test(name))
            throw new DataFileException(
                    text.path(), row.line(), name + ": expected a number, got a missing value; " + howToAllow());
        if (Math.abs(number) > Float.MAX_VALUE)
            throw new DataFileException(
                    text.path(),
                    row.line(),
                    name + ": too large, expected at most 3.4e38, got "
                            + row.cells().get(column));
        return (float) number;
    }

    /** Where other columns may be missing, this one is a covariate. */
    private String howToAllow() {
        return columns.stream().anyMatch(mayBeMissing) ? "a known covariate is never missing" : Gaps.HOW_TO_ALLOW;
    }

    /** The axis of every data set, or none if one of them has none. */
    private List<TimeAxis> axes(String column, Map<String, List<CsvText.Row>> rows) {
        List<TimeAxis> axes = rows.values().stream()
                .flatMap(of -> TimeAxis.of(column, times(column, of)).stream())
                .toList();
        return axes.size() == rows.size() ? axes : List.of();
    }

    /** The cells of a column, numbers with decimal points. */
    private List<String> times(String column, List<CsvText.Row> rows) {
        int place = text.header().indexOf(column);
        return rows.stream()
                .map(row -> row.cells().get(place))
                .map(cell -> text.decimalComma() ? cell.replace(',', '.') : cell)
                .toList();
    }
}
