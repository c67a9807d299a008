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
 * The lines of a stream that may never end, be of any length, or not come at all.
 *
 * <p>A thread of its own reads, because a read cannot be given a time limit. It holds a few lines at most and no line beyond
 * the limit; a writer that is faster has to wait.
 */
final class LineReader {
    /** What was read. */
    sealed interface Event {
        /** A whole line, without its end. */
        record Line(String text) implements Event {}

        /** More than the limit without an end of line, and how it begins. */
        record TooLong(String beginning) implements Event {}

        /** Nothing more will come. */
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

    /** From now on a line may have this many bytes. */
    void allow(long bytes) {
        limit = bytes;
    }

    /** The next event, if it comes in time. */
    Optional<Event> next(long nanos) throws InterruptedException {
        return Optional.ofNullable(events.poll(nanos, TimeUnit.NANOSECONDS));
    }

    /** Reads no more. */
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
            // A stream that was closed under the reader has ended.
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
