package bayesflow4j.external;

import java.nio.file.Path;

/** A model file is invalid; the message gives file, line and column. */
public final class ModelFileException extends RuntimeException {
    private final transient Path file;
    private final int line;
    private final int column;

    ModelFileException(YamlPlace place, String problem) {
        super(place + ": " + problem);
        this.file = place.file();
        this.line = place.line();
        this.column = place.column();
    }

    /** The model file. */
    public Path file() {
        return file;
    }

    /** The line of the problem, from 1. */
    public int line() {
        return line;
    }

    /** The column of the problem, from 1. */
    public int column() {
        return column;
    }
}
