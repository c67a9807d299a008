package bayesflow4j.inference;

import bayesflow4j.data.DataFileException;
import bayesflow4j.data.DataSets;
import bayesflow4j.data.TimeAxis;
import bayesflow4j.model.Column;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.Schema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The data sets of one or more files, in their order, each fit for an estimator.
 *
 * @param sets the data sets
 * @param names of the data sets: the value of the column {@code data_set}, or the name of the file
 * @param sources where each comes from, for people
 * @param axes where the rows of each are in time
 * @param notes what was ignored or guessed
 */
public record ObservedData(
        List<Observations> sets, List<String> names, List<String> sources, List<TimeAxis> axes, List<String> notes) {
    /** Copies the lists. */
    public ObservedData {
        sets = List.copyOf(sets);
        names = List.copyOf(names);
        sources = List.copyOf(sources);
        axes = List.copyOf(axes);
        notes = List.copyOf(notes);
        if (sets.size() != sources.size() || sets.size() != names.size() || sets.size() != axes.size())
            throw new IllegalArgumentException("names, sources, axes: expected " + sets.size()
                    + ", one for each data set, got " + names.size() + ", " + sources.size() + ", " + axes.size());
    }

    /** One data set and where it comes from. */
    public static ObservedData of(Observations x, String source) {
        return of(List.of(x), List.of(source));
    }

    /** Data sets and their names. */
    public static ObservedData of(List<Observations> sets, List<String> names) {
        return new ObservedData(
                sets,
                names,
                names,
                sets.stream().map(x -> TimeAxis.steps(x.count())).toList(),
                List.of());
    }

    /**
     * Reads files of data sets that fit a schema.
     *
     * @throws DataFileException that names the file and the data set that does not fit
     */
    public static ObservedData read(List<Path> files, Schema schema) {
        return read(files, schema, rows -> "");
    }

    /**
     * Reads files of data sets for an estimator.
     *
     * @throws DataFileException that names the file and the data set that does not fit, and says what to do if it has more or
     *     fewer rows than those of training
     */
    public static ObservedData read(List<Path> files, Estimator estimator) {
        Schema schema = estimator.schema();
        String builtIn =
                "; data sets of the built-in model " + estimator.provenance().model() + " have no other number";
        return read(
                files,
                schema,
                rows -> schema.extended(rows)
                        .map(range -> estimator.provenance().ready()
                                ? builtIn
                                : "; to extend it, write " + range + " in the model file and train again")
                        .orElse(""));
    }

    private static ObservedData read(List<Path> files, Schema schema, IntFunction<String> advice) {
        Predicate<String> incomplete = incomplete(schema);
        return of(
                files,
                files.stream()
                        .map(file -> DataSets.read(file, schema.columnNames(), incomplete))
                        .toList(),
                schema,
                advice);
    }

    /**
     * The data sets that fit a schema in the text of a CSV file.
     *
     * @param name what messages and sources call the text
     * @throws DataFileException that names the data set that does not fit
     */
    public static ObservedData parse(String name, String csv, Schema schema) {
        Path file = Path.of(name);
        return of(
                List.of(file),
                List.of(DataSets.parse(file, csv, schema.columnNames(), incomplete(schema))),
                schema,
                rows -> "");
    }

    private static Predicate<String> incomplete(Schema schema) {
        return schema.columns().stream()
                .filter(Column::mayBeMissing)
                .map(Column::name)
                .toList()::contains;
    }

    private static ObservedData of(List<Path> files, List<DataSets> all, Schema schema, IntFunction<String> advice) {
        List<Observations> sets = new ArrayList<>();
        List<String> names = new ArrayList<>();
        List<String> sources = new ArrayList<>();
        List<TimeAxis> axes = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (int f = 0; f < all.size(); f++) {
            Path file = files.get(f);
            DataSets read = all.get(f);
            if (read.sets().isEmpty()) throw new DataFileException(file, "expected at least one data set, got none");
            for (int k = 0; k < read.sets().size(); k++) {
                boolean alone = read.sets().size() == 1 && read.names().isEmpty();
                String number = read.names().isEmpty()
                        ? Integer.toString(k)
                        : read.names().get(k);
                Observations x = read.sets().get(k);
                schema.fault(x).ifPresent(problem -> {
                    throw new DataFileException(
                            file, (alone ? "" : "data set " + number + ": ") + problem + advice.apply(x.count()));
                });
                sets.add(x);
                names.add(alone ? plain(file) : files.size() == 1 ? number : plain(file) + " " + number);
                sources.add(alone ? file.toString() : file + ", data set " + number);
                axes.add(axis(read, k, schema));
            }
            read.notes().forEach(note -> notes.add(file + ": " + note));
            if (readsSteps(schema))
                read.ordering()
                        .forEach(words -> notes.add(file + ": the network reads rows in equal steps, but " + words));
            if (!read.ignored().isEmpty())
                notes.add(file + ": ignored "
                        + (read.ignored().size() == 1 ? "the column " : "the columns ")
                        + String.join(", ", read.ignored()) + "; the network reads "
                        + String.join(", ", schema.columnNames()));
        }
        gaps(sets, schema).forEach(notes::add);
        // Two files of the same name in different directories.
        boolean unique = new HashSet<>(names).size() == names.size();
        return new ObservedData(sets, unique ? names : sources, sources, axes, notes);
    }

    /** The name of a file without its directory and ending. */
    private static String plain(Path file) {
        return file.getFileName().toString().replaceFirst("(?i)\\.(csv|tsv|txt|npz)$", "");
    }

    /** Whether rows are steps of a series that does not know when they are. */
    private static boolean readsSteps(Schema schema) {
        return schema.kind() == DataKind.SERIES
                && schema.columns().stream()
                        .filter(column -> column.role() == Column.Role.ROW_COVARIATE)
                        .allMatch(
                                column -> TimeAxis.among(List.of(column.name())).isEmpty());
    }

    /** A column of the file, else a covariate that is named as time is, else 1 … N. */
    private static TimeAxis axis(DataSets read, int k, Schema schema) {
        if (!read.axes().isEmpty()) return read.axes().get(k);
        Observations x = read.sets().get(k);
        return IntStream.range(0, schema.columns().size())
                .filter(c -> schema.columns().get(c).role() == Column.Role.ROW_COVARIATE)
                .filter(c ->
                        TimeAxis.among(List.of(schema.columnNames().get(c))).isPresent())
                .mapToObj(c -> new TimeAxis(
                        schema.columnNames().get(c),
                        IntStream.range(0, x.count())
                                .mapToDouble(n -> x.at(n, c))
                                .toArray()))
                .findFirst()
                .orElseGet(() -> TimeAxis.steps(x.count()));
    }

    /** A note about missing values, if there are any. */
    private static List<String> gaps(List<Observations> sets, Schema schema) {
        long missing = sets.stream().mapToLong(Observations::missing).sum();
        if (missing == 0) return List.of();
        long random = schema.columns().stream()
                .filter(column -> !column.role().isCovariate())
                .count();
        long values = random * sets.stream().mapToLong(Observations::count).sum();
        return List.of(
                missing + " of " + values + " values are missing (" + Math.round(100.0 * missing / values) + " %)");
    }
}
