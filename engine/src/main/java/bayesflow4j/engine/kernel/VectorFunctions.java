package bayesflow4j.engine.kernel;

import static bayesflow4j.engine.kernel.Polynomials.*;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The elementary functions of {@link VectorKernels}, on the longest vectors there are. What is left of a length that is no
 * multiple of them is computed by the functions of {@link PlainKernels}, to the same bits.
 */
final class VectorFunctions {
    private static final VectorSpecies<Float> S = VectorKernels.LONGEST;
    private static final int L = S.length();

    // Constants of the functions that layers spend their time in. Read from an array, a vector stays in its register; a
    // broadcast constant is loaded again at each use, twelve times for one vector of results.
    private static final float[] ROUNDS = lanes(ROUND);
    private static final float[] LOG2_ES = lanes(LOG2_E);
    private static final float[] LN2S = lanes(-(LN2_HIGH + LN2_LOW));
    private static final float[] E2S = lanes(E2);
    private static final float[] E3S = lanes(E3);
    private static final float[] E4S = lanes(E4);
    private static final float[] E5S = lanes(E5);
    private static final float[] E6S = lanes(E6);
    private static final float[] ONES = lanes(1f);
    private static final float[] LOWEST_EXPONENTS = lanes(-EXP_LIMIT);
    private static final float[] TANH_LIMITS = lanes(-2 * TANH_LIMIT);
    private static final float[] SIGNS = lanes(-0f);

    private VectorFunctions() {}

    private static float[] lanes(float value) {
        float[] lanes = new float[L];
        Arrays.fill(lanes, value);
        return lanes;
    }

    static void elu(float[] y, int y0, int length) {
        FloatVector round = FloatVector.fromArray(S, ROUNDS, 0);
        FloatVector log2e = FloatVector.fromArray(S, LOG2_ES, 0);
        FloatVector ln2 = FloatVector.fromArray(S, LN2S, 0);
        FloatVector e2 = FloatVector.fromArray(S, E2S, 0);
        FloatVector e3 = FloatVector.fromArray(S, E3S, 0);
        FloatVector e4 = FloatVector.fromArray(S, E4S, 0);
        FloatVector e5 = FloatVector.fromArray(S, E5S, 0);
        FloatVector e6 = FloatVector.fromArray(S, E6S, 0);
        FloatVector one = FloatVector.fromArray(S, ONES, 0);
        FloatVector zero = FloatVector.zero(S);
        IntVector limit = FloatVector.fromArray(S, LOWEST_EXPONENTS, 0).reinterpretAsInts();
        int end = y0 + length / L * L;
        for (int i = y0; i < end; i += L) {
            FloatVector x = FloatVector.fromArray(S, y, i);
            // The smaller bit pattern: x where −87 ≤ x < 0, else −87, whose result is not used for x ≥ 0.
            FloatVector bounded =
                    x.reinterpretAsInts().lanewise(VectorOperators.MIN, limit).reinterpretAsFloats();
            FloatVector t = bounded.fma(log2e, round);
            FloatVector r = t.sub(round).fma(ln2, bounded);
            FloatVector rr = r.mul(r);
            FloatVector p = rr.fma(e6, r.fma(e5, e4)).fma(rr, r.fma(e3, e2)).fma(rr, r);
            FloatVector power =
                    t.reinterpretAsInts().lanewise(VectorOperators.LSHL, 23).reinterpretAsFloats();
            x.blend(p.fma(power, power.sub(one)), x.compare(VectorOperators.LT, zero))
                    .intoArray(y, i);
        }
        for (int i = end; i < y0 + length; i++) y[i] = PlainKernels.elu(y[i]);
    }

    static void relu(float[] y, int y0, int length) {
        FloatVector zero = FloatVector.zero(S);
        int end = y0 + length / L * L;
        for (int i = y0; i < end; i += L) {
            FloatVector x = FloatVector.fromArray(S, y, i);
            x.blend(zero, x.compare(VectorOperators.LE, zero)).intoArray(y, i);
        }
        for (int i = end; i < y0 + length; i++) y[i] = PlainKernels.relu(y[i]);
    }

    /** By tanh|x| = −e/(e + 2) with e = e^(−2|x|) − 1, and the sign of x. */
    static void tanh(float[] y, int y0, int length) {
        FloatVector round = FloatVector.fromArray(S, ROUNDS, 0);
        FloatVector log2e = FloatVector.fromArray(S, LOG2_ES, 0);
        FloatVector ln2 = FloatVector.fromArray(S, LN2S, 0);
        FloatVector e2 = FloatVector.fromArray(S, E2S, 0);
        FloatVector e3 = FloatVector.fromArray(S, E3S, 0);
        FloatVector e4 = FloatVector.fromArray(S, E4S, 0);
        FloatVector e5 = FloatVector.fromArray(S, E5S, 0);
        FloatVector e6 = FloatVector.fromArray(S, E6S, 0);
        FloatVector one = FloatVector.fromArray(S, ONES, 0);
        FloatVector limit = FloatVector.fromArray(S, TANH_LIMITS, 0);
        IntVector sign = FloatVector.fromArray(S, SIGNS, 0).reinterpretAsInts();
        int end = y0 + length / L * L;
        for (int i = y0; i < end; i += L) {
            FloatVector x = FloatVector.fromArray(S, y, i);
            FloatVector u =
                    x.reinterpretAsInts().lanewise(VectorOperators.OR, sign).reinterpretAsFloats();
            u = u.add(u);
            u = u.blend(limit, u.compare(VectorOperators.LT, limit));
            FloatVector t = u.fma(log2e, round);
            FloatVector r = t.sub(round).fma(ln2, u);
            FloatVector rr = r.mul(r);
            FloatVector p = rr.fma(e6, r.fma(e5, e4)).fma(rr, r.fma(e3, e2)).fma(rr, r);
            FloatVector power =
                    t.reinterpretAsInts().lanewise(VectorOperators.LSHL, 23).reinterpretAsFloats();
            FloatVector e = p.fma(power, power.sub(one));
            FloatVector negative = e.div(e.add(2f));
            negative.reinterpretAsInts()
                    .lanewise(VectorOperators.AND_NOT, sign)
                    .lanewise(VectorOperators.OR, x.reinterpretAsInts().lanewise(VectorOperators.AND, sign))
                    .reinterpretAsFloats()
                    .intoArray(y, i);
        }
        for (int i = end; i < y0 + length; i++) y[i] = PlainKernels.tanh(y[i]);
    }

