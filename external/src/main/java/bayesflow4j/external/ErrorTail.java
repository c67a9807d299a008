package bayesflow4j.external;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The last 8 kB that a process wrote to its standard error; the process may write any amount. */
final class ErrorTail {
    private static final int BYTES_KEPT = 8192;
    private static final int LINES_SHOWN = 20;

    private final byte[] ring = new byte[BYTES_KEPT];
    private long written;
    private final Thread thread;

    ErrorTail(InputStream stream, String name) {
        thread = Thread.ofPlatform().daemon().name(name).start(() -> drain(stream));
    }

    private void drain(InputStream stream) {
        byte[] chunk = new byte[4096];
        try {
            for (int size = stream.read(chunk); size >= 0; size = stream.read(chunk)) keep(chunk, size);
        } catch (IOException e) {
            // The process is gone; what it wrote before is kept.
        }
    }

    private synchronized void keep(byte[] chunk, int size) {
        for (int i = 0; i < size; i++) ring[(int) (written++ % BYTES_KEPT)] = chunk[i];
    }

    /**
     * A sentence for the message about a process that has ended, with its last lines, each indented on a line of its
     * own.
     */
    String report() throws InterruptedException {
        // The last lines may still be in the pipe.
        thread.join(500);
        List<String> lines = text().lines().filter(line -> !line.isBlank()).toList();
        if (lines.isEmpty()) return " It wrote nothing to stderr.";
        List<String> last = lines.subList(Math.max(0, lines.size() - LINES_SHOWN), lines.size());
        return " Its stderr ended with:\n  " + String.join("\n  ", last);
    }

    private synchronized String text() {
        int kept = (int) Math.min(written, BYTES_KEPT);
        byte[] bytes = new byte[kept];
        for (int i = 0; i < kept; i++) bytes[i] = ring[(int) ((written - kept + i) % BYTES_KEPT)];
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
