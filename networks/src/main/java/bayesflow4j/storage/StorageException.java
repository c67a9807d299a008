package bayesflow4j.storage;

import java.nio.file.Path;

/** A file that is not what it should be; the message says which file and what is wrong with it. */
public final class StorageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StorageException(Path path, String problem) {
        super(path + ": " + problem);
    }
}
