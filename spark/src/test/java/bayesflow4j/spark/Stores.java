package bayesflow4j.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import bayesflow4j.external.OpenModel;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.random.Seed;
import bayesflow4j.store.Manifest;
import bayesflow4j.store.Store;
import bayesflow4j.store.StoreSimulation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The same stores by threads and by Spark. */
record Stores(String nameOrFile, Seed seed) {
    /** What the threads of this machine write. */
    Path atHome(Path directory, long rows) {
        try (OpenModel opened = OpenModel.of(nameOrFile, 2)) {
            begun(opened.model(), directory, rows).fill(rows, 2, done -> {});
        }
        return directory;
    }

    /** What executors write; what is there stays. */
    Path on(SparkCluster cluster, Path directory, long rows) {
        try (OpenModel opened = OpenModel.of(nameOrFile, 1)) {
            GenerativeModel model = opened.model();
            begun(model, directory, rows)
                    .fill(rows, cluster.writers(nameOrFile, model.count(), seed, directory), done -> {});
        }
        return directory;
    }

    private StoreSimulation begun(GenerativeModel model, Path directory, long rows) {
        Manifest manifest = Store.begin(directory, model, seed, rows);
        StoreSimulation simulation = new StoreSimulation(model, seed, directory, manifest, () -> false);
        simulation.examine(rows);
        return simulation;
    }

    /** The same files with the same bytes. */
    static void assertSame(Path expected, Path directory) throws IOException {
        List<Path> files = files(expected);
        assertEquals(files, files(directory));
        for (Path file : files)
            assertArrayEquals(
                    Files.readAllBytes(expected.resolve(file)),
                    Files.readAllBytes(directory.resolve(file)),
                    file.toString());
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(Path::getFileName).sorted().toList();
        }
    }
}
