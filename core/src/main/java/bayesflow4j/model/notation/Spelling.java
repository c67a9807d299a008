package bayesflow4j.model.notation;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Suggestions for misspelled names, by edit distance. */
public final class Spelling {
    private Spelling() {}

    /** The nearest of the known words, if it is near enough for a typing error. */
    public static Optional<String> nearest(String wanted, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt(word -> edits(wanted, word)))
                .filter(word -> edits(wanted, word) <= Math.max(2, word.length() / 2));
    }

    /** Whether one word is the other but for case, signs between letters, and at most two typing errors. */
    public static boolean isNear(String word, String other) {
        return edits(letters(word), letters(other)) <= 2;
    }

    /** A word in lower case, letters and digits only. */
    public static String letters(String word) {
        return word.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]", "");
    }

    /** The message about an unknown word: {@code Unknown model "sirr". Did you mean "sir"? There are: …}. */
    public static String unknown(String what, String wanted, Collection<String> known) {
        return "Unknown " + what + " \"" + wanted + "\"."
                + nearest(wanted, known)
                        .map(word -> " Did you mean \"" + word + "\"?")
                        .orElse("")
                + " There are: " + String.join(", ", known) + '.';
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
