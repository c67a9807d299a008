package bayesflow4j.external;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The lines of an untrusted stream, with limits on time and length.
 *
 * <p>A separate thread reads, because reading has no timeout. It holds a few lines at most and none beyond the limit; a
 * faster writer has to wait.
 */
final class LineReader {
    /** The result of reading. */
    sealed interface Event {
        /** A whole line, without its end. */
        record Line(String text) implements Event {}

        /** A line that exceeds the limit, with its beginning. */
        record TooLong(String beginning) implements Event {}

        /** The end of the stream. */
        record End() implements Event {}
    }

    private static final int LINES_HELD = 16;
    private static final int BEGINNING = 400;

    private final BlockingQueue<Event> events = new ArrayBlockingQueue<>(LINES_HELD);
    private final InputStream stream;
    private final Thread thread;
    private volatile long limit = 1 << 20;

    LineReader(InputStream stream, String name) {
        this.stream = stream;
        thread = Thread.ofPlatform().daemon().name(name).start(this::read);
    }

    /** Sets the limit in bytes for the lines that follow. */
    void allow(long bytes) {
        limit = bytes;
    }

    /** The next event, if it arrives within this time. */
    Optional<Event> next(long nanos) throws InterruptedException {
        return Optional.ofNullable(events.poll(nanos, TimeUnit.NANOSECONDS));
    }

    /** Stops reading. */
    void stop() {
        thread.interrupt();
    }

    private void read() {
        try {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            byte[] chunk = new byte[8192];
            for (int size = stream.read(chunk); size >= 0; size = stream.read(chunk)) {
                int start = 0;
                for (int i = 0; i < size; i++)
                    if (chunk[i] == '\n') {
                        line.write(chunk, start, i - start);
                        events.put(new Event.Line(text(line)));
                        line.reset();
                        start = i + 1;
                    }
                line.write(chunk, start, size - start);
                if (line.size() > limit) {
                    events.put(new Event.TooLong(text(line).substring(0, BEGINNING)));
                    return;
                }
            }
            if (line.size() > 0) events.put(new Event.Line(text(line)));
            events.put(new Event.End());
        } catch (IOException e) {
            // Closing the process closes the stream, which is its end.
            events.offer(new Event.End());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String text(ByteArrayOutputStream line) {
        String text = line.toString(StandardCharsets.UTF_8);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }
}
