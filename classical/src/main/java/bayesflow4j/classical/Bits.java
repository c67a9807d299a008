package bayesflow4j.classical;

import bayesflow4j.storage.Safetensors;
import java.util.Arrays;

/** 64-bit numbers as pairs of 32-bit integers, the low one first: what numpy's {@code view('<f8')} makes doubles of again. */
public final class Bits {
    private Bits() {}

    /** Numbers of this shape, as integers [shape, 2]. */
    public static Safetensors.Integers of(double[] values, int... shape) {
        int[] words = new int[Math.multiplyExact(2, values.length)];
        for (int i = 0; i < values.length; i++) {
            long bits = Double.doubleToRawLongBits(values[i]);
            words[2 * i] = (int) bits;
            words[2 * i + 1] = (int) (bits >>> 32);
        }
        int[] pairs = Arrays.copyOf(shape, shape.length + 1);
        pairs[shape.length] = 2;
        return new Safetensors.Integers(pairs, words);
    }

    /** The numbers again; {@code name} is how a refusal calls them. */
    public static double[] doubles(String name, Safetensors.Integers pairs) {
        int[] shape = pairs.shape();
        if (shape.length == 0 || shape[shape.length - 1] != 2)
            throw new IllegalArgumentException(
                    name + ": expected pairs of integers, got the shape " + Arrays.toString(shape));
        int[] words = pairs.values();
        double[] values = new double[words.length / 2];
        for (int i = 0; i < values.length; i++)
            values[i] = Double.longBitsToDouble((long) words[2 * i + 1] << 32 | words[2 * i] & 0xffffffffL);
        return values;
    }
}
