package bayesflow4j.head.flow;

import bayesflow4j.engine.memory.Block;
import java.util.random.RandomGenerator;

/** The distribution of z, D independent numbers, that a flow maps to that of θ. */
sealed interface Base {
    /** log 2π. */
    double LOG_2_PI = Math.log(2 * Math.PI);

    /** −log p of one row of z, without the normal's constant (D/2) log 2π. */
    double loss(Block z, int row);

    /** ∂loss/∂z at one element. */
    float gradient(float z);

    /** One element. */
    float draw(RandomGenerator rng);

    /** Whether one row of θ can be drawn; the flow maps the support onto itself. */
    boolean contains(Block theta, int row);

    /** N(0, I). */
    record Normal() implements Base {
        @Override
        public double loss(Block z, int row) {
            double squares = 0;
            for (int j = 0, at = z.at(row, 0); j < z.width(); j++)
                squares += (double) z.data()[at + j] * z.data()[at + j];
            return squares / 2;
        }

        @Override
        public float gradient(float z) {
            return z;
        }

        @Override
        public float draw(RandomGenerator rng) {
            return (float) rng.nextGaussian();
        }

        @Override
        public boolean contains(Block theta, int row) {
            return true;
        }
    }

    /** Uniform on [−bound, bound]ᴰ. */
    record Uniform(float bound) implements Base {
        @Override
        public double loss(Block z, int row) {
            return z.width() * (Math.log(2.0 * bound) - LOG_2_PI / 2);
        }

        @Override
        public float gradient(float z) {
            return 0;
        }

        @Override
        public float draw(RandomGenerator rng) {
            return (float) ((2 * rng.nextDouble() - 1) * bound);
        }

        @Override
        public boolean contains(Block theta, int row) {
            for (int j = 0, at = theta.at(row, 0); j < theta.width(); j++)
                if (!(Math.abs(theta.data()[at + j]) <= bound)) return false;
            return true;
        }
    }
}
