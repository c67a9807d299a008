package bayesflow4j.data;

import java.nio.file.Path;

/** A file cannot be read as data: which one, where in it, and what was expected. */
public final class DataFileException extends RuntimeException {
    /** For a file as a whole. */
    public DataFileException(Path path, String message) {
        super(path + ": " + message);
    }

    /** For one line, from 1. */
    public DataFileException(Path path, int line, String message) {
        super(path + ":" + line + ": " + message);
    }
}
