package bayesflow4j.random;

import java.util.random.RandomGenerator;

/** U(0, 1) without its end points. */
public final class Uniforms {
    private Uniforms() {}

    /** One of the 2⁵² midpoints (k + ½) / 2⁵²: never 0, never 1, so that its logarithm and that of 1 − u are finite. */
    public static double open(RandomGenerator rng) {
        return ((rng.nextLong() >>> 12) + 0.5) * 0x1p-52;
    }
}
