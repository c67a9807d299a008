package bayesflow4j.engine;

import static bayesflow4j.engine.Polynomials.HALF_PI;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The kernels on the Vector API, eight or four floats at a time. Every loop body is written out: a method that takes or
 * returns vectors may box them, and is then ten times slower.
 */
final class VectorKernels implements Kernels {
    static final VectorSpecies<Float> S =
            FloatVector.SPECIES_PREFERRED.length() >= 8 ? FloatVector.SPECIES_256 : FloatVector.SPECIES_128;

    private static final int L = S.length();

    /**
     * The bits of an index into an array of fewer than 2³⁰ floats, or of its end. Behind {@code & INDEX} the compiler knows
     * that a small offset does not overflow, and leaves adding it to the load; else it takes two more instructions, 27 times
     * in a micro-kernel.
     */
    static final int INDEX = Buffer.MOST;

    static boolean haveHardware() {
        return FloatVector.SPECIES_PREFERRED.length() >= 4;
    }

    @Override
    public String name() {
        return "vector, " + S.vectorBitSize() + " bits";
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
        for (int j = 0; j < n; j += PANEL) {
            int width = Math.min(PANEL, n - j);
            int bAt = bRow == PANELS ? b0 + j * k : b0 + j;
            int bStep = bRow == PANELS ? width : bRow;
            int cAt = cRow == PANELS ? c0 + j * m : c0 + j;
            int cStep = cRow == PANELS ? width : cRow;
            int iAt = init == ZERO ? 0 : iRow == PANELS ? i0 + j * m : i0 + j;
            int iStep = init == ZERO ? 0 : iRow == PANELS ? width : iRow;
            int q = 0;
            for (; q + 3 * L <= width; q += 3 * L)
                threeWide(
                        m,
                        k,
                        a,
                        a0,
                        aRow,
                        aCol,
                        b,
                        bAt + q,
                        bStep,
                        c,
                        cAt + q,
                        cStep,
                        init,
                        init == ZERO ? 0 : iAt + q,
                        iStep);
            for (; q + 2 * L <= width; q += 2 * L)
                twoWide(
                        m,
                        k,
                        a,
                        a0,
                        aRow,
                        aCol,
                        b,
                        bAt + q,
                        bStep,
                        c,
                        cAt + q,
                        cStep,
                        init,
                        init == ZERO ? 0 : iAt + q,
                        iStep);
            if (q < width)
                oneWide(
                        m,
                        k,
                        a,
                        a0,
                        aRow,
                        aCol,
                        b,
                        bAt + q,
                        bStep,
                        c,
                        cAt + q,
                        cStep,
                        init,
                        init == ZERO ? 0 : iAt + q,
                        iStep);
        }
    }

    private static void threeWide(
            int m,
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
        if (k == 1) {
            ThreeWide.outer(m, a, a0, aRow, b, b0, c, c0, cRow, init, i0, iRow);
            return;
        }
        int i = m / 4 * 4;
        if (bRow == 3 * L) ThreeWide.panel4(i, k, a, a0, aRow, aCol, b, b0, c, c0, cRow, init, i0, iRow);
        else ThreeWide.rows4(i, k, a, a0, aRow, aCol, b, b0, bRow, c, c0, cRow, init, i0, iRow);
        for (; i + 2 <= m; i += 2)
            ThreeWide.tile2(
                    k, a, a0 + i * aRow, aRow, aCol, b, b0, bRow, c, c0 + i * cRow, cRow, init, i0 + i * iRow, iRow);
        if (i < m)
            ThreeWide.tile1(
                    k, a, a0 + i * aRow, aRow, aCol, b, b0, bRow, c, c0 + i * cRow, cRow, init, i0 + i * iRow, iRow);
    }

    private static void twoWide(
            int m,
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
        int i = m / 4 * 4;
        if (bRow == 2 * L) TwoWide.panel4(i, k, a, a0, aRow, aCol, b, b0, c, c0, cRow, init, i0, iRow);
        else TwoWide.rows4(i, k, a, a0, aRow, aCol, b, b0, bRow, c, c0, cRow, init, i0, iRow);
        for (; i + 2 <= m; i += 2)
            TwoWide.tile2(
                    k, a, a0 + i * aRow, aRow, aCol, b, b0, bRow, c, c0 + i * cRow, cRow, init, i0 + i * iRow, iRow);
        if (i < m)
            TwoWide.tile1(
                    k, a, a0 + i * aRow, aRow, aCol, b, b0, bRow, c, c0 + i * cRow, cRow, init, i0 + i * iRow, iRow);
    }

