package bayesflow4j.server.studio;

import bayesflow4j.server.Problem;
import bayesflow4j.server.serving.ServedNetwork;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * A directory of networks, model files and data. Clients name files by what {@link #networks}, {@link #modelFiles} and
 * {@link #dataFiles} list, so no other file can be asked for.
 */
final class Workspace {
    private static final int DEPTH = 2;
    private static final int MOST_FILES = 500;
    private static final String NETWORK = ".safetensors";

    private final Path directory;
    private final Map<Path, Read> read = new ConcurrentHashMap<>();

    /** A network as it was in its file at a time. */
    private record Read(FileTime time, ServedNetwork network) {}

    Workspace(Path directory) {
        this.directory = directory.toAbsolutePath().normalize();
    }

    Path directory() {
        return directory;
    }

    List<String> networks() {
        return files(NETWORK);
    }

    List<String> modelFiles() {
        return files(".yaml", ".yml");
    }

    List<String> dataFiles() {
        return files(".csv", ".npz");
    }

    private List<String> files(String... endings) {
        try (Stream<Path> all = Files.walk(directory, DEPTH)) {
            return all.filter(Files::isRegularFile)
                    .map(directory::relativize)
                    .filter(path -> !path.startsWith(Runs.FOLDER))
                    .map(path -> path.toString().replace('\\', '/'))
                    .filter(name -> Stream.of(endings).anyMatch(name::endsWith))
                    .sorted()
                    .limit(MOST_FILES)
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            throw new Problem(422, directory + " cannot be read: " + e.getMessage());
        }
    }

    /** The file of this name, if it is listed. */
    Path file(List<String> listed, String name) {
        if (!listed.contains(name)) throw Problem.missing("file: expected one of " + listed + ", got " + name);
        return directory.resolve(name);
    }

    /** Where a network of this name is to be written. */
    Path networkPath(String name) {
        return directory.resolve(name + NETWORK);
    }

    /** The network in the file of this name, read anew when the file has changed. */
    ServedNetwork network(String name) {
        Path file = file(networks(), name);
        try {
            FileTime time = Files.getLastModifiedTime(file);
            Read known = read.get(file);
            if (known == null || !known.time().equals(time)) {
                known = new Read(time, ServedNetwork.read(file));
                read.put(file, known);
            }
            return known.network();
        } catch (IOException e) {
            throw Problem.unfit(name + " cannot be read: " + e.getMessage());
        }
    }
}
