package bayesflow4j.server.studio;

import bayesflow4j.server.Problem;
import bayesflow4j.storage.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** One training: its task, what is known of its course, and the process that works on it while there is one. */
final class Run {
    /** Points of the loss curve; when there are more, every second one is dropped. */
    private static final int MOST_POINTS = 600;

    private static final int LAST_LINES = 6;

    private final String name;
    private final Task task;
    private final Path output;
    private final Path log;
    private final Runnable changed;
    private final List<double[]> losses = new ArrayList<>();
    private final List<double[]> validations = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final Instant begun;
    private Map<String, Object> progress = Map.of();
    private State state = State.STOPPED;
    /** What the process said about its end; it is the state once the process is gone. */
    private Optional<State> outcome = Optional.empty();

    private Optional<String> failure = Optional.empty();
    private Optional<Process> process = Optional.empty();

    /** Where a run is. */
    enum State {
        RUNNING,
        STOPPING,
        STOPPED,
        DONE,
        FAILED
    }

    Run(String name, Task task, Path output, Path log, Instant begun, Runnable changed) {
        this.name = name;
        this.task = task;
        this.output = output;
        this.log = log;
        this.begun = begun;
        this.changed = changed;
    }

    /** Continues from what was written about an earlier life of it. */
    synchronized void recall(PageFields written) {
        state = State.valueOf(written.text("state").toUpperCase(Locale.ROOT));
        if (state == State.RUNNING || state == State.STOPPING) state = State.STOPPED;
        failure = written.optionalText("failure");
        for (Object point : written.list("losses")) losses.add(new PageFields(Map.of("p", point)).numbers("p"));
        for (Object point : written.list("validations"))
            validations.add(new PageFields(Map.of("p", point)).numbers("p"));
        Map<String, Object> known = new LinkedHashMap<>();
        written.object("progress").values().forEach((key, value) -> known.put(key.toString(), value));
        progress = known;
    }

    /** Starts the process, from the last saved state if there is one. */
    synchronized void start() {
        if (process.isPresent()) throw new Problem(409, name + " is running already");
        try {
            Process started =
                    new ProcessBuilder(command()).redirectError(log.toFile()).start();
            process = Optional.of(started);
            Map<String, Object> order = new LinkedHashMap<>();
            order.put("task", task.fields());
            order.put("output", output.toString());
            send(started, Json.write(order));
            state = State.RUNNING;
            outcome = Optional.empty();
            failure = Optional.empty();
            Thread.ofVirtual().start(() -> follow(started));
        } catch (IOException e) {
            state = State.FAILED;
            failure = Optional.of("the training could not be started: " + e.getMessage());
        }
        changed.run();
    }

    private static List<String> command() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules",
                "jdk.incubator.vector",
                "-XX:+UseParallelGC",
                "-XX:+ExitOnOutOfMemoryError",
                "-Djdk.incubator.vector.VECTOR_ACCESS_OOB_CHECK=0",
                "-cp",
                System.getProperty("java.class.path"),
                TrainingProcess.class.getName());
    }

    private static void send(Process to, String line) throws IOException {
        Writer writer = to.outputWriter(StandardCharsets.UTF_8);
        writer.write(line + "\n");
        writer.flush();
    }

    private void follow(Process followed) {
        try (BufferedReader events =
                new BufferedReader(new InputStreamReader(followed.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = events.readLine(); line != null; line = events.readLine()) on(line);
            followed.waitFor();
        } catch (IOException e) {
            followed.destroyForcibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        ended(followed);
    }

    private synchronized void on(String line) {
        PageFields event;
        try {
            event = PageFields.parse(line);
        } catch (Problem e) {
            return;
        }
        switch (event.text("event")) {
            case "progress" -> {
                progress = new LinkedHashMap<>();
                event.values().forEach((key, value) -> progress.put(key.toString(), value));
                add(losses, event.number("step", 0), event.number("loss", 0));
            }
            case "validated" -> add(validations, event.number("step", 0), event.number("validation", 0));
            case "working" ->
                progress = Map.of(
                        "what", event.text("what"), "done", event.number("done", 0), "total", event.number("total", 1));
            case "note" -> notes.add(event.text("text"));
            case "done" -> outcome = Optional.of(State.DONE);
            case "stopped" -> outcome = Optional.of(State.STOPPED);
            case "failed" -> {
                outcome = Optional.of(State.FAILED);
                failure = Optional.of(event.text("message"));
            }
            default -> {}
        }
        if (!event.text("event").equals("progress")) changed.run();
    }

    private static void add(List<double[]> points, double step, double loss) {
        points.removeIf(point -> point[0] >= step);
        points.add(new double[] {step, loss});
        if (points.size() <= MOST_POINTS) return;
        for (int i = points.size() - 2; i > 0; i -= 2) points.remove(i);
    }

    private synchronized void ended(Process of) {
        process = Optional.empty();
        state = outcome.orElse(State.FAILED);
        if (outcome.isEmpty()) {
            failure = Optional.of("the training process ended with code " + of.exitValue() + lastLines());
        }
        changed.run();
    }

    private String lastLines() {
        try {
            List<String> lines = Files.readAllLines(log).stream()
                    .filter(line -> !line.isBlank() && !line.contains("incubator modules"))
                    .toList();
            return lines.isEmpty()
                    ? ""
                    : ": " + String.join(" ", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
        } catch (IOException e) {
            return "";
        }
    }

    /** Asks the process to save its state and end. */
    synchronized void stop() {
        if (process.isEmpty()) return;
        state = State.STOPPING;
        try {
            send(process.get(), "stop");
        } catch (IOException e) {
            process.get().destroy();
        }
    }

    /** Waits for the process to end; after too long, it is ended. */
    void await(long seconds) throws InterruptedException {
        Optional<Process> last;
        synchronized (this) {
            last = process;
        }
        if (last.isPresent() && !last.get().waitFor(seconds, TimeUnit.SECONDS))
            last.get().destroyForcibly();
    }

    /** The process that works on it, if there is one. */
    synchronized Optional<Process> process() {
        return process;
    }

    synchronized State state() {
        return state;
    }

    String name() {
        return name;
    }

    Task task() {
        return task;
    }

    Path output() {
        return output;
    }

    /** Everything about it, for the page and for its file. */
    synchronized Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", name);
        fields.put("task", task.fields());
        fields.put("state", state.name().toLowerCase(Locale.ROOT));
        failure.ifPresent(text -> fields.put("failure", text));
        fields.put("begun", begun.toString());
        fields.put("progress", progress);
        fields.put("losses", List.copyOf(losses));
        fields.put("validations", List.copyOf(validations));
        fields.put("notes", List.copyOf(notes.subList(Math.max(0, notes.size() - LAST_LINES), notes.size())));
        fields.put("resumable", state != State.DONE && Files.exists(Runs.checkpoint(output)));
        return fields;
    }
}
