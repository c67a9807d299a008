package bayesflow4j.engine.kernel;

import static bayesflow4j.engine.kernel.Polynomials.HALF_PI;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The kernels on the Vector API, eight or four floats at a time, and sixteen for whole panels of products and
 * elementary functions if the processor has such vectors. Every loop body is written out: a method that takes or
 * returns vectors may box them and is then ten times slower.
 */
final class VectorKernels implements Kernels {
    static final VectorSpecies<Float> S =
            FloatVector.SPECIES_PREFERRED.length() >= 8 ? FloatVector.SPECIES_256 : FloatVector.SPECIES_128;

    /** The longest vectors: those of {@link #S}, or 512 bits. */
    static final VectorSpecies<Float> LONGEST =
            FloatVector.SPECIES_PREFERRED.length() >= 16 ? FloatVector.SPECIES_512 : S;

    private static final int L = S.length();
    private static final int LONG = LONGEST.length();
    private static final boolean FOUR_ARE_A_PANEL = 4 * LONG == PANEL;

    /**
     * The bits of an index into an array of fewer than 2³⁰ floats, or of its end. Behind {@code & INDEX} the compiler knows
     * that a small offset does not overflow, and leaves adding it to the load; else it takes two more instructions, 27 times
     * in a micro-kernel.
     */
    static final int INDEX = Kernels.MOST_FLOATS;

    static boolean haveHardware() {
        return FloatVector.SPECIES_PREFERRED.length() >= 4;
    }

    @Override
    public String name() {
        return "vector, " + LONGEST.vectorBitSize() + " bits";
    }

    @Override
    public void multiply(
            int m,
            int n,
            int k,
            float[] a,
            int a0,
            int aRow,
            int aCol,
            float[] b,
            int b0,
            int bRow,
            float[] c,
            int c0,
            int cRow,
            float[] init,
            int i0,
            int iRow) {
        if (k == 1 && cRow != PANELS && iRow != PANELS && init != ZERO) {
            outer(m, n, a, a0, aRow, b, b0, c, c0, cRow, init, i0, iRow);
            return;
        }
        for (int j = 0; j < n; j += PANEL) {
            int width = Math.min(PANEL, n - j);
            int bAt = bRow == PANELS ? b0 + j * k : b0 + j;
            int bStep = bRow == PANELS ? width : bRow;
            int cAt = cRow == PANELS ? c0 + j * m : c0 + j;
            int cStep = cRow == PANELS ? width : cRow;
            int iAt = init == ZERO ? 0 : iRow == PANELS ? i0 + j * m : i0 + j;
            int iStep = init == ZERO ? 0 : iRow == PANELS ? width : iRow;
            int done = FOUR_ARE_A_PANEL && width == PANEL ? m / 4 * 4 : 0;
            if (done > 0) FourWide.rows4(done, k, a, a0, aRow, aCol, b, bAt, bStep, c, cAt, cStep, init, iAt, iStep);
            if (done < m)
                panel(
                        m - done,
                        width,
                        k,
                        a,
                        a0 + done * aRow,
                        aRow,
                        aCol,
                        b,
                        bAt,
                        bStep,
                        c,
                        cAt + done * cStep,
                        cStep,
                        init,
                        iAt + done * iStep,
                        iStep);
        }
    }

    /** At most a panel's width of C, in tiles of three vectors, two, and one. */
    private static void panel(
            int m,
            int width,
            int k,
            float[] a,
            int a0,
            int aRow,
            int aCol,
            float[] b,
            int b0,
            int bRow,
            float[] c,
            int c0,
            int cRow,
            float[] init,
            int i0,
            int iRow) {
        int q = 0;
        for (; q + 3 * L <= width; q += 3 * L)
            ThreeWide.rows(m, k, a, a0, aRow, aCol, b, b0 + q, bRow, c, c0 + q, cRow, init, i0 + q, iRow);
        for (; q + 2 * L <= width; q += 2 * L)
            TwoWide.rows(m, k, a, a0, aRow, aCol, b, b0 + q, bRow, c, c0 + q, cRow, init, i0 + q, iRow);
        if (q < width) OneWide.rows(m, k, a, a0, aRow, aCol, b, b0 + q, bRow, c, c0 + q, cRow, init, i0 + q, iRow);
    }

    @Override
    public void multiplyLanes(
            int n, int k, float[] w, int w0, float[] b, int b0, float[] x, int x0, float[] y, int y0) {
        int padded = Kernels.padded(n);
        for (int j = 0; j < n; j += PANEL) {
            int panel = Math.min(PANEL, padded - j);
            int features = Math.min(PANEL, n - j);
            int wAt = w0 + j * k;
            int yAt = y0 + j * PANEL;
            if (FOUR_ARE_A_PANEL) FourWide.features4(features, k, w, wAt, panel, b, b0 + j, x, x0, y, yAt);
            else
                for (int i = 0; i < PANEL; i += 2 * L)
                    TwoWide.features4(features, k, w, wAt, panel, b, b0 + j, x, x0 + i, y, yAt + i);
        }
    }

