package bayesflow4j.external;

import bayesflow4j.model.Covariates;
import bayesflow4j.model.Observations;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;

/** One requested simulation: θ, c, N and seed, and later its data or failure. */
final class Task {
    private final long id;
    private final double[] theta;
    private final Covariates covariates;
    private final int count;
    private final long seed;
    private final CompletableFuture<Observations> result = new CompletableFuture<>();
    private final CountDownLatch done = new CountDownLatch(1);
    private int tries;

    Task(long id, double[] theta, Covariates covariates, int count, long seed) {
        this.id = id;
        this.theta = theta;
        this.covariates = covariates;
        this.count = count;
        this.seed = seed;
    }

    long id() {
        return id;
    }

    double[] theta() {
        return theta;
    }

    Covariates covariates() {
        return covariates;
    }

    int count() {
        return count;
    }

    long seed() {
        return seed;
    }

    /** Counts a breakdown of the process that ran it; returns the count. */
    int tried() {
        return ++tries;
    }

    /** Whether it may be sent together with others: not after a breakdown, so that the cause can be identified. */
    boolean social() {
        return tries == 0;
    }

    void succeed(Observations x) {
        result.complete(x);
        done.countDown();
    }

    void fail(RuntimeException reason) {
        result.completeExceptionally(reason);
        done.countDown();
    }

    boolean isDone() {
        return result.isDone();
    }

    /**
     * Waits for the data.
     *
     * @param spare whether workers could take more simulations: a fork-join pool then adds a thread while this one waits
     */
    Observations await(boolean spare) throws InterruptedException {
        if (spare) ForkJoinPool.managedBlock(new Waiting());
        else done.await();
        if (result.isCompletedExceptionally()) throw (RuntimeException) result.exceptionNow();
        return result.resultNow();
    }

    private final class Waiting implements ForkJoinPool.ManagedBlocker {
        @Override
        public boolean block() throws InterruptedException {
            done.await();
            return true;
        }

        @Override
        public boolean isReleasable() {
            return result.isDone();
        }
    }
}
