package bayesflow4j.cli;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.data.DataFileException;
import bayesflow4j.data.DataSets;
import bayesflow4j.model.Observations;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The data sets of one or more files, in their order, each fit for a network.
 *
 * @param sources where each data set comes from, for people
 * @param notes what was ignored
 */
record ObservedData(List<Observations> sets, List<String> sources, List<String> notes) {
    ObservedData {
        sets = List.copyOf(sets);
        sources = List.copyOf(sources);
        notes = List.copyOf(notes);
    }

    static ObservedData read(List<Path> files, AmortizedPosterior posterior) {
        List<Observations> sets = new ArrayList<>();
        List<String> sources = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        List<String> columns = posterior.columnNames();
        for (Path file : files) {
            List<Observations> own = DataSets.read(file, columns).sets();
            if (own.isEmpty()) throw new DataFileException(file, "expected at least one data set, got none");
            for (int k = 0; k < own.size(); k++) {
                requireFits(file, own.size() == 1 ? "" : "data set " + k + ": ", own.get(k), posterior);
                sets.add(own.get(k));
                sources.add(own.size() == 1 ? file.toString() : file + ", data set " + k);
            }
            List<String> ignored = file.toString().endsWith(".npz") ? List.of() : DataSets.ignored(file, columns);
            if (!ignored.isEmpty())
                notes.add(file + ": ignored " + (ignored.size() == 1 ? "the column " : "the columns ")
                        + String.join(", ", ignored) + "; the network reads " + String.join(", ", columns));
        }
        return new ObservedData(sets, sources, notes);
    }

    private static void requireFits(Path file, String which, Observations x, AmortizedPosterior posterior) {
        try {
            posterior.summary(x);
        } catch (IllegalArgumentException e) {
            throw new DataFileException(file, which + e.getMessage().replaceFirst("^data set: ", ""));
        }
    }
}
