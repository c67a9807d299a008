package bayesflow4j.benchmarks;

import bayesflow4j.benchmarks.Accuracy.Result;
import bayesflow4j.benchmarks.Accuracy.Setup;
import bayesflow4j.benchmarks.tasks.Task;
import bayesflow4j.benchmarks.tasks.Tasks;
import bayesflow4j.data.WholeFile;
import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.method.Budget;
import bayesflow4j.storage.Fields;
import bayesflow4j.storage.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Results on disk, a JSON file for each task, number of simulations and method.
 *
 * @param directory is made when the first result is written
 */
public record AccuracyResults(Path directory) {
    private Path file(String task, int simulations, String method) {
        return directory.resolve(task + "-" + simulations + "-" + method + ".json");
    }

    /**
     * The result, if it is there.
     *
     * @throws IllegalStateException if it is there for another setup
     */
    public Optional<Result> find(String task, int simulations, String method, Setup setup) {
        Path file = file(task, simulations, method);
        if (!Files.exists(file)) return Optional.empty();
        Result found = read(file);
        if (!found.setup().equals(setup))
            throw new IllegalStateException(file + ": expected " + words(setup) + ", got " + words(found.setup())
                    + "; choose another directory");
        return Optional.of(found);
    }

    static String words(Setup setup) {
        return setup.observations() + " observations, " + setup.draws() + " draws, seed " + setup.seed() + " and "
                + setup.steps().map(steps -> steps.count() + " steps").orElse("the method's own budget");
    }

    /**
     * A result and what made it.
     *
     * @param commit of the program
     */
    public record Made(Result result, String command, String commit) {}

    /** All results of a method, in the order of the tasks and of the numbers of simulations. */
    public List<Made> of(String method) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith("-" + method + ".json"))
                    .map(AccuracyResults::made)
                    .filter(made -> made.result().method().equals(method))
                    .sorted(Comparator.comparingInt((Made made) ->
                                    Tasks.names().indexOf(made.result().task()))
                            .thenComparingInt(made -> made.result().simulations()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(directory + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static Result read(Path file) {
        return made(file).result();
    }

    private static Made made(Path file) {
        try {
            Fields fields = Fields.parse(file.toString(), Files.readString(file));
            return new Made(result(fields), fields.text("command"), fields.text("commit"));
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static Result result(Fields fields) {
        Setup setup = new Setup(
                fields.integer("observations", 1, Task.OBSERVATIONS),
                fields.integer("draws", 1, Integer.MAX_VALUE),
                fields.integer("seed", Long.MIN_VALUE, Long.MAX_VALUE),
                fields.has("steps")
                        ? Optional.of(new Budget.Steps(fields.integer("steps", 1, Long.MAX_VALUE)))
                        : Optional.empty());
        return new Result(
                fields.text("task"),
                fields.text("method"),
                fields.integer("simulations", 0, Integer.MAX_VALUE),
                setup,
                Arrays.stream(fields.numbers("c2st", setup.observations()))
                        .boxed()
                        .toList(),
                fields.number("fit_cpu_minutes"),
                fields.number("draw_cpu_minutes"));
    }

    /** Writes a result with the command and the commit that made it. */
    public void write(Result result, String command, String commit) {
        Estimate accuracy = result.accuracy();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("task", result.task());
        json.put("method", result.method());
        json.put("simulations", result.simulations());
        json.put("c2st_mean", accuracy.mean());
        json.put("c2st_se", accuracy.se());
        json.put("fit_cpu_minutes", result.fitMinutes());
        json.put("draw_cpu_minutes", result.drawMinutes());
        json.put("observations", result.setup().observations());
        json.put("draws", result.setup().draws());
        json.put("seed", result.setup().seed());
        result.setup().steps().ifPresent(steps -> json.put("steps", steps.count()));
        json.put("c2st", result.c2st());
        json.put("command", command);
        json.put("commit", commit);
        makeDirectory();
        Path file = file(result.task(), result.simulations(), result.method());
        WholeFile.write(file, out -> out.write((Json.indented(json) + "\n").getBytes(StandardCharsets.UTF_8)));
    }

    private void makeDirectory() {
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(directory + " cannot be made: " + e.getMessage(), e);
        }
    }
}
