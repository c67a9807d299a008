package bayesflow4j.engine;

import static bayesflow4j.engine.Polynomials.*;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The kernels on the Vector API, eight or four floats at a time. Every loop body is written out: a method that takes or
 * returns vectors may box them, and is then ten times slower.
 */
final class VectorKernels implements Kernels {
    static final VectorSpecies<Float> S =
            FloatVector.SPECIES_PREFERRED.length() >= 8 ? FloatVector.SPECIES_256 : FloatVector.SPECIES_128;

    private static final VectorSpecies<Integer> SI = S.length() == 8 ? IntVector.SPECIES_256 : IntVector.SPECIES_128;
    private static final int L = S.length();
    private static final int NEGATIVE_LIMIT = Float.floatToRawIntBits(-EXP_LIMIT);

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
            for (; q + 2 * L <= width; q += 2 * L)
                wide(
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
                narrow(
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

    private static void wide(
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
        for (; i + 6 <= m; i += 6)
            WideTile.tile6(
                    k, a, a0 + i * aRow, aRow, aCol, b, b0, bRow, c, c0 + i * cRow, cRow, init, i0 + i * iRow, iRow);
        for (; i + 4 <= m; i += 4)
            WideTile.tile4(
                    k, a, a0 + i * aRow, aRow, aCol, b, b0, bRow, c, c0 + i * cRow, cRow, init, i0 + i * iRow, iRow);
        for (; i + 2 <= m; i += 2)
            WideTile.tile2(
                    k, a, a0 + i * aRow, aRow, aCol, b, b0, bRow, c, c0 + i * cRow, cRow, init, i0 + i * iRow, iRow);
        for (; i < m; i++)
            WideTile.tile1(
                    k, a, a0 + i * aRow, aRow, aCol, b, b0, bRow, c, c0 + i * cRow, cRow, init, i0 + i * iRow, iRow);
    }

    private static void narrow(
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
        for (; i + 8 <= m; i += 8)
            NarrowTile.tile8(
                    k, a, a0 + i * aRow, aRow, aCol, b, b0, bRow, c, c0 + i * cRow, cRow, init, i0 + i * iRow, iRow);
        for (; i + 4 <= m; i += 4)
            NarrowTile.tile4(
                    k, a, a0 + i * aRow, aRow, aCol, b, b0, bRow, c, c0 + i * cRow, cRow, init, i0 + i * iRow, iRow);
        for (; i < m; i++)
            NarrowTile.tile1(
                    k, a, a0 + i * aRow, aRow, aCol, b, b0, bRow, c, c0 + i * cRow, cRow, init, i0 + i * iRow, iRow);
    }

    @Override
    public void activate(Activation activation, float[] y, int y0, int length) {
        switch (activation) {
            case LINEAR -> {}
            case ELU -> elu(y, y0, length);
            case RELU -> relu(y, y0, length);
            case TANH -> scaledTanh(1f, 1f, 0f, y, y0, length);
        }
    }

    private static void elu(float[] y, int y0, int length) {
        FloatVector round = FloatVector.broadcast(S, ROUND);
        FloatVector log2e = FloatVector.broadcast(S, LOG2_E);
        FloatVector ln2 = FloatVector.broadcast(S, -(LN2_HIGH + LN2_LOW));
        FloatVector e2 = FloatVector.broadcast(S, E2);
        FloatVector e3 = FloatVector.broadcast(S, E3);
        FloatVector e4 = FloatVector.broadcast(S, E4);
        FloatVector e5 = FloatVector.broadcast(S, E5);
        FloatVector e6 = FloatVector.broadcast(S, E6);
        FloatVector one = FloatVector.broadcast(S, 1f);
        FloatVector zero = FloatVector.zero(S);
        IntVector limit = IntVector.broadcast(SI, NEGATIVE_LIMIT);
        for (int i = y0; i < y0 + length; i += L) {
            FloatVector x = FloatVector.fromArray(S, y, i);
            // The smaller bit pattern: x where −87 ≤ x < 0, else −87, whose result is not used for x ≥ 0.
            FloatVector bounded =
                    x.reinterpretAsInts().lanewise(VectorOperators.MIN, limit).reinterpretAsFloats();
            FloatVector t = bounded.fma(log2e, round);
            FloatVector r = t.sub(round).fma(ln2, bounded);
            FloatVector q = e6.fma(r, e5).fma(r, e4).fma(r, e3).fma(r, e2);
            FloatVector p = q.mul(r).fma(r, r);
            FloatVector power =
                    t.reinterpretAsInts().lanewise(VectorOperators.LSHL, 23).reinterpretAsFloats();
            x.blend(p.fma(power, power.sub(one)), x.compare(VectorOperators.LT, zero))
                    .intoArray(y, i);
        }
    }

    private static void relu(float[] y, int y0, int length) {
        FloatVector zero = FloatVector.zero(S);
        for (int i = y0; i < y0 + length; i += L) {
            FloatVector x = FloatVector.fromArray(S, y, i);
            x.blend(zero, x.compare(VectorOperators.LE, zero)).intoArray(y, i);
        }
    }

    private static void scaledTanh(float inner, float outer, float shift, float[] y, int y0, int length) {
        FloatVector round = FloatVector.broadcast(S, ROUND);
        FloatVector log2e = FloatVector.broadcast(S, LOG2_E);
        FloatVector ln2 = FloatVector.broadcast(S, -(LN2_HIGH + LN2_LOW));
        FloatVector e2 = FloatVector.broadcast(S, E2);
        FloatVector e3 = FloatVector.broadcast(S, E3);
        FloatVector e4 = FloatVector.broadcast(S, E4);
        FloatVector e5 = FloatVector.broadcast(S, E5);
        FloatVector e6 = FloatVector.broadcast(S, E6);
        FloatVector one = FloatVector.broadcast(S, 1f);
        FloatVector limit = FloatVector.broadcast(S, TANH_LIMIT);
        for (int i = y0; i < y0 + length; i += L) {
            FloatVector x = FloatVector.fromArray(S, y, i).mul(inner);
            FloatVector magnitude = x.lanewise(VectorOperators.ABS);
            FloatVector u = magnitude
                    .blend(limit, magnitude.compare(VectorOperators.GT, limit))
                    .mul(-2f);
            FloatVector t = u.fma(log2e, round);
            FloatVector r = t.sub(round).fma(ln2, u);
            FloatVector q = e6.fma(r, e5).fma(r, e4).fma(r, e3).fma(r, e2);
            FloatVector p = q.mul(r).fma(r, r);
            FloatVector power =
                    t.reinterpretAsInts().lanewise(VectorOperators.LSHL, 23).reinterpretAsFloats();
            FloatVector e = p.fma(power, power.sub(one));
            FloatVector negative = e.div(e.add(2f));
            negative.neg()
                    .blend(negative, x.compare(VectorOperators.LT, 0f))
                    .fma(FloatVector.broadcast(S, outer), FloatVector.broadcast(S, shift))
                    .intoArray(y, i);
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
            case ELU -> eluBackward(m, n, dy, dy0, dyRow, y, y0, dx, dx0);
            case RELU -> reluBackward(m, n, dy, dy0, dyRow, y, y0, dx, dx0);
            case TANH -> tanhBackward(m, n, dy, dy0, dyRow, y, y0, dx, dx0);
        }
    }

    private static void eluBackward(
            int m, int n, float[] dy, int dy0, int dyRow, float[] y, int y0, float[] dx, int dx0) {
        FloatVector zero = FloatVector.zero(S);
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j += L) {
                FloatVector v = FloatVector.fromArray(S, y, y0 + i * n + j);
                FloatVector d = FloatVector.fromArray(S, dy, dy0 + i * dyRow + j);
                d.fma(v, d).blend(d, v.compare(VectorOperators.GT, zero)).intoArray(dx, dx0 + i * n + j);
            }
        }
    }

