package bayesflow4j.training;

import static bayesflow4j.model.distribution.Distribution.normal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.layer.Pass;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.head.flow.CouplingDesign;
import bayesflow4j.head.flow.CouplingHead;
import bayesflow4j.model.ChainPrior;
import bayesflow4j.model.Column;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.random.Seed;
import bayesflow4j.summary.Identity;
import bayesflow4j.summary.SummaryNetwork;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;

/**
 * A training works on the threads that it was given: simulations, regression and optimization, none of it on the common pool.
 */
class TrainingThreadsTest {
    private static final int WIDTH = 20;

    private final Set<Thread> simulating = ConcurrentHashMap.newKeySet();
    private final Set<Thread> optimizing = ConcurrentHashMap.newKeySet();
    private final AtomicInteger simulations = new AtomicInteger();
    private final AtomicInteger mostAtOnce = new AtomicInteger();

    private GenerativeModel model() {
        ChainPrior prior = Prior.of("mu0", normal(0, 1));
        for (int i = 1; i < WIDTH; i++) prior = prior.and("mu" + i, normal(0, 1));
        return new GenerativeModel(
                "means",
                prior,
                (theta, _, rng) -> {
                    simulating.add(Thread.currentThread());
                    mostAtOnce.accumulateAndGet(simulations.incrementAndGet(), Math::max);
                    float[] x = new float[WIDTH];
                    for (int i = 0; i < WIDTH; i++) x[i] = (float) rng.nextGaussian(theta[i], 0.5);
                    simulations.decrementAndGet();
                    return new Observations(1, WIDTH, x);
                },
                ObservationCount.exactly(1),
                DataKind.VECTOR,
                IntStream.range(0, WIDTH).mapToObj(i -> new Column("x" + i)).toList(),
                "");
    }

    /** The data as they are, read by whoever computes losses and gradients. */
    private record Watched(Set<Thread> readers) implements SummaryNetwork {
        @Override
        public int leastLength() {
            return 1;
        }

        @Override
        public boolean reads(DataKind kind) {
            return kind == DataKind.VECTOR;
        }

        @Override
        public String kind() {
            return new Identity().kind();
        }

        @Override
        public Map<String, Object> settings() {
            return Map.of();
        }

        @Override
        public Layer layer(Layout layout, int width) {
            Layer right = new Identity().layer(layout, width);
            return new Layer() {
                @Override
                public int in() {
                    return width;
                }

                @Override
                public int out() {
                    return width;
                }

                @Override
                public Pass pass(Memory memory) {
                    Pass pass = right.pass(memory);
                    return new Pass() {
                        @Override
                        public Block forward(Block x) {
                            readers.add(Thread.currentThread());
                            return pass.forward(x);
                        }

                        @Override
                        public Block backward(Block dy) {
                            return pass.backward(dy);
                        }
                    };
                }
            };
        }
    }

    /** With a regression of 2440 simulations, more than the pilot has, so that there are some of every purpose. */
    private void train(int threads) {
        GenerativeModel model = model();
        Trainer.of(model)
                .withDesign(new NetworkDesign(
                        new Watched(optimizing),
                        new CouplingHead(1, CouplingDesign.PAPER.withHidden(16).withClosed(true)),
                        true))
                .withSteps(60)
                .withSeed(new Seed(7))
                .withThreads(threads)
                .train();
    }

    /** The caller's thread, and for what comes before the first step one of a pool while the caller waits for it. */
    @Test
    void oneThreadIsTheCallersOrTheOneOfThePool() {
        nothingOnTheCommonPool(() -> train(1));
        assertEquals(1, mostAtOnce.get(), "simulations at once");
        assertEquals(Set.of(Thread.currentThread()), optimizing);
        assertTrue(simulating.contains(Thread.currentThread()), "simulations of the steps: " + simulating);
        simulating.remove(Thread.currentThread());
        assertEquals(1, simulating.size(), "threads besides the caller's: " + simulating);
    }

    @Test
    void twoThreadsSimulateWhileTwoOptimize() {
        nothingOnTheCommonPool(() -> train(2));
        assertTrue(mostAtOnce.get() <= 2, mostAtOnce + " simulations at once");
        Set<Thread> helpers = new HashSet<>(optimizing);
        assertTrue(helpers.remove(Thread.currentThread()), "the caller does not optimize");
        for (Thread helper : helpers) assertEquals("bayesflow4j-worker-1", helper.getName());
        Map<Boolean, List<Thread>> ofThePool =
                simulating.stream().collect(Collectors.partitioningBy(ForkJoinWorkerThread.class::isInstance));
        assertTrue(ofThePool.get(true).size() <= 2, "before the first step: " + ofThePool);
        for (Thread thread : ofThePool.get(false))
            assertTrue(
                    Set.of("bayesflow4j-simulator-1", "bayesflow4j-simulator-2").contains(thread.getName()),
                    "while steps are made: " + thread);
    }

    /** The regression cannot be watched, but a pool counts the tasks that its threads have taken. */
    private void nothingOnTheCommonPool(Runnable work) {
        ForkJoinPool common = ForkJoinPool.commonPool();
        assertTrue(common.awaitQuiescence(1, TimeUnit.MINUTES), "the common pool is busy with something else");
        long before = common.getStealCount();
        work.run();
        assertTrue(common.awaitQuiescence(1, TimeUnit.MINUTES), "the common pool is still busy");
        assertEquals(before, common.getStealCount(), "tasks that the common pool has taken");
        for (Thread thread : simulating)
            assertFalse(
                    thread instanceof ForkJoinWorkerThread worker && worker.getPool() == common,
                    "simulations on the common pool: " + thread);
    }

    @Test
    void aTaskOnTheCommonPoolIsSeen() {
        CountDownLatch done = new CountDownLatch(1);
        assertThrows(
                AssertionFailedError.class,
                () -> nothingOnTheCommonPool(() -> {
                    ForkJoinPool.commonPool().execute(done::countDown);
                    while (done.getCount() > 0) Thread.onSpinWait();
                }));
    }
}