    /** A column times a row, one row of C after the other: with so little arithmetic, memory order dominates. */
    private static void outer(
            int m,
            int n,
            float[] a,
            int a0,
            int aRow,
            float[] b,
            int b0,
            float[] c,
            int c0,
            int cRow,
            float[] init,
            int i0,
            int iRow) {
        for (int i = 0; i < m; i++) {
            FloatVector x = FloatVector.broadcast(S, a[a0 + i * aRow]);
            int from = i0 + i * iRow & INDEX;
            int to = c0 + i * cRow & INDEX;
            for (int j = 0; j < n; j += L)
                x.fma(FloatVector.fromArray(S, b, b0 + j), FloatVector.fromArray(S, init, from + j))
                        .intoArray(c, to + j);
        }
    }

    @Override
    public void activate(Activation activation, float[] y, int y0, int length) {
        switch (activation) {
            case LINEAR -> {}
            case ELU -> VectorFunctions.elu(y, y0, length);
            case RELU -> VectorFunctions.relu(y, y0, length);
            case TANH -> VectorFunctions.tanh(y, y0, length);
        }
    }

    @Override
    public void activateBackward(
            Activation activation,
            int m,
            int n,
            float[] dy,
            int dy0,
            int dyRow,
            float[] y,
            int y0,
            float[] dx,
            int dx0) {
        if (dyRow == n) {
            // Rows without gaps are treated as one long row, because loops over eight vectors are mostly overhead.
            n *= m;
            m = 1;
        }
        switch (activation) {
            case LINEAR -> {
                for (int i = 0; i < m; i++) System.arraycopy(dy, dy0 + i * dyRow, dx, dx0 + i * n, n);
            }
            case ELU -> VectorDerivatives.elu(m, n, dy, dy0, dyRow, y, y0, dx, dx0);
            case RELU -> VectorDerivatives.relu(m, n, dy, dy0, dyRow, y, y0, dx, dx0);
            case TANH -> VectorDerivatives.tanh(m, n, dy, dy0, dyRow, y, y0, dx, dx0);
        }
    }

    @Override
    public void sumRows(int m, int n, float[] x, int x0, int xRow, float[] out, int out0, boolean add) {
        int j = 0;
        for (; j + 4 * LONG <= n; j += 4 * LONG) {
            FloatVector a = add ? FloatVector.fromArray(LONGEST, out, out0 + j) : FloatVector.zero(LONGEST);
            FloatVector b = add ? FloatVector.fromArray(LONGEST, out, out0 + j + LONG) : FloatVector.zero(LONGEST);
            FloatVector c = add ? FloatVector.fromArray(LONGEST, out, out0 + j + 2 * LONG) : FloatVector.zero(LONGEST);
            FloatVector d = add ? FloatVector.fromArray(LONGEST, out, out0 + j + 3 * LONG) : FloatVector.zero(LONGEST);
            for (int i = 0, row = x0 + j; i < m; i++, row += xRow) {
                int at = row & INDEX;
                a = a.add(FloatVector.fromArray(LONGEST, x, at));
                b = b.add(FloatVector.fromArray(LONGEST, x, at + LONG));
                c = c.add(FloatVector.fromArray(LONGEST, x, at + 2 * LONG));
                d = d.add(FloatVector.fromArray(LONGEST, x, at + 3 * LONG));
            }
            a.intoArray(out, out0 + j);
            b.intoArray(out, out0 + j + LONG);
            c.intoArray(out, out0 + j + 2 * LONG);
            d.intoArray(out, out0 + j + 3 * LONG);
        }
        for (; j < n; j += L) {
            FloatVector a = add ? FloatVector.fromArray(S, out, out0 + j) : FloatVector.zero(S);
            for (int i = 0, at = x0 + j; i < m; i++, at += xRow) a = a.add(FloatVector.fromArray(S, x, at));
            a.intoArray(out, out0 + j);
        }
    }

    @Override
    public void scale(float scale, float[] y, int y0, int length) {
        for (int i = y0; i < y0 + length; i += L)
            FloatVector.fromArray(S, y, i).mul(scale).intoArray(y, i);
    }

    @Override
    public void transpose(int rows, int columns, float[] from, int from0, int fromRow, float[] to, int to0, int toRow) {
        VectorTranspose.transpose(rows, columns, from, from0, fromRow, to, to0, toRow);
    }

    @Override
    public void add(float[] x, int x0, float[] y, int y0, int length) {
        for (int i = 0; i < length; i += L)
            FloatVector.fromArray(S, y, y0 + i)
                    .add(FloatVector.fromArray(S, x, x0 + i))
                    .intoArray(y, y0 + i);
    }

    @Override
    public void exp(float[] y, int y0, int length) {
        VectorFunctions.exp(y, y0, length);
    }

