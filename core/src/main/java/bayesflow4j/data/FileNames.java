package bayesflow4j.data;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Names of data sets as parts of file names. */
public final class FileNames {
    private static final int MOST_CHARACTERS = 60;

    private FileNames() {}

    /**
     * The names with letters, digits, dots, hyphens and underscores only. No two are equal, even where a file system does not
     * distinguish case: a number is appended to later ones.
     */
    public static List<String> of(List<String> names) {
        Set<String> taken = new HashSet<>();
        List<String> files = new ArrayList<>();
        for (String name : names) {
            String plain = plain(name);
            String file = plain;
            for (int number = 2; !taken.add(file.toLowerCase(Locale.ROOT)); number++) file = plain + "-" + number;
            files.add(file);
        }
        return files;
    }

    private static String plain(String name) {
        String plain = name.replaceAll("[^\\p{L}\\p{N}._-]+", "-");
        // Names of hidden files and of the parent directory begin with a dot.
        String visible = plain.replaceFirst("^\\.+", "");
        if (visible.isEmpty()) return "unnamed";
        return visible.substring(
                0,
                visible.offsetByCodePoints(0, Math.min(MOST_CHARACTERS, visible.codePointCount(0, visible.length()))));
    }
}
