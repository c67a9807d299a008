package bayesflow4j.external;

import java.nio.file.Path;

/** Where something is written: file, line and column, both from 1. */
public record YamlPlace(Path file, int line, int column) {
    /** What is wrong here, to be thrown. */
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
