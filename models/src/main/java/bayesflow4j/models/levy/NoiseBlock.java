package bayesflow4j.models.levy;

import static bayesflow4j.models.levy.StableNoise.*;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link StableNoise} for some steps of all lanes at once, operation by operation the same.
 *
 * <p>One small loop per function, from array to array: a method that takes or returns vectors would box them unless the
 * compiler chooses to inline it, and a block stays in the first-level cache.
 */
final class NoiseBlock {
    static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
    static final VectorSpecies<Integer> INTS = VectorSpecies.of(int.class, FLOATS.vectorShape());
    static final int LANES = FLOATS.length();

    /** Long enough to amortize a block, short enough to waste few draws on flights that end within it. */
    static final int STEPS = 32;

    private static final int SIZE = STEPS * LANES;

    /** Random words and the draws made of them [STEPS, LANES]. */
    final int[] angle = new int[SIZE];

    final int[] time = new int[SIZE];
    final float[] draws = new float[SIZE];

    private final StableNoise noise;
    private final float[] r = new float[SIZE];
    private final float[] ratio = new float[SIZE];
    private final float[] cosine = new float[SIZE];

    NoiseBlock(StableNoise noise) {
        this.noise = noise;
    }

    /** Turns the words into noise. */
    void draw() {
        uniforms(time, 1, TIME_UNIT, draws);
        log2(draws);
        uniforms(angle, 0, ANGLE_UNIT, r);
        sinPi(r, noise.alphaLess1, noise.gap, ratio);
        divide(ratio, draws);
        log2(ratio);
        sinPi(r, 1, 0, cosine);
        log2(cosine);
        sinPi(r, noise.alpha, noise.gap, draws);
        combine();
    }

    private static void uniforms(int[] words, int shift, float unit, float[] out) {
        for (int i = 0; i < SIZE; i += LANES) {
            IntVector bits = IntVector.fromArray(INTS, words, i)
                    .lanewise(VectorOperators.LSHR, shift)
                    .and(Integer.MAX_VALUE)
                    .or(1);
            ((FloatVector) bits.convert(VectorOperators.I2F, 0)).mul(unit).intoArray(out, i);
        }
    }

    /** {@link StableNoise#sinPi} of slope · r + offset. */
    private static void sinPi(float[] r, float slope, float offset, float[] out) {
        FloatVector s0 = FloatVector.broadcast(FLOATS, S0);
        FloatVector s1 = FloatVector.broadcast(FLOATS, S1);
        FloatVector s2 = FloatVector.broadcast(FLOATS, S2);
        FloatVector s3 = FloatVector.broadcast(FLOATS, S3);
        FloatVector s4 = FloatVector.broadcast(FLOATS, S4);
        FloatVector one = FloatVector.broadcast(FLOATS, 1f);
        FloatVector slopes = FloatVector.broadcast(FLOATS, slope);
        FloatVector offsets = FloatVector.broadcast(FLOATS, offset);
        for (int i = 0; i < SIZE; i += LANES) {
            FloatVector turn = FloatVector.fromArray(FLOATS, r, i).fma(slopes, offsets);
            FloatVector m = turn.blend(one.sub(turn), turn.compare(VectorOperators.GT, 0.5f));
            FloatVector z = m.mul(m);
            z.fma(s4, s3).fma(z, s2).fma(z, s1).fma(z, s0).mul(m).intoArray(out, i);
        }
    }

    private static void divide(float[] ratio, float[] logs) {
        FloatVector least = FloatVector.broadcast(FLOATS, LEAST);
        for (int i = 0; i < SIZE; i += LANES) {
            FloatVector exponential = least.sub(FloatVector.fromArray(FLOATS, logs, i));
            FloatVector.fromArray(FLOATS, ratio, i).div(exponential).intoArray(ratio, i);
        }
    }

    private static void log2(float[] values) {
        FloatVector l0 = FloatVector.broadcast(FLOATS, L0);
        FloatVector l1 = FloatVector.broadcast(FLOATS, L1);
        FloatVector l2 = FloatVector.broadcast(FLOATS, L2);
        FloatVector l3 = FloatVector.broadcast(FLOATS, L3);
        FloatVector l4 = FloatVector.broadcast(FLOATS, L4);
        FloatVector l5 = FloatVector.broadcast(FLOATS, L5);
        FloatVector l6 = FloatVector.broadcast(FLOATS, L6);
        FloatVector l7 = FloatVector.broadcast(FLOATS, L7);
        FloatVector l8 = FloatVector.broadcast(FLOATS, L8);
        for (int i = 0; i < SIZE; i += LANES) {
            IntVector bits = FloatVector.fromArray(FLOATS, values, i).reinterpretAsInts();
            IntVector exponent = bits.sub(SQRT_HALF).lanewise(VectorOperators.ASHR, MANTISSA_BITS);
            FloatVector f = bits.sub(exponent.lanewise(VectorOperators.LSHL, MANTISSA_BITS))
                    .reinterpretAsFloats()
                    .sub(1f);
            FloatVector p = f.fma(l8, l7)
                    .fma(f, l6)
                    .fma(f, l5)
                    .fma(f, l4)
                    .fma(f, l3)
                    .fma(f, l2)
                    .fma(f, l1)
                    .fma(f, l0);
            p.fma(f, (FloatVector) exponent.convert(VectorOperators.I2F, 0)).intoArray(values, i);
        }
    }

    /** draws ← ± draws · 2^(powerOfRatio · ratio + powerOfCosine · cosine + logScale). */
    private void combine() {
        FloatVector e1 = FloatVector.broadcast(FLOATS, E1);
        FloatVector e2 = FloatVector.broadcast(FLOATS, E2);
        FloatVector e3 = FloatVector.broadcast(FLOATS, E3);
        FloatVector e4 = FloatVector.broadcast(FLOATS, E4);
        FloatVector e5 = FloatVector.broadcast(FLOATS, E5);
        FloatVector e6 = FloatVector.broadcast(FLOATS, E6);
        FloatVector one = FloatVector.broadcast(FLOATS, 1f);
        FloatVector logScale = FloatVector.broadcast(FLOATS, noise.logScale);
        FloatVector powerOfCosine = FloatVector.broadcast(FLOATS, noise.powerOfCosine);
        FloatVector powerOfRatio = FloatVector.broadcast(FLOATS, noise.powerOfRatio);
        for (int i = 0; i < SIZE; i += LANES) {
            FloatVector v = FloatVector.fromArray(FLOATS, cosine, i).fma(powerOfCosine, logScale);
            v = FloatVector.fromArray(FLOATS, ratio, i).fma(powerOfRatio, v);
            FloatVector shifted = v.add(ROUNDER);
            FloatVector f = v.sub(shifted.sub(ROUNDER));
            FloatVector p =
                    f.fma(e6, e5).fma(f, e4).fma(f, e3).fma(f, e2).fma(f, e1).fma(f, one);
            FloatVector power = p.reinterpretAsInts()
                    .add(shifted.reinterpretAsInts().lanewise(VectorOperators.LSHL, MANTISSA_BITS))
                    .reinterpretAsFloats();
            FloatVector size = FloatVector.fromArray(FLOATS, draws, i).mul(power);
            IntVector sign = IntVector.fromArray(INTS, angle, i).and(Integer.MIN_VALUE);
            size.reinterpretAsInts()
                    .lanewise(VectorOperators.XOR, sign)
                    .reinterpretAsFloats()
                    .intoArray(draws, i);
        }
    }
}
