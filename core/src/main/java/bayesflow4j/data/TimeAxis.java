package bayesflow4j.data;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * t₁ … t_N, where the rows of a series are on the horizontal axis of a figure.
 *
 * @param label of the axis
 * @param at one position per row [N]
 */
public record TimeAxis(String label, double[] at) {
    /** Steps differ if the longest is longer than the shortest by more than this factor, which no months and years do. */
    private static final double UNEVEN = 1.5;

    private static final Set<String> NAMES = Set.of(
            "t",
            "time",
            "date",
            "day",
            "days",
            "week",
            "month",
            "quarter",
            "year",
            "hour",
            "minute",
            "second",
            "step",
            "generation",
            "age");

    /** 1 … N. */
    public static TimeAxis steps(int count) {
        return new TimeAxis(
                "t", IntStream.rangeClosed(1, count).mapToDouble(n -> n).toArray());
    }

    /** The first of these columns that is named as time is. */
    public static Optional<String> among(Collection<String> columns) {
        return columns.stream()
                .filter(name -> NAMES.contains(name.toLowerCase(Locale.ROOT)))
                .findFirst();
    }

    /** The axis of a column of a file, if its cells are rising numbers or dates such as 2020-01-22. */
    static Optional<TimeAxis> of(String column, List<String> cells) {
        return parsed(column, cells).filter(axis -> axis.at.length > 0 && axis.firstFall() < 0);
    }

    /**
     * What cells of numbers or dates say against rows that follow each other in equal steps, in words; nothing if they do. Months,
     * quarters and years in days are equal.
     */
    static Optional<String> irregularity(String column, List<String> cells) {
        Optional<TimeAxis> axis = parsed(column, cells);
        if (axis.isEmpty() || axis.get().at.length < 2) return Optional.empty();
        double[] at = axis.get().at;
        int fall = axis.get().firstFall();
        if (fall >= 0)
            return Optional.of(column + " does not rise from " + cells.get(fall - 1) + " to " + cells.get(fall)
                    + ": sort the rows, or tell data sets apart by a column data_set");
        double least = Double.POSITIVE_INFINITY;
        int longest = 1;
        for (int n = 1; n < at.length; n++) {
            least = Math.min(least, at[n] - at[n - 1]);
            if (at[n] - at[n - 1] > at[longest] - at[longest - 1]) longest = n;
        }
        return at[longest] - at[longest - 1] <= UNEVEN * least
                ? Optional.empty()
                : Optional.of(column + " rises in unequal steps, the longest from " + cells.get(longest - 1) + " to "
                        + cells.get(longest) + ": where rows are missing, add them with empty cells");
    }

    /** The axis of cells that are all numbers or all dates, rising or not. */
    private static Optional<TimeAxis> parsed(String column, List<String> cells) {
        try {
            return Optional.of(new TimeAxis(
                    column, cells.stream().mapToDouble(Double::parseDouble).toArray()));
        } catch (NumberFormatException e) {
            return ofDates(cells);
        }
    }

    private static Optional<TimeAxis> ofDates(List<String> cells) {
        try {
            List<LocalDate> dates = cells.stream().map(LocalDate::parse).toList();
            long first = dates.getFirst().toEpochDay();
            return Optional.of(new TimeAxis(
                    "days since " + dates.getFirst(),
                    dates.stream()
                            .mapToDouble(date -> date.toEpochDay() - first)
                            .toArray()));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** The first row that is not after the one before it, or −1. */
    private int firstFall() {
        return IntStream.range(1, at.length)
                .filter(n -> !(at[n] > at[n - 1]))
                .findFirst()
                .orElse(-1);
    }
}
