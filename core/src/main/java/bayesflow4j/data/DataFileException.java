package bayesflow4j.data;

import java.nio.file.Path;

/** A file cannot be read as data; the message names the file, the line and what was expected. */
public final class DataFileException extends RuntimeException {
    /** For the file as a whole. */
    public DataFileException(Path path, String message) {
        super(path + ": " + message);
    }

    /** For one line of the file, counted from 1. */
    public DataFileException(Path path, int line, String message) {
        super(path + ":" + line + ": " + message);
    }
}
