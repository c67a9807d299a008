package bayesflow4j.external;

import bayesflow4j.model.Covariates;
import bayesflow4j.model.Observations;
import bayesflow4j.model.SimulatorUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * p(x | θ) by long-lived processes that speak the line protocol of {@code docs/own-model.md}.
 *
 * <p>Processes are started on demand. If one crashes, its open requests are sent to a new one, with the same seeds; if
 * it times out or writes a malformed line, the simulation fails. {@link Breakdowns} limits the number of failures.
 */
public final class WorkerPool implements ExternalSimulator {
    /** A simulation fails after this many processes crashed on it. */
    private static final int TRIES = 3;

    /** Fits the 16 kB that a pipe holds on every system: a typical request has less than 500 B. */
    private static final int MOST_AT_ONCE = 32;

    private final SimulatorCommand command;
    private final DataShape shape;
    private final int workers;
    private final TaskQueue queue = new TaskQueue();
    private final Breakdowns breakdowns = new Breakdowns();
    private final AtomicLong ids = new AtomicLong();
    private final AtomicInteger underWay = new AtomicInteger();
    private final List<Slot> slots;

    /** Runs the command in up to this many processes. */
    public WorkerPool(SimulatorCommand command, DataShape shape, int workers) {
        if (workers < 1) throw new IllegalArgumentException("workers: expected at least 1, got " + workers);
        this.command = command;
        this.shape = shape;
        this.workers = workers;
        slots = IntStream.range(0, workers).mapToObj(i -> new Slot()).toList();
        slots.forEach(slot -> slot.thread.start());
    }

    @Override
    public Observations simulate(double[] theta, Covariates covariates, int count, RandomGenerator rng) {
        Task task = new Task(ids.incrementAndGet(), theta.clone(), covariates, count, rng.nextLong());
        boolean spare = underWay.incrementAndGet() < workers * MOST_AT_ONCE;
        try {
            queue.add(task);
            return task.await(spare);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SimulatorUnavailableException("Interrupted while waiting for the simulator", e);
        } finally {
            underWay.decrementAndGet();
        }
    }

    @Override
    public void close() {
        queue.end(new SimulatorUnavailableException("The simulator \"" + command + "\" was closed"));
        slots.forEach(Slot::end);
    }

    /** A thread and its process, which is replaced when it fails. */
    private final class Slot {
        private final Thread thread =
                Thread.ofPlatform().daemon().name("worker of " + command).unstarted(this::run);
        private Optional<Worker> worker = Optional.empty();

        private void run() {
            try {
                List<Task> tasks = queue.take(batch());
                while (!tasks.isEmpty()) {
                    serve(tasks);
                    tasks = queue.take(batch());
                }
            } catch (InterruptedException e) {
                // Closed; the tasks have failed already.
                Thread.currentThread().interrupt();
            } finally {
                worker.ifPresent(Worker::close);
            }
        }

        private int batch() {
            return worker.map(w -> Math.min(w.batch(), MOST_AT_ONCE)).orElse(1);
        }

        private void serve(List<Task> tasks) throws InterruptedException {
            try {
                if (worker.isEmpty()) worker = Optional.of(new Worker(command, shape));
                worker.get().ask(tasks);
                breakdowns.answered();
            } catch (Breakdown e) {
                worker = Optional.empty();
                repeatOrFail(tasks, e);
            } catch (RuntimeException e) {
                queue.end(e);
            } finally {
                if (queue.ended()) tasks.forEach(task -> task.fail(queue.reason()));
            }
        }

        private void repeatOrFail(List<Task> tasks, Breakdown breakdown) {
            List<Task> open = new ArrayList<>(tasks);
            open.removeIf(Task::isDone);
            if (open.size() < tasks.size()) breakdowns.answered();
            breakdowns.count(breakdown).ifPresent(queue::end);
            for (Task task : open.reversed()) {
                boolean alone = tasks.size() == 1;
                boolean again = task.tried() < TRIES && (breakdown.kind() == Breakdown.Kind.CRASH || !alone);
                if (again) queue.again(task);
                else task.fail(new ExternalSimulationException(breakdown.getMessage()));
            }
        }

        private void end() {
            thread.interrupt();
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
