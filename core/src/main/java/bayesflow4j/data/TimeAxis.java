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
        try {
            double[] at = cells.stream().mapToDouble(Double::parseDouble).toArray();
            return rising(new TimeAxis(column, at));
        } catch (NumberFormatException e) {
            return ofDates(cells);
        }
    }

    private static Optional<TimeAxis> ofDates(List<String> cells) {
        try {
            List<LocalDate> dates = cells.stream().map(LocalDate::parse).toList();
            long first = dates.getFirst().toEpochDay();
            double[] at = dates.stream()
                    .mapToDouble(date -> date.toEpochDay() - first)
                    .toArray();
            return rising(new TimeAxis("days since " + dates.getFirst(), at));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Optional<TimeAxis> rising(TimeAxis axis) {
        boolean rises = IntStream.range(1, axis.at.length).allMatch(n -> axis.at[n] > axis.at[n - 1]);
        return rises && axis.at.length > 0 ? Optional.of(axis) : Optional.empty();
    }
}
