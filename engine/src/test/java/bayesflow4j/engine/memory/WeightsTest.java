package bayesflow4j.engine.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Laws;
import org.junit.jupiter.api.Test;

class WeightsTest {
    @Test
    void whatIsPutIsFoundAgainAlsoTransposed() {
        for (int[] shape : new int[][] {{1, 1, 1}, {3, 1, 5}, {17, 1, 33}, {64, 1, 16}, {5, 4, 3}, {20, 4, 9}}) {
            Layout layout = new Layout();
            layout.matrix("before", 3, 3);
            Tensor tensor = layout.matrix("w", shape[0], shape[1], shape[2]);
            Weights weights = new Weights(layout);
            float[] values = Laws.normal(tensor.size(), 1, Laws.random(1));
            weights.put(tensor, values);
            assertArrayEquals(values, weights.copyOf(tensor));
            int columns = shape[1] * shape[2];
            int wide = Kernels.padded(shape[0]);
            for (int i = 0; i < shape[0]; i++)
                for (int j = 0; j < columns; j++) {
                    int row = j / shape[2] * Kernels.padded(shape[2]) + j % shape[2];
                    int at = tensor.transposedOffset() + Kernels.panelIndex(tensor.transposedRows(), wide, row, i);
                    assertEquals(values[i * columns + j], weights.transposed()[at]);
                }
        }
    }

    /** A uniform on ±a has variance a²/3; of 64·64 draws the relative error of it has sd 1.4 %: 6 of them are allowed. */
    @Test
    void glorotHasTheRightSpreadAndTheSeedDecides() {
        Layout layout = new Layout();
        Tensor kernel = layout.matrix("w.kernel", 64, 64);
        Tensor bias = layout.bias("w.bias", 4, 3, Tensor.Start.REMEMBER);
        Weights weights = Weights.initial(layout, Laws.random(1));
        double limit = Math.sqrt(6.0 / 128);
        double squares = 0;
        for (float v : weights.copyOf(kernel)) {
            assertTrue(Math.abs(v) <= limit);
            squares += (double) v * v;
        }
        assertEquals(limit * limit / 3, squares / (64 * 64), 0.084 * limit * limit / 3);
        assertArrayEquals(new float[] {0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0}, weights.copyOf(bias));
        assertArrayEquals(
                weights.values(), Weights.initial(layout, Laws.random(1)).values());
    }

    @Test
    void wrongSizesAndNamesAreRefused() {
        Layout layout = new Layout();
        Tensor tensor = layout.matrix("w", 2, 3);
        assertThrows(IllegalArgumentException.class, () -> layout.matrix("w", 2, 3));
        assertThrows(IllegalArgumentException.class, () -> layout.matrix("v", 0, 3));
        assertThrows(IllegalArgumentException.class, () -> new Weights(layout).put(tensor, new float[5]));
        assertEquals(6, layout.weightCount());
    }
}
