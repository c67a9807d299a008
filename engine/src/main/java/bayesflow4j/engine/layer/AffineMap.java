package bayesflow4j.engine.layer;

import static bayesflow4j.engine.kernel.Kernels.padded;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Memory;
import java.util.Arrays;

/**
 * The arithmetic of an affine coupling, v = u ⊙ exp(clamp(s)) + t, its inverse, and log|det ∂v/∂u| = Σ clamp(s), where clamp
 * is the soft clamp (2a/π)·atan(s/a). The caller supplies the blocks u, s, t [M, N, w]; one object serves one worker.
 */
public final class AffineMap {
    private final int width;
    private final float bound;
    private final Kernels kernels;
    private final Buffer clamped = new Buffer();
    private final Buffer images = new Buffer();
    private final Buffer dU = new Buffer();
    private final Buffer dS = new Buffer();
    private final Buffer dDet = new Buffer();
    private final Block image = new Block();
    private final Block du = new Block();
    private final Block ds = new Block();
    private Block u = new Block();
    private Block s = new Block();

    /** The map with {@code bound} = a: the log-determinant of one element stays within ±a. */
    public AffineMap(Memory memory, int width, float bound) {
        if (width < 1) throw new IllegalArgumentException("width: expected at least 1, got " + width);
        if (!(bound > 0)) throw new IllegalArgumentException("bound: expected above 0, got " + bound);
        this.kernels = memory.kernels();
        this.width = width;
        this.bound = bound;
    }

    /** v, and logDet[row] += Σ clamp(s(row, ·)). */
    public Block forward(Block u, Block s, Block t, float[] logDet) {
        this.u = u;
        this.s = s;
        int size = clamp(u, s, t);
        float[] e = clamped.data();
        addRowSums(e, u.rows(), 1f, logDet);
        kernels.exp(e, 0, size);
        kernels.affine(u.data(), e, t.data(), images.atLeast(size), size);
        return image.show(images.data(), 0, u.sets(), u.length(), width, padded(width));
    }

    /** u = (v − t) ⊙ exp(−clamp(s)), and logDet[row] −= Σ clamp(s(row, ·)), that of the inverse. */
    public Block inverse(Block v, Block s, Block t, float[] logDet) {
        int size = clamp(v, s, t);
        float[] e = clamped.data();
        addRowSums(e, v.rows(), -1f, logDet);
        invert(v.data(), 0, e, t.data(), images.atLeast(size), 0, size);
        return image.show(images.data(), 0, v.sets(), v.length(), width, padded(width));
    }

    /** {@link #inverse} on {@linkplain Lanes rows in column-major order}, without the determinant; overwrites s. */
    public void inverse(float[] v, int v0, float[] s, float[] t, float[] u, int u0) {
        Lanes.require("v", v, v0, width);
        Lanes.require("s", s, 0, width);
        Lanes.require("t", t, 0, width);
        Lanes.require("u", u, u0, width);
        int size = width * Lanes.ROWS;
        kernels.softClamp(bound, s, 0, size);
        invert(v, v0, s, t, u, u0, size);
    }

    private void invert(float[] v, int v0, float[] clamp, float[] t, float[] u, int u0, int size) {
        kernels.scale(-1f, clamp, 0, size);
        kernels.exp(clamp, 0, size);
        kernels.affineInverse(v, v0, clamp, t, u, u0, size);
    }

    /** After forward: from ∂loss/∂v and ∂loss/∂logDet of each row [M·N], ∂loss/∂u and {@link #scaleGradient}. */
    public Block backward(Block dv, float[] dLogDet) {
        requireOwn("dv", dv, u);
        int stride = padded(width);
        int size = u.rows() * stride;
        float[] dElements = dDet.atLeast(size);
        for (int row = 0; row < u.rows(); row++) Arrays.fill(dElements, row * stride, (row + 1) * stride, dLogDet[row]);
        kernels.affineBackward(
                bound,
                dElements,
                u.data(),
                clamped.data(),
                s.data(),
                dv.data(),
                dU.atLeast(size),
                dS.atLeast(size),
                size);
        if (stride > width)
            for (int row = 0; row < u.rows(); row++)
                Arrays.fill(dS.data(), row * stride + width, (row + 1) * stride, 0f);
        ds.show(dS.data(), 0, u.sets(), u.length(), width, stride);
        return du.show(dU.data(), 0, u.sets(), u.length(), width, stride);
    }

    /** ∂loss/∂s of the last {@link #backward}; ∂loss/∂t is ∂loss/∂v itself. */
    public Block scaleGradient() {
        return ds;
    }

    private int clamp(Block from, Block s, Block t) {
        requireOwn("u", from, from);
        requireOwn("s", s, from);
        requireOwn("t", t, from);
        int size = from.rows() * padded(width);
        System.arraycopy(s.data(), 0, clamped.atLeast(size), 0, size);
        kernels.softClamp(bound, clamped.data(), 0, size);
        return size;
    }

    private void addRowSums(float[] clamp, int rows, float sign, float[] logDet) {
        int stride = padded(width);
        for (int row = 0; row < rows; row++) {
            float sum = 0;
            for (int j = 0; j < width; j++) sum += clamp[row * stride + j];
            logDet[row] += sign * sum;
        }
    }

    private void requireOwn(String name, Block block, Block like) {
        block.requireShape(name, like.sets(), like.length(), width);
        if (block.offset() != 0 || block.rowStride() != padded(width) && block.rows() > 0)
            throw new IllegalArgumentException(
                    name + ": expected padded rows from the start of their array, got row stride " + block.rowStride()
                            + " at " + block.offset());
    }
}
