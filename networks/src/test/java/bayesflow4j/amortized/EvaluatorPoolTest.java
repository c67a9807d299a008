package bayesflow4j.amortized;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.catalog.Models;
import bayesflow4j.training.Trainer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** However many threads ask, there are few evaluators, and each serves one thread at a time. */
class EvaluatorPoolTest {
    private static final int MOST = 3;
    private static final int THREADS = 64;

    private static EvaluatorPool pool() {
        AmortizedPosterior trained =
                Trainer.of(Models.named("mvn")).withSteps(1).train();
        return new EvaluatorPool(trained.networks(), trained.weights(), MOST);
    }

    @Test
    void thePoolStaysSmallUnderManyThreads() throws Exception {
        EvaluatorPool pool = pool();
        Set<Evaluator> seen = ConcurrentHashMap.newKeySet();
        AtomicInteger busy = new AtomicInteger();
        AtomicInteger busiest = new AtomicInteger();
        CountDownLatch start = new CountDownLatch(1);
        List<Future<?>> asked = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < THREADS; i++)
                asked.add(threads.submit(() -> {
                    start.await();
                    return pool.with(1, evaluator -> {
                        seen.add(evaluator);
                        busiest.accumulateAndGet(busy.incrementAndGet(), Math::max);
                        Thread.yield();
                        return busy.decrementAndGet();
                    });
                }));
            start.countDown();
            for (Future<?> one : asked) one.get();
        }
        assertTrue(seen.size() <= MOST, seen.size() + " evaluators");
        assertTrue(busiest.get() <= MOST, busiest + " threads at work at once");
        assertEquals(seen.size(), pool.idle());
    }

    @Test
    void workThatFailsGivesItsPlaceBack() {
        EvaluatorPool pool = pool();
        for (int i = 0; i < 10 * MOST; i++)
            assertThrows(
                    IllegalStateException.class,
                    () -> pool.with(1, evaluator -> {
                        throw new IllegalStateException("on purpose");
                    }));
        assertEquals(1, (int) pool.with(1, evaluator -> 1));
    }

    @Test
    void afterManyRowsTheEvaluatorsOfTheStartAreReplaced() {
        EvaluatorPool pool = pool();
        Evaluator first = pool.with(1000, evaluator -> evaluator);
        assertSame(first, pool.with(1000, evaluator -> evaluator));
        Evaluator warm = pool.with(100_000, evaluator -> evaluator);
        assertNotSame(first, warm);
        assertSame(warm, pool.with(1, evaluator -> evaluator));
        assertEquals(1, pool.idle());
    }
}
