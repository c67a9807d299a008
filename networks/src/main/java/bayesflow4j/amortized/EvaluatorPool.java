package bayesflow4j.amortized;

import bayesflow4j.engine.memory.Weights;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/**
 * Evaluators of the same networks, at most one per processor. A thread that finds all of them busy waits: more would only take
 * turns on the same cores, each with buffers of its own.
 */
final class EvaluatorPool {
    private final Networks networks;
    private final Weights weights;
    private final Semaphore free;
    private final ConcurrentLinkedDeque<Evaluator> idle = new ConcurrentLinkedDeque<>();

    EvaluatorPool(Networks networks, Weights weights, int most) {
        this.networks = networks;
        this.weights = weights;
        this.free = new Semaphore(most);
    }

    /** Runs some work on an evaluator that no other thread uses; the work must not ask for another one. */
    <T> T with(Function<Evaluator, T> work) {
        free.acquireUninterruptibly();
        try {
            // The one used last has its buffers in the cache.
            Evaluator evaluator = idle.pollFirst();
            if (evaluator == null) evaluator = new Evaluator(networks, weights);
            T result = work.apply(evaluator);
            // After a failure, the evaluator is left to the garbage collector.
            idle.addFirst(evaluator);
            return result;
        } finally {
            free.release();
        }
    }

    /** The number of evaluators that wait for work. */
    int idle() {
        return idle.size();
    }
}
