package bayesflow4j.external;

import java.nio.file.Path;

/** A place in a file: line and column, both from 1. */
public record YamlPlace(Path file, int line, int column) {
    /** The exception for a problem at this place, to be thrown. */
    public ModelFileException wrong(String problem) {
        return new ModelFileException(this, problem);
    }

    YamlPlace right(int columns) {
        return new YamlPlace(file, line, column + columns);
    }

    @Override
    public String toString() {
        return file + ":" + line + ":" + column;
    }
}
