package bayesflow4j.engine.optimizer;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Buffer;

/** Makes the columns of a square matrix orthonormal, in their order, by Gram-Schmidt on blocks of columns, each done twice. */
final class Orthonormal {
    private static final int BLOCK = 16;

    private final Kernels kernels;
    private final Buffer products = new Buffer();
    private final float[] dots = new float[BLOCK];

    Orthonormal(Kernels kernels) {
        this.kernels = kernels;
    }

    /**
     * In place, on the k × k matrix at the beginning of p, whose rows are padded.
     *
     * @return whether it could be done: false if a column is a combination of those before it, or not finite
     */
    boolean columns(int k, float[] p) {
        int stride = Kernels.padded(k);
        for (int from = 0; from < k; from += BLOCK) {
            int width = Math.min(BLOCK, stride - from);
            for (int pass = 0; pass < 2; pass++) {
                if (from > 0) withoutThoseBefore(k, stride, p, from, width);
                if (!block(k, stride, p, from, Math.min(BLOCK, k - from))) return false;
            }
        }
        return true;
    }

    private void withoutThoseBefore(int k, int stride, float[] p, int from, int width) {
        float[] product = products.atLeast(from * width);
        kernels.multiply(from, width, k, p, 0, 1, stride, p, from, stride, product, 0, width, Kernels.ZERO, 0, 0);
        kernels.scale(-1f, product, 0, from * width);
        kernels.multiply(k, width, from, p, 0, stride, 1, product, 0, width, p, from, stride, p, from, stride);
    }

    private boolean block(int k, int stride, float[] p, int from, int count) {
        for (int i = 0; i < count; i++) {
            double square = 0;
            for (int r = 0; r < k; r++) {
                double value = p[r * stride + from + i];
                square += value * value;
            }
            float scale = (float) (1 / Math.sqrt(square));
            if (!(scale > 0 && scale < Float.POSITIVE_INFINITY)) return false;
            for (int r = 0; r < k; r++) p[r * stride + from + i] *= scale;
            if (i + 1 < count) orthogonalTo(k, stride, p, from, i, count);
        }
        return true;
    }

    private void orthogonalTo(int k, int stride, float[] p, int from, int i, int count) {
        for (int j = i + 1; j < count; j++) dots[j] = 0;
        for (int r = 0; r < k; r++) {
            int row = r * stride + from;
            float own = p[row + i];
            for (int j = i + 1; j < count; j++) dots[j] += own * p[row + j];
        }
        for (int r = 0; r < k; r++) {
            int row = r * stride + from;
            float own = p[row + i];
            for (int j = i + 1; j < count; j++) p[row + j] -= own * dots[j];
        }
    }
}
