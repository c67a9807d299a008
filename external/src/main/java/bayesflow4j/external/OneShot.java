package bayesflow4j.external;

import bayesflow4j.model.Covariates;
import bayesflow4j.model.Observations;
import bayesflow4j.model.SimulatorUnavailableException;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/** p(x | θ) by one process per simulation: parameters as arguments or in a file, CSV on standard output. */
public final class OneShot implements ExternalSimulator {
    private final SimulatorCommand command;
    private final DataShape shape;
    private final Arguments arguments;
    private final Semaphore free;
    private final Breakdowns breakdowns = new Breakdowns();
    private final Set<Process> running = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** Runs the command in up to this many processes at a time. */
    public OneShot(SimulatorCommand command, DataShape shape, int workers) {
        if (workers < 1) throw new IllegalArgumentException("workers: expected at least 1, got " + workers);
        this.command = command;
        this.shape = shape;
        arguments = new Arguments(command.words(), shape.parameters(), shape.covariates(), shape.whole());
        free = new Semaphore(workers);
    }

    @Override
    public Observations simulate(double[] theta, Covariates covariates, int count, RandomGenerator rng) {
        long seed = rng.nextLong();
        try {
            free.acquire();
            try (Arguments.Filled filled = arguments.fill(theta, covariates, count, seed)) {
                Observations x = run(filled, count);
                breakdowns.answered();
                return x;
            } catch (Breakdown e) {
                breakdowns.count(e).ifPresent(last -> {
                    throw last;
                });
                throw new ExternalSimulationException(e.getMessage());
            } finally {
                free.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SimulatorUnavailableException("Interrupted while waiting for the simulator", e);
        }
    }

    private Observations run(Arguments.Filled filled, int count) throws Breakdown, InterruptedException {
        Process process = LiveProcesses.start(command, filled.words());
        running.add(process);
        LineReader lines = new LineReader(process.getInputStream(), "stdout of " + command);
        ErrorTail errors = new ErrorTail(process.getErrorStream(), "stderr of " + command);
        try {
            process.getOutputStream().close();
            return rows(process, lines, count);
        } catch (Breakdown e) {
            LiveProcesses.kill(process);
            throw new Breakdown(e.kind(), "\"" + command + "\" " + e.getMessage() + errors.report());
        } catch (IOException e) {
            throw new Breakdown(Breakdown.Kind.CRASH, "\"" + command + "\" " + e.getMessage());
        } finally {
            lines.stop();
            LiveProcesses.kill(process);
            running.remove(process);
        }
    }

    private Observations rows(Process process, LineReader lines, int count) throws Breakdown, InterruptedException {
        if (closed) throw new SimulatorUnavailableException("The simulator \"" + command + "\" was closed");
        lines.allow(shape.mostBytes(1));
        long deadline = System.nanoTime() + command.timeLimit().toNanos();
        CsvRows rows = new CsvRows(shape);
        int number = 0;
        while (true) {
            LineReader.Event event = lines.next(deadline - System.nanoTime()).orElseThrow(this::late);
            switch (event) {
                case LineReader.Event.Line(String text) -> {
                    number++;
                    take(text, number, rows);
                    // Blank lines and a header are tolerated.
                    if (number > 2L * count + 2 || rows.count() > count)
                        throw new Breakdown(
                                Breakdown.Kind.RUBBISH, "wrote more than the requested " + count + " rows.");
                }
                case LineReader.Event.TooLong(String beginning) ->
                    throw new Breakdown(
                            Breakdown.Kind.RUBBISH,
                            "wrote an overlong line to stdout, which begins with: " + Worker.quoted(beginning) + '.');
                case LineReader.Event.End() -> {
                    if (!process.waitFor(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS)) throw late();
                    if (process.exitValue() != 0)
                        throw new Breakdown(Breakdown.Kind.CRASH, "ended with exit code " + process.exitValue() + '.');
                    return rows.observations();
                }
            }
        }
    }

    private static void take(String text, int number, CsvRows rows) throws Breakdown {
        try {
            rows.add(text, number == 1);
        } catch (IllegalArgumentException e) {
            throw new Breakdown(
                    Breakdown.Kind.RUBBISH,
                    "wrote to stdout what is not CSV of the columns (line " + number + ", " + e.getMessage() + "): "
                            + Worker.quoted(text) + '.');
        }
    }

    private Breakdown late() {
        return new Breakdown(
                Breakdown.Kind.TIMEOUT,
                "was not done within " + command.timeLimit().toMillis() / 1000.0 + " s.");
    }

    @Override
    public void close() {
        closed = true;
        running.forEach(LiveProcesses::kill);
    }
}
