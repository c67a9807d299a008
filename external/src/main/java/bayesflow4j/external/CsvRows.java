package bayesflow4j.external;

import bayesflow4j.model.Observations;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The rows of a CSV text, read line by line. With a header, columns are found by name; without one they are in declared
 * order.
 */
final class CsvRows {
    private final DataShape shape;
    private int[] places;
    private float[] values = new float[64];
    private int size;
    private int fields;

    CsvRows(DataShape shape) {
        this.shape = shape;
        places = IntStream.range(0, shape.width()).toArray();
        fields = shape.width();
    }

    int count() {
        return size / shape.width();
    }

    Observations observations() {
        return new Observations(count(), shape.width(), Arrays.copyOf(values, size));
    }

    /** Adds a line, which may be blank; a line that is not a row of numbers is refused with the reason as message. */
    void add(String line, boolean first) {
        if (line.isBlank()) return;
        List<String> cells = cells(line);
        if (first && cells.stream().anyMatch(cell -> !isNumber(cell))) {
            header(cells);
            return;
        }
        if (cells.size() != fields)
            throw new IllegalArgumentException("expected " + fields + " numbers, got " + cells.size());
        for (int place : places) append(number(cells.get(place)));
    }

    private void header(List<String> names) {
        places = shape.columns().stream().mapToInt(names::indexOf).toArray();
        for (int i = 0; i < places.length; i++)
            if (places[i] < 0)
                throw new IllegalArgumentException(
                        "the header has no column \"" + shape.columns().get(i) + '"');
        fields = names.size();
    }

    /** Commas, semicolons or tabs; blanks when there are none of them. */
    private static List<String> cells(String line) {
        String separator = line.contains(",") ? "," : line.contains(";") ? ";" : line.contains("\t") ? "\t" : "\\s+";
        return Arrays.stream(line.strip().split(separator, -1))
                .map(cell -> cell.strip().replaceAll("^\"(.*)\"$", "$1"))
                .toList();
    }

    private static boolean isNumber(String cell) {
        try {
            number(cell);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static float number(String cell) {
        // Such data are missing or a failed simulation, reported with row and column, not malformed output.
        if (cell.isEmpty() || cell.matches("(?i)[-+]?(na|nan)")) return Float.NaN;
        if (cell.matches("(?i)[-+]?inf(inity)?"))
            return cell.startsWith("-") ? Float.NEGATIVE_INFINITY : Float.POSITIVE_INFINITY;
        if (!cell.matches("[-+0-9.eE]+")) throw new IllegalArgumentException("expected numbers, got \"" + cell + '"');
        return (float) Double.parseDouble(cell);
    }

    private void append(float value) {
        if (size == values.length) values = Arrays.copyOf(values, 2 * size);
        values[size++] = value;
    }
}
