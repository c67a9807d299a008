package bayesflow4j.engine.optimizer;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A fixed pool of threads that executes numbered tasks. Any worker may take any task, so results must depend on the
 * task's number only. Nothing is allocated per task. Idle threads spin briefly and then park; a thread without a core
 * leaves its tasks to others.
 */
public final class Workers implements AutoCloseable {
    /** Rounds of spinning before a thread parks: some 20 µs, about what a wake-up costs. */
    private static final int SPINS = 1000;

    /** Work that is split into numbered parts. */
    @FunctionalInterface
    public interface Task {
        /** Does part {@code index}, using the memory of {@code worker}, both from 0. */
        void run(int index, int worker);
    }

    private final Thread[] helpers;

    /** The number of tasks in the upper half, the next one to take in the lower: read together, they belong together. */
    private final AtomicLong tickets = new AtomicLong();

    private final AtomicInteger completed = new AtomicInteger();
    private volatile int generation;
    private volatile boolean closed;
    private volatile Throwable failure;
    private volatile Thread caller;
    private volatile Task task = (index, worker) -> {};

    /** A pool of the calling thread and {@code count − 1} more. */
    public Workers(int count) {
        if (count < 1) throw new IllegalArgumentException("count: expected at least 1, got " + count);
        helpers = new Thread[count - 1];
        for (int i = 0; i < helpers.length; i++) {
            int worker = i + 1;
            helpers[i] = Thread.ofPlatform()
                    .daemon()
                    .name("bayesflow4j-worker-" + worker)
                    .unstarted(() -> work(worker));
        }
        for (Thread helper : helpers) helper.start();
    }

    /** The number of workers, including the calling thread. */
    public int count() {
        return helpers.length + 1;
    }

    /** Runs tasks 0 … tasks−1 and returns when all have ended; the first failure is thrown again. One caller at a time. */
    public void run(int tasks, Task task) {
        if (closed) throw new IllegalStateException("these workers are closed");
        this.task = task;
        failure = null;
        caller = Thread.currentThread();
        completed.set(0);
        tickets.set((long) tasks << 32);
        generation++;
        for (Thread helper : helpers) LockSupport.unpark(helper);
        takeTasks(0);
        // Waits for tasks, not for workers: one that got no core in this round took no task.
        for (int spins = 0; completed.get() < tasks; spins++) {
            if (spins < SPINS) Thread.onSpinWait();
            else LockSupport.park(this);
        }
        if (failure != null) throw rethrow(failure);
    }

    private void work(int worker) {
        int seen = 0;
        while (true) {
            for (int spins = 0; generation == seen && !closed; spins++) {
                if (spins < SPINS) Thread.onSpinWait();
                else LockSupport.park(this);
            }
            if (closed) return;
            seen = generation;
            takeTasks(worker);
        }
    }

    private void takeTasks(int worker) {
        while (true) {
            long ticket = tickets.getAndIncrement();
            int tasks = (int) (ticket >>> 32);
            int index = (int) ticket;
            if (index >= tasks) return;
            try {
                if (failure == null) task.run(index, worker);
            } catch (Throwable e) {
                failure = e;
            }
            if (completed.incrementAndGet() == tasks && worker > 0) LockSupport.unpark(caller);
        }
    }

    private static RuntimeException rethrow(Throwable failure) {
        if (failure instanceof Error error) throw error;
        if (failure instanceof RuntimeException exception) throw exception;
        throw new IllegalStateException(failure);
    }

    /** Ends the threads. */
    @Override
    public void close() {
        closed = true;
        for (Thread helper : helpers) LockSupport.unpark(helper);
    }
}