    private static void oneWide(
            int m,
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
        int i = 0;
        for (; i + 4 <= m; i += 4)
            OneWide.tile4(
                    k, a, a0 + i * aRow, aRow, aCol, b, b0, bRow, c, c0 + i * cRow, cRow, init, i0 + i * iRow, iRow);
        for (; i + 2 <= m; i += 2)
            OneWide.tile2(
                    k, a, a0 + i * aRow, aRow, aCol, b, b0, bRow, c, c0 + i * cRow, cRow, init, i0 + i * iRow, iRow);
        if (i < m)
            OneWide.tile1(
                    k, a, a0 + i * aRow, aRow, aCol, b, b0, bRow, c, c0 + i * cRow, cRow, init, i0 + i * iRow, iRow);
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
        switch (activation) {
            case LINEAR -> {
                for (int i = 0; i < m; i++) System.arraycopy(dy, dy0 + i * dyRow, dx, dx0 + i * n, n);
            }
            case ELU -> VectorFunctions.eluBackward(m, n, dy, dy0, dyRow, y, y0, dx, dx0);
            case RELU -> VectorFunctions.reluBackward(m, n, dy, dy0, dyRow, y, y0, dx, dx0);
            case TANH -> VectorFunctions.tanhBackward(m, n, dy, dy0, dyRow, y, y0, dx, dx0);
        }
    }

    @Override
    public void sumRows(int m, int n, float[] x, int x0, int xRow, float[] out, int out0, boolean add) {
        int j = 0;
        for (; j + 2 * L <= n; j += 2 * L) {
            FloatVector a = add ? FloatVector.fromArray(S, out, out0 + j) : FloatVector.zero(S);
            FloatVector b = add ? FloatVector.fromArray(S, out, out0 + j + L) : FloatVector.zero(S);
            for (int i = 0, at = x0 + j; i < m; i++, at += xRow) {
                a = a.add(FloatVector.fromArray(S, x, at));
                b = b.add(FloatVector.fromArray(S, x, at + L));
            }
            a.intoArray(out, out0 + j);
            b.intoArray(out, out0 + j + L);
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
    public void affineInverse(float[] v, float[] e, float[] t, float[] u, int length) {
        for (int i = 0; i < length; i += L)
            FloatVector.fromArray(S, v, i)
                    .sub(FloatVector.fromArray(S, t, i))
                    .mul(FloatVector.fromArray(S, e, i))
                    .intoArray(u, i);
    }

    @Override
    public void affineBackward(
            float bound,
            float dLogDet,
            float[] u,
            float[] e,
            float[] s,
            float[] dv,
            float[] du,
            float[] ds,
            int length) {
        float inverse = 1f / bound;
        FloatVector one = FloatVector.broadcast(S, 1f);
        FloatVector constant = FloatVector.broadcast(S, dLogDet);
        for (int i = 0; i < length; i += L) {
            FloatVector x = FloatVector.fromArray(S, s, i).mul(inverse);
            FloatVector scaled = FloatVector.fromArray(S, dv, i).mul(FloatVector.fromArray(S, e, i));
            scaled.intoArray(du, i);
            scaled.fma(FloatVector.fromArray(S, u, i), constant)
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
        FloatVector beta1 = FloatVector.broadcast(S, adam.beta1());
        FloatVector beta2 = FloatVector.broadcast(S, adam.beta2());
        FloatVector rest1 = FloatVector.broadcast(S, 1f - adam.beta1());
        FloatVector rest2 = FloatVector.broadcast(S, 1f - adam.beta2());
        FloatVector keep = FloatVector.broadcast(S, 1f - rate * adam.weightDecay());
        float step = rate * c1;
        for (int i = from; i < to; i += L) {
            FloatVector gradient = FloatVector.fromArray(S, g, i).mul(gradientScale);
            FloatVector mean = FloatVector.fromArray(S, m, i).fma(beta1, gradient.mul(rest1));
            FloatVector square = FloatVector.fromArray(S, v, i)
                    .fma(beta2, gradient.mul(gradient).mul(rest2));
            mean.intoArray(m, i);
            square.intoArray(v, i);
            FloatVector root = square.mul(c2).lanewise(VectorOperators.SQRT).add(adam.epsilon());
            FloatVector change = mean.mul(step).div(root);
            FloatVector.fromArray(S, w, i).fma(keep, change.neg()).intoArray(w, i);
        }
    }

    @Override
    public double sumOfSquares(float[] g, int from, int to) {
        double sum = 0;
        for (int block = from; block < to; block += 1024) {
            int end = Math.min(to, block + 1024);
            for (int lane = 0; lane < SUMS; lane += L) {
                FloatVector partial = FloatVector.zero(S);
                for (int i = block + lane; i < end; i += SUMS) {
                    FloatVector x = FloatVector.fromArray(S, g, i);
                    partial = x.fma(x, partial);
                }
                for (int q = 0; q < L; q++) sum += partial.lane(q);
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
