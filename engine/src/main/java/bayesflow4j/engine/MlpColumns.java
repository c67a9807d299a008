package bayesflow4j.engine;

import static bayesflow4j.engine.Kernels.padded;

import java.util.Arrays;

/**
 * An {@link Mlp} on rows of one data set, forward only, 64 rows at a time, which are stored by columns: a vector holds the same
 * feature of several rows. A last layer of three columns then takes three vectors' work, where by rows it would take that of
 * eight columns. Products are the same sums in the same order, so the results are those of {@link MlpPass} to the last bit.
 */
final class MlpColumns {
    static final int ROWS = Kernels.PANEL;

    /** Rows of features that micro-kernels compute together; weights have zeros for those that are not there. */
    private static final int FEATURES = 4;

    private final Mlp mlp;
    private final Memory memory;
    private final Kernels kernels;
    private final Buffer inputs = new Buffer();
    private final Buffer[] starts;

    MlpColumns(Mlp mlp, Memory memory) {
        this.mlp = mlp;
        this.memory = memory;
        this.kernels = memory.kernels();
        this.starts = new Buffer[mlp.depth()];
        for (int layer = 0; layer < starts.length; layer++) starts[layer] = new Buffer();
    }

    /** Whether this is the faster way: what is won in the last layer is lost where many columns are turned into rows again. */
    static boolean suit(Mlp mlp) {
        return 4 * mlp.out() <= ROWS;
    }

    /** What each layer adds its products to, shown to all rows: {@code first} [width] for the first, else the bias. */
    void startFrom(float[] first) {
        for (int layer = 0; layer < starts.length; layer++) {
            int width = mlp.width(layer);
            float[] start = starts[layer].atLeast(features(width) * ROWS);
            float[] from = layer == 0 ? first : memory.weights();
            int at = layer == 0 ? 0 : mlp.bias(layer).offset();
            for (int j = 0; j < width; j++) Arrays.fill(start, j * ROWS, (j + 1) * ROWS, from[at + j]);
        }
    }

    /** Up to 64 rows of x, {@code stride} apart, to padded rows of y. */
    void forward(int rows, float[] x, int x0, int stride, float[] y, int y0) {
        float[] from = inputs.atLeast(mlp.in() * ROWS);
        kernels.transpose(rows, mlp.in(), x, x0, stride, from, 0, ROWS);
        for (int layer = 0; layer < mlp.depth(); layer++) {
            int size = features(mlp.width(layer)) * ROWS;
            float[] to = memory.activations(layer).atLeast(size);
            multiply(layer, from, to);
            kernels.activate(mlp.activation(layer), to, 0, size);
            from = to;
        }
        kernels.transpose(mlp.out(), rows, from, 0, ROWS, y, y0, padded(mlp.out()));
    }

    /** Yᵀ = start + Wᵀ·Xᵀ, panel by panel of W. */
    private void multiply(int layer, float[] x, float[] y) {
        Tensor kernel = mlp.kernel(layer);
        int width = mlp.width(layer);
        for (int j = 0; j < width; j += Kernels.PANEL) {
            int panel = Math.min(Kernels.PANEL, padded(width) - j);
            kernels.multiply(
                    Math.min(panel, features(width - j)),
                    ROWS,
                    kernel.rows(),
                    memory.weights(),
                    kernel.offset() + j * kernel.rows(),
                    1,
                    panel,
                    x,
                    0,
                    ROWS,
                    y,
                    j * ROWS,
                    ROWS,
                    starts[layer].data(),
                    j * ROWS,
                    ROWS);
        }
    }

    private static int features(int width) {
        return (width + FEATURES - 1) / FEATURES * FEATURES;
    }
}
