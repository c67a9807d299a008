package bayesflow4j.data;

import bayesflow4j.model.notation.Spelling;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Where the columns that are asked for are among those of a file, by name. */
final class NamedColumns {
    private NamedColumns() {}

    /** The place of each wanted name among the names of an array, all of which are wanted. */
    static int[] places(Path path, String array, List<String> names, List<String> wanted) {
        if (names.size() != wanted.size() || !names.containsAll(wanted))
            throw new DataFileException(path, array + ": expected " + wanted + " in any order, got " + names);
        return wanted.stream().mapToInt(names::indexOf).toArray();
    }

    /**
     * The place of a wanted column in a header.
     *
     * @throws DataFileException if it is not there, with the name that was probably meant
     */
    static int place(Path path, int line, List<String> header, String wanted) {
        int place = header.indexOf(wanted);
        if (place < 0)
            throw new DataFileException(
                    path,
                    line,
                    "expected a column \"" + wanted + "\", got " + header
                            + meant(wanted, header)
                                    .map(name -> "; did you mean \"" + name + "\"? Rename it to " + wanted)
                                    .orElse(""));
        return place;
    }

    private static Optional<String> meant(String wanted, List<String> header) {
        Optional<String> same = header.stream()
                .filter(name -> Spelling.letters(name).equals(Spelling.letters(wanted)))
                .findFirst();
        return same.isPresent()
                ? same
                : Spelling.nearest(
                        wanted, header.stream().filter(name -> !name.isEmpty()).toList());
    }
}
