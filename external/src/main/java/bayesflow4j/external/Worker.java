package bayesflow4j.external;

import bayesflow4j.model.Observations;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A process that replies to requests line by line, until it fails or is closed. */
final class Worker implements AutoCloseable {
    private static final int QUOTED = 200;

    private final SimulatorCommand command;
    private final DataShape shape;
    private final Process process;
    private final LineReader lines;
    private final ErrorTail errors;
    private boolean firstLine = true;
    private boolean answered;
    private int batch = 1;

    Worker(SimulatorCommand command, DataShape shape) {
        this.command = command;
        this.shape = shape;
        process = LiveProcesses.start(command, command.words());
        lines = new LineReader(process.getInputStream(), "stdout of " + command);
        errors = new ErrorTail(process.getErrorStream(), "stderr of " + command);
    }

    /** The number of simulations it accepts at once; 1 unless its first line says otherwise. */
    int batch() {
        return batch;
    }

    /** Runs these simulations; those with a reply are done even if a breakdown follows. */
    void ask(List<Task> tasks) throws Breakdown, InterruptedException {
        Map<Long, Task> open = new HashMap<>();
        long bytes = 0;
        for (Task task : tasks) {
            open.put(task.id(), task);
            bytes = Math.max(bytes, shape.mostBytes(task.count()));
        }
        lines.allow(bytes);
        long deadline = System.nanoTime() + limit(tasks.size()).toNanos();
        send(tasks);
        while (!open.isEmpty()) {
            LineReader.Event event = lines.next(deadline - System.nanoTime())
                    .orElseThrow(() -> broken(Breakdown.Kind.TIMEOUT, "did not reply within " + seconds(tasks.size())));
            switch (event) {
                case LineReader.Event.Line(String text) -> take(text, open);
                case LineReader.Event.TooLong(String beginning) ->
                    throw broken(
                            Breakdown.Kind.RUBBISH,
                            "wrote an overlong line to stdout, which begins with: " + quoted(beginning));
                case LineReader.Event.End() -> throw crashed();
            }
        }
        answered = true;
    }

    private Duration limit(int simulations) {
        Duration all = command.timeLimit().multipliedBy(simulations);
        return answered ? all : all.plus(command.startLimit());
    }

    private String seconds(int simulations) {
        return limit(simulations).toMillis() / 1000.0 + " s";
    }

    private void send(List<Task> tasks) throws Breakdown, InterruptedException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < tasks.size(); i++) text.append(RequestLine.of(tasks.get(i), shape, tasks.size() - 1 - i));
        try {
            OutputStream out = process.getOutputStream();
            out.write(text.toString().getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException e) {
            throw crashed();
        }
    }

    private void take(String line, Map<Long, Task> open) throws Breakdown, InterruptedException {
        Reply reply;
        try {
            reply = ReplyReader.read(line, shape);
        } catch (IllegalArgumentException e) {
            throw rubbish(line, e.getMessage());
        }
        boolean first = firstLine;
        firstLine = false;
        switch (reply) {
            case Reply.Hello hello -> {
                if (!first) throw rubbish(line, "a reply without \"id\"");
                batch = hello.batch();
            }
            case Reply.Rows rows ->
                asked(rows.id(), line, open).succeed(new Observations(rows.count(), rows.width(), rows.values()));
            case Reply.Refusal refusal ->
                asked(refusal.id(), line, open)
                        .fail(new ExternalSimulationException("the simulator replied: " + refusal.error()));
        }
    }

    private Task asked(long id, String line, Map<Long, Task> open) throws Breakdown, InterruptedException {
        if (!open.containsKey(id)) throw rubbish(line, "a reply to request " + id + ", which is not open");
        return open.remove(id);
    }

    private Breakdown rubbish(String line, String reason) throws InterruptedException {
        return broken(
                Breakdown.Kind.RUBBISH,
                "wrote a line to stdout that is not a reply (" + reason + "): " + quoted(line)
                        + "; only replies may go to stdout, everything else must go to stderr");
    }

    private Breakdown crashed() throws InterruptedException {
        // The pipe may close a moment before the process is gone and has an exit code.
        boolean gone = process.waitFor(1, TimeUnit.SECONDS);
        String end = gone ? "ended with exit code " + process.exitValue() : "closed its stdout";
        return broken(Breakdown.Kind.CRASH, end + (answered ? "" : " before its first reply"));
    }

    private Breakdown broken(Breakdown.Kind kind, String what) {
        close();
        try {
            return new Breakdown(kind, "\"" + command + "\" " + what + '.' + errors.report());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Breakdown(kind, "\"" + command + "\" " + what + '.');
        }
    }

    static String quoted(String text) {
        String shown = text.length() <= QUOTED ? text : text.substring(0, QUOTED) + "…";
        return '"' + shown.replaceAll("\\p{Cntrl}", "\uFFFD") + '"';
    }

    /** Ends the process at once. */
    @Override
    public void close() {
        LiveProcesses.kill(process);
        lines.stop();
    }
}
