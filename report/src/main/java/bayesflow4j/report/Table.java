package bayesflow4j.report;

import java.util.List;

/**
 * Rows of text under a header, such as our numbers next to the paper's.
 *
 * @param title what the table shows
 * @param header one text per column
 * @param rows each with one text per column
 */
public record Table(String title, List<String> header, List<List<String>> rows) {
    /** Checks that all rows have as many columns as the header. */
    public Table {
        header = List.copyOf(header);
        rows = rows.stream().map(List::copyOf).toList();
        for (List<String> row : rows)
            if (row.size() != header.size())
                throw new IllegalArgumentException(
                        "row: expected " + header.size() + " columns as in the header, got " + row);
    }
}
