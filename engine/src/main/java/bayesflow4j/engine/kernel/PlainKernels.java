package bayesflow4j.engine.kernel;

import static bayesflow4j.engine.kernel.Polynomials.*;
import static java.lang.Math.fma;

import java.util.Arrays;

/** The kernels in plain Java, one element at a time: the fallback without vectors, and the reference in tests. */
final class PlainKernels implements Kernels {
    @Override
    public String name() {
        return "plain";
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
        for (int j = 0; j < n; j += 8) {
            int panel = j / PANEL * PANEL;
            int width = Math.min(PANEL, n - panel);
            int bAt = bRow == PANELS ? b0 + panel * k + j - panel : b0 + j;
            int bStep = bRow == PANELS ? width : bRow;
            int cAt = cRow == PANELS ? c0 + panel * m + j - panel : c0 + j;
            int cStep = cRow == PANELS ? width : cRow;
            int iAt = init == ZERO ? 0 : iRow == PANELS ? i0 + panel * m + j - panel : i0 + j;
            int iStep = init == ZERO ? 0 : iRow == PANELS ? width : iRow;
            for (int i = 0; i < m; i++)
                row(k, a, a0 + i * aRow, aCol, b, bAt, bStep, c, cAt + i * cStep, init, iAt + i * iStep);
        }
    }

    /** Eight elements of one row of C: as many sums in flight as the latency of the multiply-add needs. */
    private static void row(
            int k,
            float[] a,
            int aAt,
            int aCol,
            float[] b,
            int bAt,
            int bRow,
            float[] c,
            int cAt,
            float[] init,
            int iAt) {
        float s0 = init[iAt];
        float s1 = init[iAt + 1];
        float s2 = init[iAt + 2];
        float s3 = init[iAt + 3];
        float s4 = init[iAt + 4];
        float s5 = init[iAt + 5];
        float s6 = init[iAt + 6];
        float s7 = init[iAt + 7];
        for (int l = 0; l < k; l++, aAt += aCol, bAt += bRow) {
            float x = a[aAt];
            s0 = fma(x, b[bAt], s0);
            s1 = fma(x, b[bAt + 1], s1);
            s2 = fma(x, b[bAt + 2], s2);
            s3 = fma(x, b[bAt + 3], s3);
            s4 = fma(x, b[bAt + 4], s4);
            s5 = fma(x, b[bAt + 5], s5);
            s6 = fma(x, b[bAt + 6], s6);
            s7 = fma(x, b[bAt + 7], s7);
        }
        c[cAt] = s0;
        c[cAt + 1] = s1;
        c[cAt + 2] = s2;
        c[cAt + 3] = s3;
        c[cAt + 4] = s4;
        c[cAt + 5] = s5;
        c[cAt + 6] = s6;
        c[cAt + 7] = s7;
    }

    @Override
    public void multiplyLanes(
            int n, int k, float[] w, int w0, float[] b, int b0, float[] x, int x0, float[] y, int y0) {
        for (int j = 0; j < n; j++) {
            int at = y0 + j * Kernels.PANEL;
            Arrays.fill(y, at, at + Kernels.PANEL, b[b0 + j]);
            for (int l = 0; l < k; l++) {
                float weight = w[w0 + Kernels.panelIndex(k, Kernels.padded(n), l, j)];
                int from = x0 + l * Kernels.PANEL;
                for (int i = 0; i < Kernels.PANEL; i++) y[at + i] = fma(x[from + i], weight, y[at + i]);
            }
        }
    }

