package bayesflow4j.cli;

import java.util.List;
import java.util.Set;

/** Rows of cells as lines of text: columns as wide as their widest cell, right-aligned unless stated otherwise. */
final class TextTable {
    private TextTable() {}

    /** The rows, of which the first is a header; {@code left} holds the indices of left-aligned columns. */
    static String of(List<List<String>> rows, Set<Integer> left) {
        int columns = rows.getFirst().size();
        int[] widths = new int[columns];
        for (List<String> row : rows)
            for (int c = 0; c < columns; c++)
                widths[c] = Math.max(widths[c], row.get(c).length());
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int c = 0; c < columns; c++) {
                String room = " ".repeat(widths[c] - row.get(c).length());
                line.append(left.contains(c) ? row.get(c) + room : room + row.get(c))
                        .append("   ");
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
