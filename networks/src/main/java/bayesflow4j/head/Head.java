package bayesflow4j.head;

import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.random.Seed;
import java.util.random.RandomGenerator;

/**
 * q(θ | s): what turns a summary s [S] into a distribution of the scaled parameters θ [D]. A head owns its loss, the gradient of
 * it, its draws and, where it knows one, its density. It is immutable; the arithmetic happens on one worker's memory.
 */
public interface Head {
    /** D. */
    int width();

    /** S. */
    int condition();

    /** One worker's way through the loss and back. */
    Training training(Memory memory);

    /** One worker's way to draws, and to the density of a {@link DensityEvaluation}. */
    Evaluation evaluation(Memory memory);

    /** Loss and gradient on one worker's memory. */
    interface Training {
        /**
         * The sum over rows of −log q(θ | s) without the normal's constant (D/2) log 2π, or of an upper bound on it.
         *
         * @param theta [M, 1, D]
         * @param summary [M, 1, S]
         * @param noise where the loss takes chance from: row m from {@code noise.stream(first + m)}
         * @param first the number of the first row in the batch
         */
        double loss(Block theta, Block summary, Seed noise, int first);

        /**
         * After loss: writes the gradient of {@code share} times the loss into the memory, and adds that of the summary to
         * {@code dSummary} [M, 1, S].
         */
        void backward(float share, Block dSummary);
    }

    /** Draws on one worker's memory. */
    interface Evaluation {
        /** Fills {@code to} with draws [L, D] given one summary [1, 1, S]. */
        void sample(Block summary, RandomGenerator rng, float[] to);
    }

    /** Draws and the density on one worker's memory. */
    interface DensityEvaluation extends Evaluation {
        /** log q(θ | s) for one θ [1, 1, D] and one summary [1, 1, S]. */
        double logDensity(Block theta, Block summary);
    }
}
