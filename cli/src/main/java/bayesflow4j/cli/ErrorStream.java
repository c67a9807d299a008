package bayesflow4j.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;

/**
 * The launcher's original error stream. The JVM prints a warning about incubator modules to descriptor 2 before any of
 * our code runs; the launcher filters that descriptor and passes the original stream under another number.
 */
final class ErrorStream {
    private static final String DESCRIPTOR = "bayesflow.stderr";

    private ErrorStream() {}

    /** Redirects {@link System#err} to the original stream if the launcher passed one; otherwise does nothing. */
    static void open() {
        int number = Integer.getInteger(DESCRIPTOR, 2);
        if (number == 2) return;
        try {
            Constructor<FileDescriptor> constructor = FileDescriptor.class.getDeclaredConstructor(int.class);
            constructor.setAccessible(true);
            System.setErr(
                    new PrintStream(new FileOutputStream(constructor.newInstance(number)), true, System.err.charset()));
        } catch (ReflectiveOperationException | RuntimeException e) {
            // Output then passes through the filter, which forwards everything else.
        }
    }
}
