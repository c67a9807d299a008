package bayesflow4j.classical;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;

/** i ↦ f(i) for i = 0 … count − 1 on a number of threads, whose number does not matter to the result. */
public final class Labor {
    private Labor() {}

    /**
     * f(0) … f(count − 1), in this order. Whatever f or {@code done} throws ends the work, after the calls that have begun.
     *
     * @param done is told on the calling thread how many are done, each time that one is
     */
    public static <T> List<T> map(int count, int threads, IntFunction<T> f, IntConsumer done) {
        if (threads < 1) throw new IllegalArgumentException("threads: expected at least 1, got " + threads);
        ExecutorService pool = Executors.newFixedThreadPool(
                Math.max(1, Math.min(threads, count)),
                Thread.ofPlatform().daemon().factory());
        try {
            var arrivals = new ExecutorCompletionService<T>(pool);
            List<Future<T>> futures = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int index = i;
                futures.add(arrivals.submit(() -> f.apply(index)));
            }
            for (int finished = 1; finished <= count; finished++) {
                arrivals.take().get();
                done.accept(finished);
            }
            return futures.stream().map(Future::resultNow).toList();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + count + " parts of the work", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) throw cause;
            if (e.getCause() instanceof Error cause) throw cause;
            throw new IllegalStateException(e.getCause());
        } finally {
            pool.shutdownNow();
            pool.close();
        }
    }
}
