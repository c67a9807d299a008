package bayesflow4j.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file that is complete or absent. */
final class Placed {
    private Placed() {}

    /** Writes beside the file and moves into its place. */
    static void write(Path file, byte[] bytes) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        Files.createDirectories(folder);
        Path draft = folder.resolve("." + file.getFileName() + ".part");
        Files.write(draft, bytes);
        Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
