package bayesflow4j.spark;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The files of a directory and its subdirectories as bytes, to be unpacked on another machine. Hidden ones stay at home. */
record ShippedFiles(List<Entry> entries) implements Serializable {
    private static final long MOST_BYTES = 128L << 20;
    private static final int MOST_FILES = 10_000;

    /** One file, by its path relative to the directory. */
    record Entry(String path, boolean executable, byte[] content) implements Serializable {}

    static ShippedFiles of(Path directory) {
        List<Path> files = new Walk(directory).files();
        List<Entry> entries = new ArrayList<>();
        try {
            for (Path file : files) {
                String relative = directory.relativize(file).toString().replace('\\', '/');
                entries.add(new Entry(relative, Files.isExecutable(file), Files.readAllBytes(file)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new ShippedFiles(entries);
    }

    void unpack(Path directory) throws IOException {
        for (Entry entry : entries) {
            Path file = directory.resolve(entry.path);
            Files.createDirectories(file.getParent());
            Files.write(file, entry.content);
            if (entry.executable && !file.toFile().setExecutable(true))
                throw new IOException(file + " cannot be made executable");
        }
    }

    /** Collects files and stops where there are too many to be the files of a simulator. */
    private static final class Walk extends SimpleFileVisitor<Path> {
        private final Path directory;
        private final List<Path> files = new ArrayList<>();
        private long bytes;

        Walk(Path directory) {
            this.directory = directory;
        }

        List<Path> files() {
            try {
                Files.walkFileTree(directory, this);
                return files;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
            return isHidden(path) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) {
            if (isHidden(path) || !Files.isRegularFile(path)) return FileVisitResult.CONTINUE;
            files.add(path);
            bytes += path.toFile().length();
            if (bytes > MOST_BYTES || files.size() > MOST_FILES)
                throw new IllegalStateException(String.format(
                        Locale.ROOT,
                        "%s: all files beside a model file go to the cluster; expected at most %d files and %d MB, got more."
                                + " Move the model file and what its simulator needs to a directory of their own",
                        directory,
                        MOST_FILES,
                        MOST_BYTES >> 20));
            return FileVisitResult.CONTINUE;
        }

        private boolean isHidden(Path path) {
            return !path.equals(directory) && path.getFileName().toString().startsWith(".");
        }
    }
}
