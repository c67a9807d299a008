package bayesflow4j.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C, or any other polite end of the process, as a question that work can ask. The process ends when the work is closed,
 * or when it takes too long to come to an end.
 */
final class Interruption implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 30;

    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook;
    private volatile boolean requested;

    Interruption() {
        hook = new Thread(this::await, "bayesflow4j ends cleanly");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void await() {
        requested = true;
        try {
            closed.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether the work should end now. */
    boolean requested() {
        return requested;
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The virtual machine is ending: it was the hook that asked to stop.
        }
    }
}
