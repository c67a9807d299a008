package bayesflow4j.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.storage.Safetensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Simulations in a store are made, continued, learned from, checked with and compared as those in a file are. */
class StoreCommandsTest extends CommandTest {
    private Path anyShard() throws IOException {
        try (Stream<Path> files = Files.list(path("store"))) {
            return files.filter(file -> file.toString().endsWith(".parquet"))
                    .sorted()
                    .findFirst()
                    .orElseThrow();
        }
    }

    private void assertSameWeights(String one, String other) throws IOException {
        Map<String, Safetensors.Array> first = Safetensors.read(path(one)).tensors();
        Map<String, Safetensors.Array> second = Safetensors.read(path(other)).tensors();
        assertEquals(first.keySet(), second.keySet());
        for (String name : first.keySet())
            assertArrayEquals(first.get(name).values(), second.get(name).values(), name);
    }

    @Test
    void aStoreIsContinuedAndTrainsTheNetworkOfTheSameFile() throws IOException {
        assertDone("simulate", "mvn", "-n", "150", "-o", "@store");
        assertTrue(out().startsWith("150 data sets of mvn in " + path("store") + " (5 files"), out());
        Files.write(anyShard(), new byte[10]);
        assertRefused(
                "is not the file that was written; simulate again to restore it",
                "train",
                "mvn",
                "--table",
                "@store",
                "-o",
                "@x.safetensors");
        assertDone("simulate", "mvn", "-n", "250", "-o", "@store");
        assertTrue(err().contains("note: 1 of 5 shards"), err());
        assertTrue(out().contains("250 data sets") && out().contains("118 of them from before"), out());
        assertRefused("seed: 1, not 2", "simulate", "mvn", "-n", "9", "--seed", "2", "-o", "@store");

        assertDone("simulate", "mvn", "-n", "250", "-o", "@sims.npz");
        assertDone("train", "mvn", "--table", "@sims.npz", "--steps", "2", "-o", "@file.safetensors");
        assertDone("train", "mvn", "--table", "@store", "--steps", "2", "--threads", "1", "-o", "@store.safetensors");
        assertSameWeights("file.safetensors", "store.safetensors");
        assertDone("check", "@store.safetensors", "--table", "@store", "--draws", "50", "-o", "@check");
        assertTrue(out().contains("Tested on 50 simulations of " + path("store")), out());

        Files.copy(anyShard(), path("one.parquet"), StandardCopyOption.REPLACE_EXISTING);
        assertDone("train", "mvn", "--table", "@one.parquet", "--steps", "5", "-o", "@parquet.safetensors");
    }

    @Test
    void modelsAreComparedByTheirStores() throws IOException {
        for (String model : new String[] {"near", "far"}) {
            write(
                    model + ".yaml",
                    "name: " + model + "\nparameters:\n  drift: normal(" + model.length() + ", 1)\n"
                            + "data: {kind: set, columns: [y], observations: 5..10}\n"
                            + "simulator: {java: {class: bayesflow4j.cli.ShiftedNoise}}\n");
            assertDone("simulate", "@" + model + ".yaml", "-n", "60", "-o", "@" + model);
            assertDone("simulate", "@" + model + ".yaml", "-n", "60", "-o", "@" + model + ".npz");
        }
        for (String suffix : new String[] {"", ".npz"})
            assertDone(
                    "compare",
                    "@near.yaml",
                    "@far.yaml",
                    "--steps",
                    "20",
                    "--table",
                    "near=" + path("near" + suffix),
                    "--table",
                    "far=" + path("far" + suffix),
                    "-o",
                    "@compared" + suffix + ".safetensors");
        assertSameWeights("compared.safetensors", "compared.npz.safetensors");
    }
}
