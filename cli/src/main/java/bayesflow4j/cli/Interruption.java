package bayesflow4j.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A shutdown request, by Ctrl-C or another termination signal, that running work can poll. The process ends once this
 * object is closed, or after a timeout.
 */
final class Interruption implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 30;

    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook;
    private final CountDownLatch requested = new CountDownLatch(1);

    Interruption() {
        hook = new Thread(this::request, "bayesflow4j ends cleanly");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void request() {
        requested.countDown();
        try {
            closed.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether the work should stop. */
    boolean requested() {
        return requested.getCount() == 0;
    }

    /** Waits until the process is to end. */
    void await() throws InterruptedException {
        requested.await();
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is already shutting down, and the hook cannot be removed.
        }
    }
}
