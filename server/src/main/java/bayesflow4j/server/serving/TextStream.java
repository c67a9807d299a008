package bayesflow4j.server.serving;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** A text on its way to a client, sent in pieces: it is never in memory as a whole, and its first part is read while more is made. */
final class TextStream {
    private static final int PIECE = 1 << 13;

    private final OutputStream out;
    private final StringBuilder text = new StringBuilder(PIECE + 256);

    TextStream(OutputStream out) {
        this.out = out;
    }

    TextStream append(Object part) throws IOException {
        text.append(part);
        if (text.length() >= PIECE) flush();
        return this;
    }

    /** A list in JSON, with null for numbers that JSON lacks. */
    TextStream append(double[] numbers) throws IOException {
        text.append('[');
        for (int i = 0; i < numbers.length; i++) {
            if (i > 0) text.append(',');
            if (Double.isFinite(numbers[i])) text.append(numbers[i]);
            else text.append("null");
            if (text.length() >= PIECE) flush();
        }
        return append("]");
    }

    /** Sends what was appended. */
    void flush() throws IOException {
        out.write(text.toString().getBytes(StandardCharsets.UTF_8));
        text.setLength(0);
    }
}
