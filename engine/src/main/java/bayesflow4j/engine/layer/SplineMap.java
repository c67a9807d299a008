package bayesflow4j.engine.layer;

import static bayesflow4j.engine.kernel.Kernels.padded;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Memory;
import java.util.Arrays;

/**
 * The arithmetic of a spline coupling, v(j) = f(u(j); c(j)), its inverse and log|det ∂v/∂u|, where f is a rational-quadratic
 * spline of [−B, B] onto itself with the identity beyond. Its numbers are exp(clamp(c)), clamp being a soft clamp;
 * coefficients of zero give the identity. The caller supplies the blocks u [M, N, w] and c [M, N, w·p], coefficient k of
 * element j in column k·w + j; one object serves one worker.
 */
public final class SplineMap {
    /** The bound of log slopes, and of half the log ratio of two bins: with e³ = 20, two blocks can magnify 400 times. */
    private static final float CLAMP = 3;

    private static final double CLAMP_SLOPE = 2 / Math.PI;

    private final int width;
    private final int numbers;
    private final int stride;
    private final Kernels kernels;
    private final SplineCurve curve;
    private final Buffer shaped = new Buffer();
    private final Buffer images = new Buffer();
    private final Buffer dU = new Buffer();
    private final Buffer dC = new Buffer();
    private final Block image = new Block();
    private final Block du = new Block();
    private final Block dc = new Block();
    private Block u = new Block();
    private Block c = new Block();

    /**
     * The map of {@code width} elements.
     *
     * @param bins of each spline
     * @param bound B
     * @param tails whether the slope at ±B is 1, as beyond, and not a coefficient
     */
    public SplineMap(Memory memory, int width, int bins, float bound, boolean tails) {
        if (width < 1) throw new IllegalArgumentException("width: expected at least 1, got " + width);
        if (!(bound > 0)) throw new IllegalArgumentException("bound: expected above 0, got " + bound);
        this.kernels = memory.kernels();
        this.width = width;
        this.numbers = coefficients(bins, tails);
        this.stride = padded(width * numbers);
        this.curve = new SplineCurve(bins, bound, tails);
    }

    /** p, the number of coefficients of one element. */
    public static int coefficients(int bins, boolean tails) {
        return SplineCurve.numbers(bins, tails);
    }

    /** v, and logDet[row] += Σ log slopes. */
    public Block forward(Block u, Block c, float[] logDet) {
        this.u = u.requireWidth("u", width);
        this.c = requireCoefficients(c, u);
        return map(u, c, logDet, true);
    }

    /** u, and logDet[row] −= Σ log slopes, that of the inverse. */
    public Block inverse(Block v, Block c, float[] logDet) {
        v.requireWidth("v", width);
        return map(v, requireCoefficients(c, v), logDet, false);
    }

    private Block map(Block from, Block c, float[] logDet, boolean there) {
        float[] e = shape(c.data(), from.rows() * stride);
        float[] to = images.atLeast(from.rows() * padded(width));
        for (int row = 0; row < from.rows(); row++) {
            int at = from.at(row / from.length(), row % from.length());
            double sum = 0;
            for (int j = 0; j < width; j++) {
                float value = from.data()[at + j];
                int toAt = row * padded(width) + j;
                to[toAt] = value;
                if (!curve.contains(value)) continue;
                if (there) curve.atX(e, row * stride + j, width, value);
                else curve.atY(e, row * stride + j, width, value);
                to[toAt] = (float) (there ? curve.y() : curve.x());
                sum += there ? curve.logSlope() : -curve.logSlope();
            }
            logDet[row] += (float) sum;
        }
        return image.show(to, 0, from.sets(), from.length(), width, padded(width));
    }

    /** {@link #inverse} on {@linkplain Lanes rows in column-major order}, without the determinant; overwrites c. */
    public void inverse(float[] v, int v0, float[] c, float[] u, int u0) {
        Lanes.require("v", v, v0, width);
        Lanes.require("c", c, 0, width * numbers);
        Lanes.require("u", u, u0, width);
        int size = width * numbers * Lanes.ROWS;
        kernels.softClamp(CLAMP, c, 0, size);
        kernels.exp(c, 0, size);
        for (int i = 0; i < width * Lanes.ROWS; i++) {
            float value = v[v0 + i];
            u[u0 + i] = value;
            if (!curve.contains(value)) continue;
            curve.atY(c, i, width * Lanes.ROWS, value);
            u[u0 + i] = (float) curve.x();
        }
    }

    /** After forward: from ∂loss/∂v and ∂loss/∂logDet [M · N], ∂loss/∂u and {@link #coefficientGradient}. */
    public Block backward(Block dv, float[] dLogDet) {
        dv.requireShape("dv", u.sets(), u.length(), width);
        int rows = u.rows();
        float[] e = shaped.data();
        float[] toU = dU.atLeast(rows * padded(width));
        float[] toC = dC.atLeast(rows * stride);
        Arrays.fill(toC, 0, rows * stride, 0f);
        for (int row = 0; row < rows; row++) {
            int m = row / u.length();
            int n = row % u.length();
            for (int j = 0; j < width; j++) {
                float value = u.data()[u.at(m, n) + j];
                float d = dv.data()[dv.at(m, n) + j];
                int toAt = row * padded(width) + j;
                toU[toAt] = d;
                if (!curve.contains(value)) continue;
                curve.atX(e, row * stride + j, width, value);
                toU[toAt] = (float) curve.backward(e, row * stride + j, width, d, dLogDet[row], toC);
            }
        }
        throughClamp(toC, rows * stride);
        dc.show(toC, 0, u.sets(), u.length(), width * numbers, stride);
        return du.show(toU, 0, u.sets(), u.length(), width, padded(width));
    }

    private void throughClamp(float[] d, int size) {
        for (int i = 0; i < size; i++) {
            double part = c.data()[i] / CLAMP;
            d[i] = (float) (d[i] * CLAMP_SLOPE / (1 + part * part));
        }
    }

    /** ∂loss/∂c of the last {@link #backward}. */
    public Block coefficientGradient() {
        return dc;
    }

    private float[] shape(float[] c, int size) {
        float[] e = shaped.atLeast(size);
        System.arraycopy(c, 0, e, 0, size);
        kernels.softClamp(CLAMP, e, 0, size);
        kernels.exp(e, 0, size);
        return e;
    }

    private Block requireCoefficients(Block c, Block like) {
        c.requireShape("c", like.sets(), like.length(), width * numbers);
        if (c.offset() != 0 || c.rowStride() != stride)
            throw new IllegalArgumentException("c: expected padded rows from the start of their array, got row stride "
                    + c.rowStride() + " at " + c.offset());
        return c;
    }
}
