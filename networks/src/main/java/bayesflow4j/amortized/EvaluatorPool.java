package bayesflow4j.amortized;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Weights;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * Evaluators of the same networks, at most one per processor. A thread that finds all of them busy waits: more would only take
 * turns on the same cores, each with buffers of its own.
 */
final class EvaluatorPool {
    /**
     * Rows of data and draws, before which code is interpreted. Interpreted vectors are slower by far than plain loops, so a command
     * that asks for a few posteriors ends sooner without them. The bits are the same.
     */
    private static final long COLD_ROWS = 20_000;

    private final Networks networks;
    private final Weights weights;
    private final Semaphore free;
    private final AtomicLong rowsSoFar = new AtomicLong();
    private final ConcurrentLinkedDeque<Evaluator> cold = new ConcurrentLinkedDeque<>();
    private final ConcurrentLinkedDeque<Evaluator> idle = new ConcurrentLinkedDeque<>();

    EvaluatorPool(Networks networks, Weights weights, int most) {
        this.networks = networks;
        this.weights = weights;
        this.free = new Semaphore(most);
    }

    /**
     * Runs some work on an evaluator that no other thread uses; the work must not ask for another one.
     *
     * @param rows of data or draws, about
     */
    <T> T with(int rows, Function<Evaluator, T> work) {
        free.acquireUninterruptibly();
        try {
            boolean warm = rowsSoFar.addAndGet(rows) > COLD_ROWS;
            if (warm) cold.clear();
            ConcurrentLinkedDeque<Evaluator> fitting = warm ? idle : cold;
            // The one used last has its buffers in the cache.
            Evaluator evaluator = fitting.pollFirst();
            if (evaluator == null)
                evaluator = new Evaluator(networks, weights, warm ? Kernels.best() : Kernels.plain());
            T result = work.apply(evaluator);
            // After a failure, the evaluator is left to the garbage collector.
            fitting.addFirst(evaluator);
            return result;
        } finally {
            free.release();
        }
    }

    /** The number of evaluators that wait for work. */
    int idle() {
        return idle.size() + cold.size();
    }
}
