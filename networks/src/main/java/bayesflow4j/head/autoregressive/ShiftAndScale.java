package bayesflow4j.head.autoregressive;

import static bayesflow4j.engine.kernel.Kernels.padded;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.AffineMap;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Memory;

/** zᵢ = (xᵢ − aᵢ) · exp(clamp(bᵢ)), clamp being the soft clamp of {@link AffineMap}. */
final class ShiftAndScale implements ElementMap {
    private final Kernels kernels;
    private final int width;
    private final float bound;
    private final AffineMap map;
    private final Buffer shifted = new Buffer();
    private final Buffer zeros = new Buffer();
    private final Buffer dA = new Buffer();
    private final Buffer slopes = new Buffer();
    private final Block u = new Block();
    private final Block zero = new Block();
    private final Block da = new Block();

    ShiftAndScale(Memory memory, int width, float bound) {
        this.kernels = memory.kernels();
        this.width = width;
        this.bound = bound;
        this.map = new AffineMap(memory, width, bound);
    }

    @Override
    public Block forward(Block x, Block a, Block b, float[] logDet) {
        int stride = padded(width);
        int size = x.rows() * stride;
        float[] to = shifted.atLeast(size);
        for (int m = 0; m < x.sets(); m++)
            for (int n = 0; n < x.length(); n++) {
                int row = (m * x.length() + n) * stride;
                for (int j = 0, at = x.at(m, n); j < width; j++) to[row + j] = x.data()[at + j] - a.data()[row + j];
            }
        u.show(to, 0, x.sets(), x.length(), width, stride);
        zero.show(zeros.atLeast(size), 0, x.sets(), x.length(), width, stride);
        return map.forward(u, b, zero, logDet);
    }

    @Override
    public Block backward(Block dz, float[] dLogDet) {
        Block dx = map.backward(dz, dLogDet);
        int size = dx.rows() * padded(width);
        float[] to = dA.atLeast(size);
        System.arraycopy(dx.data(), 0, to, 0, size);
        kernels.scale(-1f, to, 0, size);
        da.show(to, 0, dx.sets(), dx.length(), width, padded(width));
        return dx;
    }

    @Override
    public Block gradientOfA() {
        return da;
    }

    @Override
    public Block gradientOfB() {
        return map.scaleGradient();
    }

    @Override
    public void inverse(float[] z, int z0, float[] a, int a0, float[] b, int b0, float[] x, int x0, int count) {
        kernels.softClamp(bound, b, b0, count);
        float[] e = slopes.atLeast(count);
        System.arraycopy(b, b0, e, 0, count);
        kernels.scale(-1f, e, 0, count);
        kernels.exp(e, 0, count);
        for (int i = 0; i < count; i++) x[x0 + i] = Math.fma(z[z0 + i], e[i], a[a0 + i]);
    }
}
