package bayesflow4j.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Stops work in other processes at a point that a test chooses: while it is closed, each process passes a few times, then leaves a
 * file with its process id and waits. A test that sees the files of two executors knows that both are in the middle of their work.
 */
record Turnstile(Path directory) {
    /** How executors find the directory. */
    static final String VARIABLE = "BAYESFLOW_TEST_TURNSTILE";

    private static final int FREE = 5;
    private static final long PATIENCE_NANOS = 120_000_000_000L;
    private static final AtomicInteger PASSED = new AtomicInteger();

    /** Called by the work. */
    static void pass() {
        String directory = System.getenv(VARIABLE);
        if (directory == null || PASSED.incrementAndGet() < FREE) return;
        Turnstile own = new Turnstile(Path.of(directory));
        if (!Files.exists(own.bar())) return;
        own.touch(Path.of("waiting-" + ProcessHandle.current().pid()));
        await(() -> !Files.exists(own.bar()));
        PASSED.set(0);
    }

    private Path bar() {
        return directory.resolve("closed");
    }

    void close() {
        waiting().forEach(pid -> remove(directory.resolve("waiting-" + pid)));
        touch(bar());
    }

    void open() {
        remove(bar());
    }

    /** The processes that wait. */
    List<Long> waiting() {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("waiting-"))
                    .map(name -> Long.parseLong(name.substring("waiting-".length())))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for this many processes. */
    List<Long> await(int processes) {
        await(() -> waiting().size() >= processes);
        return waiting();
    }

    private void touch(Path name) {
        try {
            Files.write(directory.resolve(name), new byte[0]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void remove(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until something is so, for two minutes at most. */
    static void await(BooleanSupplier so) {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (!so.getAsBoolean()) {
            if (System.nanoTime() > deadline) throw new IllegalStateException("waited in vain for two minutes");
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }
}
