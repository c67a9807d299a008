package bayesflow4j.classical.forest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.method.TrainingListener;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.Safetensors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForestArraysTest {
    @TempDir
    Path directory;

    private static QuantileForest forest() {
        RandomGenerator rng = new Seed(1).stream(0);
        float[] x = new float[300 * 4];
        for (int i = 0; i < x.length; i++) x[i] = (float) rng.nextGaussian();
        double[] y = new double[300];
        for (int i = 0; i < y.length; i++) y[i] = x[4 * i] + rng.nextGaussian() / 3;
        ForestDesign design = ForestDesign.DEFAULT.withTrees(6);
        return new ForestGrowth(Features.of(4, x, 1), design, 1, TrainingListener.SILENT).grow("y", y, new Seed(2));
    }

    @Test
    void aFileKeepsTheForestToTheBit() throws IOException {
        QuantileForest forest = forest();
        ForestArrays arrays = ForestArrays.of("forest.0.", forest);
        Path file = directory.resolve("forest");
        new Safetensors(Map.of(), arrays.floats(), arrays.integers()).write(file);
        Safetensors read = Safetensors.read(file);
        QuantileForest again = new ForestArrays(read.tensors(), read.integers()).forest("forest.0.");
        for (int b = 0; b < 6; b++) {
            Tree one = forest.trees().get(b);
            Tree other = again.trees().get(b);
            assertArrayEquals(one.feature(), other.feature());
            assertArrayEquals(one.threshold(), other.threshold());
            assertArrayEquals(one.left(), other.left());
            assertArrayEquals(one.start(), other.start());
            assertArrayEquals(one.rows(), other.rows());
        }
        assertArrayEquals(forest.targets(), again.targets());
        assertArrayEquals(forest.outOfBag(), again.outOfBag());
        assertArrayEquals(forest.importance(), again.importance());
        float[] x = {0.3f, -1, 2, 0};
        assertEquals(forest.given(x).mean(), again.given(x).mean());
        assertEquals(forest.given(x).variance(), again.given(x).variance());
    }

    @Test
    void anArrayThatIsMissingOrLeadsAstrayIsRefused() {
        refused("threshold", values -> {});
        refused("left", values -> values[0] = values.length);
        refused("left", values -> values[1] = values[0]);
        refused("left", values -> values[2] = -1);
        refused("feature", values -> values[5] = 4);
        refused("rows", values -> values[7] = 300);
        refused("rows", values -> values[7] = -1);
        refused("sizes", values -> values[0]++);
        refused("sizes", values -> values[0] = 0);
        refused("inner", values -> values[0]++);
        refused("inner", values -> values[5]--);
        refused("draws", values -> values[0]--);
    }

    /** With one array of integers changed, or an array of floats left out. */
    private static void refused(String name, Consumer<int[]> change) {
        ForestArrays arrays = ForestArrays.of("", forest());
        Map<String, Safetensors.Array> floats = new LinkedHashMap<>(arrays.floats());
        if (floats.containsKey(name)) floats.remove(name);
        else change.accept(arrays.integers().get(name).values());
        ForestArrays wrong = new ForestArrays(floats, arrays.integers());
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> wrong.forest(""), name);
        assertTrue(e.getMessage().contains("expected"), e.getMessage());
    }
}
