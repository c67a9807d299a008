package bayesflow4j.engine;

import static bayesflow4j.engine.Kernels.ZERO;
import static bayesflow4j.engine.Kernels.padded;

import java.util.Arrays;

/**
 * An {@link Mlp} on rows of one data set, forward only, 64 rows at a time, which are stored by columns: a vector holds the same
 * feature of several rows. A last layer of three columns then takes three vectors' work, where by rows it would take that of
 * eight columns. Products are the same sums in the same order, so the results are those of {@link MlpPass} to the last bit.
 */
final class MlpColumns {
    static final int ROWS = Kernels.PANEL;

    /** Features that micro-kernels compute together; weights have zeros for those that are not there. */
    private static final int FEATURES = 4;

    private final Mlp mlp;
    private final Memory memory;
    private final Kernels kernels;
    private final Buffer inputs = new Buffer();

    /** For each layer x·W + b as one matrix, b above W, which meets a feature that is always 1; in panels. */
    private final Buffer[] maps;

    MlpColumns(Mlp mlp, Memory memory) {
        this.mlp = mlp;
        this.memory = memory;
        this.kernels = memory.kernels();
        this.maps = new Buffer[mlp.depth()];
        for (int layer = 0; layer < maps.length; layer++) maps[layer] = new Buffer();
    }

    /** Whether this is the faster way: what is won in the last layer is lost where many columns are turned into rows again. */
    boolean suit() {
        return kernels.preferWholePanels() && 4 * mlp.out() <= ROWS;
    }

    /** Takes the weights as they are now, with {@code start} instead of the bias of the first layer. */
    void startFrom(float[] start) {
        for (int layer = 0; layer < maps.length; layer++) {
            Tensor kernel = mlp.kernel(layer);
            int width = padded(mlp.width(layer));
            float[] map = maps[layer].atLeast((kernel.rows() + 1) * width);
            float[] bias = layer == 0 ? start : memory.weights();
            int biasAt = layer == 0 ? 0 : mlp.bias(layer).offset();
            for (int j = 0; j < width; j += Kernels.PANEL) {
                int panel = Math.min(Kernels.PANEL, width - j);
                int at = j * (kernel.rows() + 1);
                System.arraycopy(bias, biasAt + j, map, at, panel);
                int size = kernel.rows() * panel;
                System.arraycopy(memory.weights(), kernel.offset() + j * kernel.rows(), map, at + panel, size);
            }
        }
    }

    /** Up to 64 rows of x, {@code stride} apart, to padded rows of y. */
    void forward(int rows, float[] x, int x0, int stride, float[] y, int y0) {
        float[] from = features(inputs, mlp.in());
        kernels.transpose(rows, mlp.in(), x, x0, stride, from, ROWS, ROWS);
        for (int layer = 0; layer < mlp.depth(); layer++) {
            int width = mlp.width(layer);
            float[] to = features(memory.activations(layer), width);
            multiply(layer, from, to);
            kernels.activate(mlp.activation(layer), to, ROWS, width * ROWS);
            from = to;
        }
        kernels.transpose(mlp.out(), rows, from, ROWS, ROWS, y, y0, padded(mlp.out()));
    }

    /** Room for the feature that is always 1 and as many more as are computed for this width. */
    private static float[] features(Buffer buffer, int width) {
        float[] features = buffer.atLeast((1 + computed(width)) * ROWS);
        Arrays.fill(features, 0, ROWS, 1f);
        return features;
    }

    private static int computed(int width) {
        return (width + FEATURES - 1) / FEATURES * FEATURES;
    }

    /** Yᵀ = (b, W)ᵀ·(1, X)ᵀ, panel by panel of W. */
    private void multiply(int layer, float[] x, float[] y) {
        int width = mlp.width(layer);
        int k = mlp.kernel(layer).rows() + 1;
        for (int j = 0; j < width; j += Kernels.PANEL) {
            int panel = Math.min(Kernels.PANEL, padded(width) - j);
            int m = Math.min(panel, computed(width - j));
            float[] map = maps[layer].data();
            kernels.multiply(m, ROWS, k, map, j * k, 1, panel, x, 0, ROWS, y, (1 + j) * ROWS, ROWS, ZERO, 0, 0);
        }
    }
}
