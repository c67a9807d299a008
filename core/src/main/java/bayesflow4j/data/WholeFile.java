package bayesflow4j.data;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Atomic writing of files: the content goes to a hidden temporary file, which is then moved to its place. */
public final class WholeFile {
    private static final int BUFFER = 1 << 16;

    private WholeFile() {}

    /** The bytes of a file. */
    @FunctionalInterface
    public interface Content {
        /** Writes all of them; the stream is buffered and closed by the caller. */
        void writeTo(OutputStream out) throws IOException;
    }

    /**
     * Refuses a place where no file can be written, before work whose result would be lost.
     *
     * @throws DataFileException with the reason
     */
    public static void requireWritable(Path path) {
        Path directory = path.toAbsolutePath().getParent();
        try {
            Files.delete(Files.createTempFile(directory, path.getFileName() + ".", ".tmp"));
        } catch (NoSuchFileException e) {
            throw new DataFileException(path, "the directory " + directory + " does not exist; create it first");
        } catch (IOException e) {
            throw new DataFileException(path, "cannot be written: " + reason(e));
        }
    }

    /** Why a file cannot be read or written, in words. */
    public static String reason(IOException e) {
        return switch (e) {
            case NoSuchFileException missing -> missing.getFile() + ": no such file or directory";
            case AccessDeniedException denied -> denied.getFile() + ": permission denied";
            case FileSystemException other when other.getReason() != null -> other.getReason();
            default -> e.getMessage() == null ? e.toString() : e.getMessage();
        };
    }

    /** Writes {@code content} to {@code path}, replacing an existing file. */
    public static void write(Path path, Content content) {
        Path place = path.toAbsolutePath();
        try {
            Path draft = Files.createTempFile(place.getParent(), "." + place.getFileName() + ".", ".tmp");
            try {
                // A temporary file is readable by its owner only; the finished one is a file like any other.
                Files.delete(draft);
                try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(draft), BUFFER)) {
                    content.writeTo(out);
                }
                move(draft, place);
            } finally {
                Files.deleteIfExists(draft);
            }
        } catch (NoSuchFileException e) {
            throw new DataFileException(path, "the directory " + place.getParent() + " does not exist");
        } catch (IOException e) {
            throw new UncheckedIOException(path + " cannot be written: " + reason(e), e);
        }
    }

    private static void move(Path draft, Path place) throws IOException {
        try {
            Files.move(draft, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(draft, place, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
