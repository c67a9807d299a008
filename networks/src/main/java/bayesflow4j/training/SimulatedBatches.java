package bayesflow4j.training;

import bayesflow4j.model.Batch;
import bayesflow4j.model.Failures;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.random.RandomOrder;
import bayesflow4j.random.Seed;
import bayesflow4j.scale.Scales;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;

/** Batches that are simulated in advance on separate threads while training uses earlier ones. */
final class SimulatedBatches implements Batches {
    /** Batches simulated in advance per thread: enough to absorb slow ones. */
    private static final int AHEAD_PER_THREAD = 3;

    /** Batches further back than this are never requested again, even after a restart. */
    private static final long RESTART_REACH = Run.STEPS_PER_STATE;

    private record Simulated(Scales.Prepared prepared, Failures failures) {}

    private final GenerativeModel model;
    private final Scales scales;
    private final int size;
    private final Reuse reuse;
    private final Seed seed;
    private final int ahead;
    private final Optional<ExecutorService> threads;
    private final Map<Long, CompletableFuture<Simulated>> pending = new HashMap<>();
    private final Set<Long> counted = new HashSet<>();
    private long next;
    private long orderOf = -1;
    private int[] order = new int[0];
    private Failures failures = Failures.NONE;
    private long waited;

    SimulatedBatches(GenerativeModel model, Scales scales, int size, Reuse reuse, Seed seed, int threads, long from) {
        this.model = model;
        this.scales = scales;
        this.size = size;
        this.reuse = reuse;
        this.seed = seed;
        // With a single thread, each batch is simulated on demand.
        this.ahead = threads == 1 ? 0 : AHEAD_PER_THREAD * threads;
        this.threads = threads == 1
                ? Optional.empty()
                : Optional.of(Executors.newFixedThreadPool(
                        threads,
                        Thread.ofPlatform()
                                .daemon()
                                .name("bayesflow4j-simulator-", 1)
                                .factory()));
        this.next = firstOfPool(from);
    }

    @Override
    public Scales.Prepared at(long k) {
        long first = firstOfPool(k);
        pending.keySet().removeIf(index -> index < first);
        counted.removeIf(index -> index < first - RESTART_REACH);
        long wanted = first + positionInPool(k);
        long begun = System.nanoTime();
        for (long last = Math.max(wanted, first + reuse.pool() - 1) + ahead; next <= last; next++) request(next);
        // A restart may request an earlier batch that has been released.
        if (!pending.containsKey(wanted)) request(wanted);
        CompletableFuture<Simulated> future = pending.get(wanted);
        Simulated simulated = join(future);
        waited += System.nanoTime() - begun;
        if (counted.add(wanted)) {
            failures = failures.plus(simulated.failures);
            failures.requireMostlySuccessful();
        }
        return simulated.prepared;
    }

    @Override
    public List<Scales.Prepared> seen(long step, int most) {
        if (reuse.times() == 1 || step == 0) return List.of();
        long firstOfPass = (step - 1) / reuse.pool() * reuse.pool();
        return LongStream.range(firstOfPass, step)
                .limit(Math.ceilDiv(most, size))
                .mapToObj(this::at)
                .toList();
    }

    private void request(long index) {
        pending.put(
                index,
                CompletableFuture.supplyAsync(
                        () -> {
                            Batch batch = model.batch(seed, index, size);
                            return new Simulated(scales.prepare(batch), batch.failures());
                        },
                        threads.isPresent() ? threads.get() : Runnable::run));
    }

    private static Simulated join(CompletableFuture<Simulated> future) {
        try {
            return future.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) throw cause;
            if (e.getCause() instanceof Error error) throw error;
            throw e;
        }
    }

    /** The first simulated batch of the pool that step k uses. */
    private long firstOfPool(long k) {
        return k / ((long) reuse.pool() * reuse.times()) * reuse.pool();
    }

    /** The position in its pool of the batch that step k uses; each pass over the pool has its own order. */
    private int positionInPool(long k) {
        long round = k / reuse.pool();
        if (round != orderOf) {
            order = RandomOrder.of(reuse.pool(), seed.child("order").stream(round));
            orderOf = round;
        }
        return order[(int) (k % reuse.pool())];
    }

    @Override
    public long simulations(long steps) {
        long pools = (long) reuse.pool() * reuse.times();
        long whole = steps / pools * reuse.pool();
        return size * (whole + Math.min(steps % pools, reuse.pool()));
    }

    @Override
    public Failures failures() {
        return failures;
    }

    @Override
    public long waitedNanos() {
        return waited;
    }

    @Override
    public void close() {
        threads.ifPresent(ExecutorService::shutdownNow);
    }
}
