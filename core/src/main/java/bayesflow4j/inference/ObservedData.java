package bayesflow4j.inference;

import bayesflow4j.data.DataFileException;
import bayesflow4j.data.DataSets;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Schema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The data sets of one or more files, in their order, each fit for an estimator.
 *
 * @param sets the data sets
 * @param sources where each comes from, for people
 * @param notes what was ignored
 */
public record ObservedData(List<Observations> sets, List<String> sources, List<String> notes) {
    /** Copies the lists. */
    public ObservedData {
        sets = List.copyOf(sets);
        sources = List.copyOf(sources);
        notes = List.copyOf(notes);
        if (sets.size() != sources.size())
            throw new IllegalArgumentException(
                    "sources: expected " + sets.size() + ", one for each data set, got " + sources.size());
    }

    /** One data set and where it comes from. */
    public static ObservedData of(Observations x, String source) {
        return new ObservedData(List.of(x), List.of(source), List.of());
    }

    /**
     * Reads files of data sets that fit a schema.
     *
     * @throws DataFileException that names the file and the data set that does not fit
     */
    public static ObservedData read(List<Path> files, Schema schema) {
        List<Observations> sets = new ArrayList<>();
        List<String> sources = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (Path file : files) {
            ObservedData own = of(file, DataSets.read(file, schema.columnNames()), schema);
            sets.addAll(own.sets());
            sources.addAll(own.sources());
            notes.addAll(own.notes());
        }
        return new ObservedData(sets, sources, notes);
    }

    /**
     * The data sets that fit a schema in the text of a CSV file.
     *
     * @param name what messages and sources call the text
     * @throws DataFileException that names the data set that does not fit
     */
    public static ObservedData parse(String name, String csv, Schema schema) {
        Path file = Path.of(name);
        return of(file, DataSets.parse(file, csv, schema.columnNames()), schema);
    }

    private static ObservedData of(Path file, DataSets read, Schema schema) {
        List<Observations> own = read.sets();
        List<String> sources = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        if (own.isEmpty()) throw new DataFileException(file, "expected at least one data set, got none");
        for (int k = 0; k < own.size(); k++) {
            String which = own.size() == 1 ? "" : "data set " + k + ": ";
            schema.fault(own.get(k)).ifPresent(problem -> {
                throw new DataFileException(file, which + problem);
            });
            sources.add(own.size() == 1 ? file.toString() : file + ", data set " + k);
        }
        if (!read.ignored().isEmpty())
            notes.add(file + ": ignored "
                    + (read.ignored().size() == 1 ? "the column " : "the columns ")
                    + String.join(", ", read.ignored()) + "; the network reads "
                    + String.join(", ", schema.columnNames()));
        return new ObservedData(own, sources, notes);
    }
}