    @Override
    public void softClamp(float bound, float[] s, int s0, int length) {
        VectorFunctions.softClamp(bound, s, s0, length);
    }

    @Override
    public void affine(float[] u, float[] e, float[] t, float[] v, int length) {
        for (int i = 0; i < length; i += L)
            FloatVector.fromArray(S, u, i)
                    .fma(FloatVector.fromArray(S, e, i), FloatVector.fromArray(S, t, i))
                    .intoArray(v, i);
    }

    @Override
    public void affineInverse(float[] v, int v0, float[] e, float[] t, float[] u, int u0, int length) {
        for (int i = 0; i < length; i += L)
            FloatVector.fromArray(S, v, v0 + i)
                    .sub(FloatVector.fromArray(S, t, i))
                    .mul(FloatVector.fromArray(S, e, i))
                    .intoArray(u, u0 + i);
    }

    @Override
    public void affineBackward(
            float bound,
            float[] dLogDet,
            float[] u,
            float[] e,
            float[] s,
            float[] dv,
            float[] du,
            float[] ds,
            int length) {
        float inverse = 1f / bound;
        FloatVector one = FloatVector.broadcast(S, 1f);
        for (int i = 0; i < length; i += L) {
            FloatVector x = FloatVector.fromArray(S, s, i).mul(inverse);
            FloatVector scaled = FloatVector.fromArray(S, dv, i).mul(FloatVector.fromArray(S, e, i));
            scaled.intoArray(du, i);
            scaled.fma(FloatVector.fromArray(S, u, i), FloatVector.fromArray(S, dLogDet, i))
                    .mul(1f / HALF_PI)
                    .div(x.fma(x, one))
                    .intoArray(ds, i);
        }
    }

    @Override
    public void adam(
            float[] w,
            float[] g,
            float[] m,
            float[] v,
            int from,
            int to,
            float gradientScale,
            Adam adam,
            float rate,
            float c1,
            float c2) {
        FloatVector scale = FloatVector.broadcast(LONGEST, gradientScale);
        FloatVector beta1 = FloatVector.broadcast(LONGEST, adam.beta1());
        FloatVector beta2 = FloatVector.broadcast(LONGEST, adam.beta2());
        FloatVector rest1 = FloatVector.broadcast(LONGEST, 1f - adam.beta1());
        FloatVector rest2 = FloatVector.broadcast(LONGEST, 1f - adam.beta2());
        FloatVector keep = FloatVector.broadcast(LONGEST, 1f - rate * adam.weightDecay());
        FloatVector step = FloatVector.broadcast(LONGEST, rate * c1);
        FloatVector correction = FloatVector.broadcast(LONGEST, c2);
        FloatVector epsilon = FloatVector.broadcast(LONGEST, adam.epsilon());
        for (int i = from; i < to; i += LONG) {
            FloatVector gradient = FloatVector.fromArray(LONGEST, g, i).mul(scale);
            FloatVector mean = FloatVector.fromArray(LONGEST, m, i).fma(beta1, gradient.mul(rest1));
            FloatVector square = FloatVector.fromArray(LONGEST, v, i)
                    .fma(beta2, gradient.mul(gradient).mul(rest2));
            mean.intoArray(m, i);
            square.intoArray(v, i);
            FloatVector root =
                    square.mul(correction).lanewise(VectorOperators.SQRT).add(epsilon);
            FloatVector change = mean.mul(step).div(root);
            FloatVector.fromArray(LONGEST, w, i).fma(keep, change.neg()).intoArray(w, i);
        }
    }

    @Override
    public double sumOfSquares(float[] g, int from, int to) {
        double sum = 0;
        for (int block = from; block < to; block += 1024) {
            int end = Math.min(to, block + 1024);
            for (int lane = 0; lane < SUMS; lane += LONG) {
                FloatVector partial = FloatVector.zero(LONGEST);
                for (int i = block + lane; i < end; i += SUMS) {
                    FloatVector x = FloatVector.fromArray(LONGEST, g, i);
                    partial = x.fma(x, partial);
                }
                for (int q = 0; q < LONG; q++) sum += partial.lane(q);
            }
        }
        return sum;
    }

    @Override
    public void lstmCell(
            int rows,
            int h,
            float[] gates,
            int gates0,
            int gatesRow,
            float[] cPrevious,
            int cPrevious0,
            float[] c,
            float[] tanhC,
            float[] hidden,
            int state0) {
        VectorLstm.forward(rows, h, gates, gates0, gatesRow, cPrevious, cPrevious0, c, tanhC, hidden, state0);
    }

    @Override
    public void lstmCellBackward(
            int rows,
            int h,
            float[] gates,
            int gates0,
            int gatesRow,
            float[] cPrevious,
            int cPrevious0,
            float[] tanhC,
            int state0,
            float[] dh,
            float[] dc) {
        VectorLstm.backward(rows, h, gates, gates0, gatesRow, cPrevious, cPrevious0, tanhC, state0, dh, dc);
    }
}
