package bayesflow4j.external;

import java.nio.file.Path;

/** A model file that cannot be used, and the place in it where that shows. */
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

    /** The file. */
    public Path file() {
        return file;
    }

    /** From 1. */
    public int line() {
        return line;
    }

    /** From 1. */
    public int column() {
        return column;
    }
}
