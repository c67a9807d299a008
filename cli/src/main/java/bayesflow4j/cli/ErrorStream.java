package bayesflow4j.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;

/**
 * The error stream that the launcher was given. The virtual machine announces its incubator modules on descriptor 2 before any
 * code of ours runs; the launcher puts a filter there, and keeps the true stream for us under another number.
 */
final class ErrorStream {
    private static final String DESCRIPTOR = "bayesflow.stderr";

    private ErrorStream() {}

    /** Lets {@link System#err} write to the true stream, if the launcher kept one; otherwise all stays as it is. */
    static void open() {
        int number = Integer.getInteger(DESCRIPTOR, 2);
        if (number == 2) return;
        try {
            Constructor<FileDescriptor> constructor = FileDescriptor.class.getDeclaredConstructor(int.class);
            constructor.setAccessible(true);
            System.setErr(
                    new PrintStream(new FileOutputStream(constructor.newInstance(number)), true, System.err.charset()));
        } catch (ReflectiveOperationException | RuntimeException e) {
            // What is written then takes the way through the filter, which passes everything on.
        }
    }
}
