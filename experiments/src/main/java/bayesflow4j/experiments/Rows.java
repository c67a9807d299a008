package bayesflow4j.experiments;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import java.util.Arrays;

/** Dense rows of doubles as a block for a network, on memory of its own. */
final class Rows {
    private final int width;
    private final Buffer buffer = new Buffer();
    private final Block block = new Block();

    Rows(int width) {
        this.width = width;
    }

    /** A set for each row, [M, 1, d]. */
    Block sets(double[] values) {
        return show(values, values.length / width, 1);
    }

    /** One set of all rows, [1, N, d]. */
    Block oneSet(double[] values) {
        return show(values, 1, values.length / width);
    }

    private Block show(double[] values, int sets, int length) {
        int stride = Kernels.padded(width);
        int rows = values.length / width;
        float[] to = buffer.atLeast(rows * stride);
        Arrays.fill(to, 0, rows * stride, 0f);
        for (int i = 0; i < values.length; i++) to[i / width * stride + i % width] = (float) values[i];
        return block.show(to, 0, sets, length, width, stride);
    }

    /** The rows of a block, without its padding. */
    static double[] read(Block block) {
        int width = block.width();
        double[] values = new double[block.rows() * width];
        for (int i = 0; i < values.length; i++) {
            int row = i / width;
            values[i] = block.data()[block.at(row / block.length(), row % block.length()) + i % width];
        }
        return values;
    }
}