    /** 1/(1 + e^(−x)), by e = e^(−|x|) as 1/(1 + e), and e/(1 + e) where x &lt; 0. */
    static void logistic(float[] y, int y0, int length) {
        FloatVector round = FloatVector.fromArray(S, ROUNDS, 0);
        FloatVector log2e = FloatVector.fromArray(S, LOG2_ES, 0);
        FloatVector ln2 = FloatVector.fromArray(S, LN2S, 0);
        FloatVector e2 = FloatVector.fromArray(S, E2S, 0);
        FloatVector e3 = FloatVector.fromArray(S, E3S, 0);
        FloatVector e4 = FloatVector.fromArray(S, E4S, 0);
        FloatVector e5 = FloatVector.fromArray(S, E5S, 0);
        FloatVector e6 = FloatVector.fromArray(S, E6S, 0);
        FloatVector one = FloatVector.fromArray(S, ONES, 0);
        FloatVector zero = FloatVector.zero(S);
        FloatVector limit = FloatVector.fromArray(S, LOWEST_EXPONENTS, 0);
        IntVector sign = FloatVector.fromArray(S, SIGNS, 0).reinterpretAsInts();
        int end = y0 + length / L * L;
        for (int i = y0; i < end; i += L) {
            FloatVector x = FloatVector.fromArray(S, y, i);
            FloatVector u =
                    x.reinterpretAsInts().lanewise(VectorOperators.OR, sign).reinterpretAsFloats();
            u = u.blend(limit, u.compare(VectorOperators.LT, limit));
            FloatVector t = u.fma(log2e, round);
            FloatVector r = t.sub(round).fma(ln2, u);
            FloatVector rr = r.mul(r);
            FloatVector p = rr.fma(e6, r.fma(e5, e4)).fma(rr, r.fma(e3, e2)).fma(rr, r);
            FloatVector power =
                    t.reinterpretAsInts().lanewise(VectorOperators.LSHL, 23).reinterpretAsFloats();
            FloatVector e = p.fma(power, power);
            one.blend(e, x.compare(VectorOperators.LT, zero)).div(e.add(one)).intoArray(y, i);
        }
        for (int i = end; i < y0 + length; i++) y[i] = PlainKernels.logistic(y[i]);
    }

    static void exp(float[] y, int y0, int length) {
        FloatVector round = FloatVector.broadcast(S, ROUND);
        FloatVector high = FloatVector.broadcast(S, EXP_LIMIT);
        FloatVector low = FloatVector.broadcast(S, -EXP_LIMIT);
        int end = y0 + length / L * L;
        for (int i = y0; i < end; i += L) {
            FloatVector x = FloatVector.fromArray(S, y, i);
            x = x.blend(high, x.compare(VectorOperators.GT, high));
            x = x.blend(low, x.compare(VectorOperators.LT, low));
            FloatVector t = x.fma(FloatVector.broadcast(S, LOG2_E), round);
            FloatVector n = t.sub(round);
            FloatVector r = n.fma(FloatVector.broadcast(S, -LN2_HIGH), x);
            r = n.fma(FloatVector.broadcast(S, -LN2_LOW), r);
            FloatVector rr = r.mul(r);
            FloatVector q = r.fma(FloatVector.broadcast(S, E5), FloatVector.broadcast(S, E4));
            q = rr.fma(FloatVector.broadcast(S, E6), q);
            q = q.fma(rr, r.fma(FloatVector.broadcast(S, E3), FloatVector.broadcast(S, E2)));
            FloatVector power =
                    t.reinterpretAsInts().lanewise(VectorOperators.LSHL, 23).reinterpretAsFloats();
            q.fma(rr, r).add(1f).mul(power).intoArray(y, i);
        }
        for (int i = end; i < y0 + length; i++) y[i] = PlainKernels.exp(y[i]);
    }

    static void softClamp(float bound, float[] s, int s0, int length) {
        float inverse = 1f / bound;
        float slope = bound / HALF_PI;
        FloatVector one = FloatVector.broadcast(S, 1f);
        int end = s0 + length / L * L;
        for (int i = s0; i < end; i += L) {
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
        for (int i = end; i < s0 + length; i++) s[i] = PlainKernels.softClamp(s[i], inverse, slope);
    }
}
