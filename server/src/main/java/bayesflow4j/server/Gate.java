package bayesflow4j.server;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * A first-come, first-served queue in front of the work of all requests. A request is {@linkplain #admit admitted} if there is
 * room for it and for its memory, and refused at once otherwise; each piece of its work then {@linkplain Admission#run waits its
 * turn}. Replies are written outside of the gate, so a client that reads slowly holds up nobody.
 *
 * <p>Work is done on threads of its own. On the few carriers of the virtual threads it would keep new requests from being read,
 * and those would be served by chance rather than in order.
 */
public final class Gate {
    private static final int REFUSED = 429;
    private static final int IDLE_SECONDS = 10;

    private final Limits limits;
    private final ThreadPoolExecutor workers;
    private final AtomicInteger admitted = new AtomicInteger();
    private final AtomicLong memory = new AtomicLong();

    /** A gate with these limits. */
    public Gate(Limits limits) {
        this.limits = limits;
        this.workers = new ThreadPoolExecutor(
                limits.working(),
                limits.working(),
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                Thread.ofPlatform().daemon().name("bayesflow-worker-", 0).factory());
        workers.allowCoreThreadTimeOut(true);
    }

    /**
     * Lets a request in.
     *
     * @throws Problem with status 429 if as many as may wait are waiting
     */
    public Admission admit() {
        int most = limits.working() + limits.waiting();
        if (admitted.incrementAndGet() > most) {
            admitted.decrementAndGet();
            throw new Problem(REFUSED, "expected at most " + most + " requests at once; try again in a second");
        }
        return new Admission();
    }

    /** The number of requests that are inside, computing, waiting or being written. */
    public int inside() {
        return admitted.get();
    }

    /** The number of requests that wait for their turn. */
    public int queued() {
        return workers.getQueue().size();
    }

    /** The bytes that the requests inside have reserved. */
    public long reserved() {
        return memory.get();
    }

    /** The stay of one request. */
    public final class Admission implements AutoCloseable {
        private final long end = System.nanoTime() + limits.time().toNanos();
        private long held;

        private Admission() {}

        /**
         * Reserves memory for this request until it leaves.
         *
         * @throws Problem with status 429 if the requests inside hold too much already
         */
        public void reserve(long bytes) {
            if (memory.addAndGet(bytes) > limits.memoryBytes()) {
                memory.addAndGet(-bytes);
                throw new Problem(
                        REFUSED,
                        "too much data is being worked on at once; try again in a second, or send less at once");
            }
            held += bytes;
        }

        /** The time that is left, at least zero. */
        public Duration left() {
            return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
        }

        /**
         * Throws once the time is over.
         *
         * @throws Problem with status 408
         */
        public void requireTime() {
            if (System.nanoTime() > end) throw late();
        }

        private Problem late() {
            return new Problem(
                    408,
                    "expected a request that takes at most " + limits.time().toSeconds() + " s");
        }

        /**
         * Does a piece of work when it is its turn.
         *
         * @throws Problem with status 408 if its turn does not come in time
         */
        public <T> T run(Supplier<T> work) {
            requireTime();
            FutureTask<T> turn = new FutureTask<>(work::get);
            workers.execute(turn);
            try {
                return result(turn);
            } catch (InterruptedException e) {
                workers.remove(turn);
                Thread.currentThread().interrupt();
                throw new Problem(REFUSED, "the server is closing");
            } catch (ExecutionException e) {
                throw unchecked(e.getCause());
            }
        }

        /** Work that has begun is waited for, since it uses the memory that was reserved for it. */
        private <T> T result(FutureTask<T> turn) throws InterruptedException, ExecutionException {
            try {
                return turn.get(left().toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                if (workers.remove(turn)) throw late();
                return turn.get();
            }
        }

        @Override
        public void close() {
            memory.addAndGet(-held);
            held = 0;
            admitted.decrementAndGet();
        }
    }

    private static RuntimeException unchecked(Throwable failure) {
        if (failure instanceof Error error) throw error;
        return failure instanceof RuntimeException known ? known : new IllegalStateException(failure);
    }
}
