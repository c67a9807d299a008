package bayesflow4j.server.studio;

import bayesflow4j.data.WholeFile;
import bayesflow4j.server.Problem;
import bayesflow4j.storage.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * All trainings of a workspace, each in a process of its own and kept in a file, so that they outlive the page and the studio: a
 * studio that is started again shows them, and continues those that were stopped.
 */
final class Runs implements AutoCloseable {
    /** Where the files about runs are. */
    static final String FOLDER = ".bayesflow-studio";

    private static final int MOST_RUNNING = 4;
    private static final int PATIENCE_SECONDS = 20;

    private final Workspace workspace;
    private final Path folder;
    private final Map<String, Run> runs = new ConcurrentHashMap<>();

    Runs(Workspace workspace) {
        this.workspace = workspace;
        this.folder = workspace.directory().resolve(FOLDER);
        recall();
    }

    /** The file with the saved state of the training of a network. */
    static Path checkpoint(Path network) {
        return network.resolveSibling(network.getFileName() + ".checkpoint");
    }

    private void recall() {
        if (!Files.isDirectory(folder)) return;
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".json")).toList()) recall(file);
        } catch (IOException e) {
            throw new UncheckedIOException(folder + " cannot be read: " + e.getMessage(), e);
        }
    }

    private void recall(Path file) throws IOException {
        try {
            PageFields written = PageFields.parse(Files.readString(file));
            Run run = run(written.text("name"), Task.of(written.object("task")), Instant.parse(written.text("begun")));
            run.recall(written);
            runs.put(run.name(), run);
        } catch (Problem | IllegalArgumentException | DateTimeException e) {
            // A file that cannot be read is not a run; it stays where it is.
        }
    }

    private Run run(String name, Task task, Instant begun) {
        return new Run(name, task, workspace.networkPath(name), folder.resolve(name + ".log"), begun, () -> keep(name));
    }

    private void keep(String name) {
        Run run = runs.get(name);
        if (run != null)
            WholeFile.write(
                    folder.resolve(name + ".json"),
                    out -> out.write(Json.write(run.fields()).getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * Starts a training.
     *
     * @param name of its network
     */
    synchronized Run start(String name, Task task) {
        if (!name.matches("[A-Za-z0-9_][A-Za-z0-9._-]{0,59}"))
            throw Problem.unfit("name: expected letters, digits, dots and dashes, got \"" + name + '"');
        if (runs.containsKey(name) || Files.exists(workspace.networkPath(name)))
            throw new Problem(409, "name: expected one that is not in use, got " + name);
        requireRoom();
        try {
            Files.createDirectories(folder);
            Files.deleteIfExists(checkpoint(workspace.networkPath(name)));
        } catch (IOException e) {
            throw Problem.unfit(folder + " cannot be written: " + e.getMessage());
        }
        Run run = run(name, task, Instant.now());
        runs.put(name, run);
        run.start();
        return run;
    }

    /** Continues a training that was stopped or failed. */
    synchronized void resume(String name) {
        Run run = find(name);
        if (run.state() == Run.State.DONE) throw new Problem(409, name + " is done");
        requireRoom();
        run.start();
    }

    private void requireRoom() {
        long running =
                runs.values().stream().filter(run -> run.process().isPresent()).count();
        if (running >= MOST_RUNNING)
            throw new Problem(409, MOST_RUNNING + " trainings are running; stop one or wait until one is done");
    }

    Run find(String name) {
        Run run = runs.get(name);
        if (run == null) throw Problem.missing("run: expected one of " + runs.keySet() + ", got " + name);
        return run;
    }

    /** Forgets a training that is not running, and its saved state; a network that it made stays. */
    synchronized void forget(String name) {
        Run run = find(name);
        if (run.process().isPresent()) throw new Problem(409, name + " is running; stop it first");
        runs.remove(name);
        try {
            Files.deleteIfExists(folder.resolve(name + ".json"));
            Files.deleteIfExists(folder.resolve(name + ".log"));
            Files.deleteIfExists(checkpoint(run.output()));
        } catch (IOException e) {
            throw Problem.unfit("the files of " + name + " cannot be removed: " + e.getMessage());
        }
    }

    /** All of them, the newest first. */
    List<Map<String, Object>> list() {
        return runs.values().stream()
                .map(Run::fields)
                .sorted(Comparator.comparing(
                                (Map<String, Object> run) -> run.get("begun").toString())
                        .reversed())
                .toList();
    }

    /** Stops all of them; their states are saved. */
    @Override
    public void close() {
        runs.values().forEach(Run::stop);
        try {
            for (Run run : runs.values()) run.await(PATIENCE_SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
