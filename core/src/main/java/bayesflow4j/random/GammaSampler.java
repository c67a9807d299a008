package bayesflow4j.random;

import java.util.random.RandomGenerator;

/**
 * Draws from p(v) ∝ v^(shape−1) e^(−v), also as logarithms, which library samplers lack: draws of small shapes
 * underflow.
 */
public final class GammaSampler {
    private GammaSampler() {}

    /** The logarithm of a draw, finite even where the draw itself underflows. */
    public static double logOf(double shape, RandomGenerator rng) {
        if (!(shape > 0)) throw new IllegalArgumentException("shape: expected a positive number, got " + shape);
        if (shape >= 1) return logOfLarge(shape, rng);
        // Γ(shape) is Γ(shape + 1) · U^(1/shape).
        return logOfLarge(shape + 1, rng) + StrictMath.log(Uniforms.open(rng)) / shape;
    }

    /** A draw. */
    public static double of(double shape, RandomGenerator rng) {
        return StrictMath.exp(logOf(shape, rng));
    }

    /** Marsaglia and Tsang (2000): a cubed normal, accepted with probability above 0.95. */
    private static double logOfLarge(double shape, RandomGenerator rng) {
        double d = shape - 1.0 / 3;
        double c = 1 / Math.sqrt(9 * d);
        while (true) {
            double z = rng.nextGaussian();
            double root = Math.fma(c, z, 1);
            if (root <= 0) continue;
            double cube = root * root * root;
            double logCube = StrictMath.log(cube);
            double u = Uniforms.open(rng);
            if (StrictMath.log(u) < z * z / 2 + d * (1 - cube + logCube)) return StrictMath.log(d) + logCube;
        }
    }
}
