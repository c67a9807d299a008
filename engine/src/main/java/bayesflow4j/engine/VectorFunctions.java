package bayesflow4j.engine;

import static bayesflow4j.engine.Polynomials.*;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** The elementary functions of {@link VectorKernels}, and their derivatives in terms of their values. */
final class VectorFunctions {
    private static final VectorSpecies<Float> S = VectorKernels.S;
    private static final VectorSpecies<Integer> SI = S.length() == 8 ? IntVector.SPECIES_256 : IntVector.SPECIES_128;
    private static final int L = S.length();
    private static final int NEGATIVE_LIMIT = Float.floatToRawIntBits(-EXP_LIMIT);

    private VectorFunctions() {}

    static void elu(float[] y, int y0, int length) {
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

    static void relu(float[] y, int y0, int length) {
        FloatVector zero = FloatVector.zero(S);
        for (int i = y0; i < y0 + length; i += L) {
            FloatVector x = FloatVector.fromArray(S, y, i);
            x.blend(zero, x.compare(VectorOperators.LE, zero)).intoArray(y, i);
        }
    }

    static void scaledTanh(float inner, float outer, float shift, float[] y, int y0, int length) {
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

    static void exp(float[] y, int y0, int length) {
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

    static void softClamp(float bound, float[] s, int s0, int length) {
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

    static void eluBackward(int m, int n, float[] dy, int dy0, int dyRow, float[] y, int y0, float[] dx, int dx0) {
        FloatVector zero = FloatVector.zero(S);
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j += L) {
                FloatVector v = FloatVector.fromArray(S, y, y0 + i * n + j);
                FloatVector d = FloatVector.fromArray(S, dy, dy0 + i * dyRow + j);
                d.fma(v, d).blend(d, v.compare(VectorOperators.GT, zero)).intoArray(dx, dx0 + i * n + j);
            }
        }
    }

    static void reluBackward(int m, int n, float[] dy, int dy0, int dyRow, float[] y, int y0, float[] dx, int dx0) {
        FloatVector zero = FloatVector.zero(S);
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j += L) {
                FloatVector v = FloatVector.fromArray(S, y, y0 + i * n + j);
                FloatVector d = FloatVector.fromArray(S, dy, dy0 + i * dyRow + j);
                zero.blend(d, v.compare(VectorOperators.GT, zero)).intoArray(dx, dx0 + i * n + j);
            }
        }
    }

    static void tanhBackward(int m, int n, float[] dy, int dy0, int dyRow, float[] y, int y0, float[] dx, int dx0) {
        FloatVector one = FloatVector.broadcast(S, 1f);
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j += L) {
                FloatVector v = FloatVector.fromArray(S, y, y0 + i * n + j);
                FloatVector d = FloatVector.fromArray(S, dy, dy0 + i * dyRow + j);
                d.mul(v.neg().fma(v, one)).intoArray(dx, dx0 + i * n + j);
            }
        }
    }
}
