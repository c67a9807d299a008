package bayesflow4j.model.notation;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** The known word that a misspelt one was probably meant to be. */
public final class Spelling {
    private Spelling() {}

    /** The nearest of the known words, if it is near enough to be a slip of the fingers. */
    public static Optional<String> nearest(String wanted, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt(word -> edits(wanted, word)))
                .filter(word -> edits(wanted, word) <= Math.max(2, word.length() / 2));
    }

    /** Levenshtein's distance: insertions, deletions and replacements from one word to the other. */
    private static int edits(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j < row.length; j++) row[j] = j;
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
