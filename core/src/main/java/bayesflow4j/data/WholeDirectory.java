package bayesflow4j.data;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory of results: written beside its place and moved there when all is done, so that nothing is half-written. */
public final class WholeDirectory {
    private final Path place;

    private WholeDirectory(Path place) {
        this.place = place;
    }

    /** What fills the directory. */
    @FunctionalInterface
    public interface Content {
        /** Writes all files into an empty directory. */
        void writeTo(Path directory) throws IOException;
    }

    /** The directory at this place, which must be empty or not there yet unless {@code force} allows to replace files. */
    public static WholeDirectory at(Path place, boolean force) throws IOException {
        if (Files.exists(place) && !Files.isDirectory(place))
            throw new IllegalStateException(place + " is a file; choose the name of a directory");
        if (!force && Files.isDirectory(place))
            try (Stream<Path> files = Files.list(place)) {
                if (files.findAny().isPresent())
                    throw new IllegalStateException(place + " is not empty; choose another directory or add --force");
            }
        // What cannot be written is found now and not after the work.
        Path there = place.toAbsolutePath().normalize();
        while (!Files.exists(there)) there = there.getParent();
        if (!Files.isDirectory(there)) throw new IllegalStateException(there + " is a file; choose another directory");
        WholeFile.requireWritable(there.resolve("draft"));
        return new WholeDirectory(place);
    }

    /** Writes the content; files of the same name are replaced, others stay as they are. */
    public void write(Content content) throws IOException {
        Path parent = place.toAbsolutePath().normalize().getParent();
        // The root has no parent; then the results are drafted inside of it.
        Path beside = parent == null ? place : parent;
        Files.createDirectories(beside);
        Path draft = Files.createTempDirectory(beside, ".bayesflow-");
        Thread clean = new Thread(() -> remove(draft));
        Runtime.getRuntime().addShutdownHook(clean);
        try {
            // Its own permissions are those of a temporary directory; what is made inside has the usual ones.
            Path results = Files.createDirectory(draft.resolve("results"));
            content.writeTo(results);
            move(results);
        } finally {
            remove(draft);
            try {
                Runtime.getRuntime().removeShutdownHook(clean);
            } catch (IllegalStateException e) {
                // The virtual machine is ending, and the hook has done or will do its work.
            }
        }
    }

    private void move(Path results) throws IOException {
        if (!Files.exists(place)) {
            Files.move(results, place);
            return;
        }
        try (Stream<Path> files = Files.walk(results)) {
            for (Path file : files.toList()) {
                Path target = place.resolve(results.relativize(file).toString());
                if (Files.isDirectory(file)) Files.createDirectories(target);
                else Files.move(file, target, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private static void remove(Path directory) {
        if (!Files.exists(directory)) return;
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