    @Override
    public void activate(Activation activation, float[] y, int y0, int length) {
        for (int i = y0; i < y0 + length; i++) {
            float x = y[i];
            y[i] = switch (activation) {
                case LINEAR -> x;
                case ELU -> elu(x);
                case RELU -> relu(x);
                case TANH -> tanh(x);
            };
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
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++) {
                float v = y[y0 + i * n + j];
                float d = dy[dy0 + i * dyRow + j];
                dx[dx0 + i * n + j] = switch (activation) {
                    case LINEAR -> d;
                    case ELU -> v > 0 ? d : fma(d, v, d);
                    case RELU -> v > 0 ? d : 0;
                    case TANH -> d * fma(-v, v, 1f);
                };
            }
        }
    }

    @Override
    public void sumRows(int m, int n, float[] x, int x0, int xRow, float[] out, int out0, boolean add) {
        for (int j = 0; j < n; j++) {
            float sum = add ? out[out0 + j] : 0;
            for (int i = 0; i < m; i++) sum += x[x0 + i * xRow + j];
            out[out0 + j] = sum;
        }
    }

    @Override
    public void scale(float scale, float[] y, int y0, int length) {
        for (int i = y0; i < y0 + length; i++) y[i] *= scale;
    }

    @Override
    public void transpose(int rows, int columns, float[] from, int from0, int fromRow, float[] to, int to0, int toRow) {
        // The longer loop is inside: the other may have a few turns only.
        if (rows < columns)
            for (int i = 0; i < rows; i++)
                for (int j = 0; j < columns; j++) to[to0 + j * toRow + i] = from[from0 + i * fromRow + j];
        else
            for (int j = 0; j < columns; j++)
                for (int i = 0; i < rows; i++) to[to0 + j * toRow + i] = from[from0 + i * fromRow + j];
    }

    @Override
    public void add(float[] x, int x0, float[] y, int y0, int length) {
        for (int i = 0; i < length; i++) y[y0 + i] += x[x0 + i];
    }

    @Override
    public void exp(float[] y, int y0, int length) {
        for (int i = y0; i < y0 + length; i++) y[i] = exp(y[i]);
    }

    @Override
    public void softClamp(float bound, float[] s, int s0, int length) {
        float inverse = 1f / bound;
        float slope = bound / HALF_PI;
        for (int i = s0; i < s0 + length; i++) s[i] = softClamp(s[i], inverse, slope);
    }

    @Override
    public void affine(float[] u, float[] e, float[] t, float[] v, int length) {
        for (int i = 0; i < length; i++) v[i] = fma(u[i], e[i], t[i]);
    }

    @Override
    public void affineInverse(float[] v, int v0, float[] e, float[] t, float[] u, int u0, int length) {
        for (int i = 0; i < length; i++) u[u0 + i] = (v[v0 + i] - t[i]) * e[i];
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
        for (int i = 0; i < length; i++) {
            float x = s[i] * inverse;
            float scaled = dv[i] * e[i];
            du[i] = scaled;
            ds[i] = fma(scaled, u[i], dLogDet[i]) * (1f / HALF_PI) / fma(x, x, 1f);
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
        float beta1 = adam.beta1();
        float beta2 = adam.beta2();
        float step = rate * c1;
        float keep = 1f - rate * adam.weightDecay();
        for (int i = from; i < to; i++) {
            float gradient = g[i] * gradientScale;
            float mean = fma(m[i], beta1, gradient * (1f - beta1));
            float square = fma(v[i], beta2, gradient * gradient * (1f - beta2));
            m[i] = mean;
            v[i] = square;
            w[i] = fma(w[i], keep, -(mean * step / ((float) Math.sqrt(square * c2) + adam.epsilon())));
        }
    }

    @Override
    public double sumOfSquares(float[] g, int from, int to) {
        double sum = 0;
        for (int block = from; block < to; block += 1024) {
            int end = Math.min(to, block + 1024);
            for (int lane = 0; lane < SUMS; lane++) {
                float partial = 0;
                for (int i = block + lane; i < end; i += SUMS) partial = fma(g[i], g[i], partial);
                sum += partial;
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
        for (int row = 0; row < rows; row++) {
            for (int j = 0; j < h; j++) {
                int at = gates0 + row * gatesRow + j;
                int state = row * h + j;
                float i = gates[at] = logistic(gates[at]);
                float f = gates[at + h] = logistic(gates[at + h]);
                float g = gates[at + 2 * h] = tanh(gates[at + 2 * h]);
                float o = gates[at + 3 * h] = logistic(gates[at + 3 * h]);
                float cell = fma(f, cPrevious[cPrevious0 + state], i * g);
                float bounded = tanh(cell);
                c[state0 + state] = cell;
                tanhC[state0 + state] = bounded;
                hidden[state0 + state] = o * bounded;
            }
        }
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
        for (int row = 0; row < rows; row++) {
            for (int j = 0; j < h; j++) {
                int at = gates0 + row * gatesRow + j;
                int state = row * h + j;
                float i = gates[at];
                float f = gates[at + h];
                float g = gates[at + 2 * h];
                float o = gates[at + 3 * h];
                float bounded = tanhC[state0 + state];
                float d = dh[state];
                float dCell = fma(d * o, fma(-bounded, bounded, 1f), dc[state]);
                gates[at] = dCell * g * fma(-i, i, i);
                gates[at + h] = dCell * cPrevious[cPrevious0 + state] * fma(-f, f, f);
                gates[at + 2 * h] = dCell * i * fma(-g, g, 1f);
                gates[at + 3 * h] = d * bounded * fma(-o, o, o);
                dc[state] = dCell * f;
            }
        }
    }

    static float elu(float x) {
        return x < 0 ? expm1(Math.max(x, -EXP_LIMIT)) : x;
    }

    static float relu(float x) {
        return x <= 0 ? 0 : x;
    }

    static float exp(float x) {
        float bounded = x > EXP_LIMIT ? EXP_LIMIT : x < -EXP_LIMIT ? -EXP_LIMIT : x;
        float t = fma(bounded, LOG2_E, ROUND);
        float n = t - ROUND;
        float r = fma(n, -LN2_LOW, fma(n, -LN2_HIGH, bounded));
        return (expm1Reduced(r) + 1f) * powerOfTwo(t);
    }

    /** eˣ − 1 for −87 ≤ x ≤ 0; near 0 to the last bits of the result, not of 1. */
    private static float expm1(float x) {
        float t = fma(x, LOG2_E, ROUND);
        float r = fma(t - ROUND, -(LN2_HIGH + LN2_LOW), x);
        float power = powerOfTwo(t);
        return fma(expm1Reduced(r), power, power - 1f);
    }

    private static float powerOfTwo(float t) {
        return Float.intBitsToFloat(Float.floatToRawIntBits(t) << 23);
    }

    private static float expm1Reduced(float r) {
        float rr = r * r;
        return fma(fma(fma(rr, E6, fma(r, E5, E4)), rr, fma(r, E3, E2)), rr, r);
    }

    /** By tanh|x| = −e/(e + 2) with e = e^(−2|x|) − 1, and the sign of x. */
    static float tanh(float x) {
        float u = -Math.abs(x) * 2f;
        float e = expm1(u < -2 * TANH_LIMIT ? -2 * TANH_LIMIT : u);
        return Math.copySign(e / (e + 2f), x);
    }

    /** 1/(1 + e^(−x)), by e = e^(−|x|) as 1/(1 + e), and e/(1 + e) where x &lt; 0. */
    static float logistic(float x) {
        float u = -Math.abs(x);
        if (u < -EXP_LIMIT) u = -EXP_LIMIT;
        float t = fma(u, LOG2_E, ROUND);
        float power = powerOfTwo(t);
        float e = fma(expm1Reduced(fma(t - ROUND, -(LN2_HIGH + LN2_LOW), u)), power, power);
        return (x < 0 ? e : 1f) / (e + 1f);
    }

    /** slope·atan(s·inverse), with the reciprocal of an argument above 1. */
    static float softClamp(float s, float inverse, float slope) {
        float x = s * inverse;
        float magnitude = Math.abs(x);
        boolean large = magnitude > 1f;
        float u = large ? 1f / magnitude : magnitude;
        float p = u * atanOverU(u * u);
        if (large) p = HALF_PI - p;
        return (x < 0 ? -p : p) * slope;
    }

    private static float atanOverU(float q) {
        float p = fma(fma(fma(fma(A8, q, A7), q, A6), q, A5), q, A4);
        return fma(fma(fma(fma(p, q, A3), q, A2), q, A1), q, A0);
    }
}