    private static void reluBackward(
            int m, int n, float[] dy, int dy0, int dyRow, float[] y, int y0, float[] dx, int dx0) {
        FloatVector zero = FloatVector.zero(S);
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j += L) {
                FloatVector v = FloatVector.fromArray(S, y, y0 + i * n + j);
                FloatVector d = FloatVector.fromArray(S, dy, dy0 + i * dyRow + j);
                zero.blend(d, v.compare(VectorOperators.GT, zero)).intoArray(dx, dx0 + i * n + j);
            }
        }
    }

    private static void tanhBackward(
            int m, int n, float[] dy, int dy0, int dyRow, float[] y, int y0, float[] dx, int dx0) {
        FloatVector one = FloatVector.broadcast(S, 1f);
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j += L) {
                FloatVector v = FloatVector.fromArray(S, y, y0 + i * n + j);
                FloatVector d = FloatVector.fromArray(S, dy, dy0 + i * dyRow + j);
                d.mul(v.neg().fma(v, one)).intoArray(dx, dx0 + i * n + j);
            }
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
    public void add(float[] x, int x0, float[] y, int y0, int length) {
        for (int i = 0; i < length; i += L)
            FloatVector.fromArray(S, y, y0 + i)
                    .add(FloatVector.fromArray(S, x, x0 + i))
                    .intoArray(y, y0 + i);
    }

    @Override
    public void exp(float[] y, int y0, int length) {
        FloatVector round = FloatVector.broadcast(S, ROUND);
        FloatVector high = FloatVector.broadcast(S, EXP_LIMIT);
        FloatVector low = FloatVector.broadcast(S, -EXP_LIMIT);
        for (int i = y0; i < y0 + length; i += L) {
            FloatVector x = FloatVector.fromArray(S, y, i);
            x = x.blend(high, x.compare(VectorOperators.GT, high));
            x = x.blend(low, x.compare(VectorOperators.LT, low));
            FloatVector t = x.fma(FloatVector.broadcast(S, LOG2_E), round);
            FloatVector n = t.sub(round);
            FloatVector r = n.fma(FloatVector.broadcast(S, -LN2_HIGH), x);
            r = n.fma(FloatVector.broadcast(S, -LN2_LOW), r);
            FloatVector q = FloatVector.broadcast(S, E6).fma(r, FloatVector.broadcast(S, E5));
            q = q.fma(r, FloatVector.broadcast(S, E4));
            q = q.fma(r, FloatVector.broadcast(S, E3));
            q = q.fma(r, FloatVector.broadcast(S, E2));
            FloatVector power =
                    t.reinterpretAsInts().lanewise(VectorOperators.LSHL, 23).reinterpretAsFloats();
            q.mul(r).fma(r, r).add(1f).mul(power).intoArray(y, i);
        }
    }

    @Override
    public void softClamp(float bound, float[] s, int s0, int length) {
        float inverse = 1f / bound;
        float slope = bound / HALF_PI;
        FloatVector one = FloatVector.broadcast(S, 1f);
        for (int i = s0; i < s0 + length; i += L) {
            FloatVector x = FloatVector.fromArray(S, s, i).mul(inverse);
            FloatVector magnitude = x.lanewise(VectorOperators.ABS);
            VectorMask<Float> large = magnitude.compare(VectorOperators.GT, one);
            FloatVector u = magnitude.blend(one.div(magnitude), large);
            FloatVector q = u.mul(u);
            FloatVector p = FloatVector.broadcast(S, A8).fma(q, FloatVector.broadcast(S, A7));
            p = p.fma(q, FloatVector.broadcast(S, A6));
            p = p.fma(q, FloatVector.broadcast(S, A5));
            p = p.fma(q, FloatVector.broadcast(S, A4));
            p = p.fma(q, FloatVector.broadcast(S, A3));
            p = p.fma(q, FloatVector.broadcast(S, A2));
            p = p.fma(q, FloatVector.broadcast(S, A1));
            p = p.fma(q, FloatVector.broadcast(S, A0)).mul(u);
            p = p.blend(FloatVector.broadcast(S, HALF_PI).sub(p), large);
            p.blend(p.neg(), x.compare(VectorOperators.LT, 0f)).mul(slope).intoArray(s, i);
        }
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
            for (int lane = 0; lane < PANEL; lane += L) {
                FloatVector partial = FloatVector.zero(S);
                for (int i = block + lane; i < end; i += PANEL) {
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
            float[] cPrevious,
            int cPrevious0,
            float[] c,
            float[] tanhC,
            float[] hidden,
            int state0) {
        for (int row = 0; row < rows; row++) {
            int at = gates0 + row * 4 * h;
            scaledTanh(0.5f, 0.5f, 0.5f, gates, at, 2 * h);
            scaledTanh(1f, 1f, 0f, gates, at + 2 * h, h);
            scaledTanh(0.5f, 0.5f, 0.5f, gates, at + 3 * h, h);
            for (int j = 0; j < h; j += L) {
                FloatVector ig =
                        FloatVector.fromArray(S, gates, at + j).mul(FloatVector.fromArray(S, gates, at + 2 * h + j));
                FloatVector cell = FloatVector.fromArray(S, gates, at + h + j)
                        .fma(FloatVector.fromArray(S, cPrevious, cPrevious0 + row * h + j), ig);
                cell.intoArray(c, state0 + row * h + j);
                cell.intoArray(tanhC, state0 + row * h + j);
            }
        }
        scaledTanh(1f, 1f, 0f, tanhC, state0, rows * h);
        for (int row = 0; row < rows; row++) {
            for (int j = 0; j < h; j += L) {
                FloatVector.fromArray(S, gates, gates0 + row * 4 * h + 3 * h + j)
                        .mul(FloatVector.fromArray(S, tanhC, state0 + row * h + j))
                        .intoArray(hidden, state0 + row * h + j);
            }
        }
    }

    @Override
    public void lstmCellBackward(
            int rows,
            int h,
            float[] gates,
            int gates0,
            float[] cPrevious,
            int cPrevious0,
            float[] tanhC,
            int state0,
            float[] dh,
            float[] dc) {
        FloatVector one = FloatVector.broadcast(S, 1f);
        for (int row = 0; row < rows; row++) {
            for (int j = 0; j < h; j += L) {
                int at = gates0 + row * 4 * h + j;
                int state = row * h + j;
                FloatVector i = FloatVector.fromArray(S, gates, at);
                FloatVector f = FloatVector.fromArray(S, gates, at + h);
                FloatVector g = FloatVector.fromArray(S, gates, at + 2 * h);
                FloatVector o = FloatVector.fromArray(S, gates, at + 3 * h);
                FloatVector bounded = FloatVector.fromArray(S, tanhC, state0 + state);
                FloatVector d = FloatVector.fromArray(S, dh, state);
                FloatVector dCell = d.mul(o).fma(bounded.neg().fma(bounded, one), FloatVector.fromArray(S, dc, state));
                dCell.mul(g).mul(i.neg().fma(i, i)).intoArray(gates, at);
                dCell.mul(FloatVector.fromArray(S, cPrevious, cPrevious0 + state))
                        .mul(f.neg().fma(f, f))
                        .intoArray(gates, at + h);
                dCell.mul(i).mul(g.neg().fma(g, one)).intoArray(gates, at + 2 * h);
                d.mul(bounded).mul(o.neg().fma(o, o)).intoArray(gates, at + 3 * h);
                dCell.mul(f).intoArray(dc, state);
            }
        }
    }
}
