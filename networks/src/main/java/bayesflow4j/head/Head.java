package bayesflow4j.head;

import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.random.Seed;
import java.util.random.RandomGenerator;

/**
 * q(θ | s): a distribution of the scaled parameters θ [D] for each summary s [S]. A head owns its loss, the gradient of
 * the loss, its draws and, if available, its density. It is immutable; all computation uses one worker's memory.
 */
public interface Head {
    /** D. */
    int width();

    /** S. */
    int condition();

    /** The loss and its gradient on one worker's memory. */
    Training training(Memory memory);

    /** Draws on one worker's memory; a head with a density returns a {@link DensityEvaluation}. */
    Evaluation evaluation(Memory memory);

    /** Loss and gradient on one worker's memory. */
    interface Training {
        /** The number of steps for a loss as it is once training is over, as validation needs it. */
        long DONE = Long.MAX_VALUE;

        /**
         * Says how many steps are done before the next losses. A head whose loss changes while it trains, as in a warm-up,
         * heeds it; until it is told, its loss is that of {@link #DONE}.
         */
        default void begin(long steps) {}

        /**
         * The sum over rows of −log q(θ | s) without the normal's constant (D/2) log 2π, or of an upper bound on it.
         *
         * @param theta [M, 1, D]
         * @param summary [M, 1, S]
         * @param noise the source of randomness for the loss: row m uses {@code noise.stream(first + m)}
         * @param first the index of the first row in the batch
         */
        double loss(Block theta, Block summary, Seed noise, int first);

        /**
         * To be called after {@code loss}: writes the gradient of {@code share} times the loss into the memory, and
         * adds the gradient with respect to the summary to {@code dSummary} [M, 1, S].
         */
        void backward(float share, Block dSummary);
    }

    /**
     * Loss and gradient of a head whose loss is −log q itself, row by row: what criteria other than maximum likelihood
     * are made of.
     */
    interface DensityTraining extends Training {
        /** After {@code loss}: writes −log q(θ | s) of each row [M], without (D/2) log 2π. */
        void losses(double[] to);

        /** {@code backward} with a share for each row [M]. */
        void backward(float[] shares, Block dSummary);
    }

    /** Draws on one worker's memory. */
    interface Evaluation {
        /** Fills {@code to} with draws [L, D] given one summary [1, 1, S]. */
        void sample(Block summary, RandomGenerator rng, float[] to);
    }

    /** Draws and the mean on one worker's memory. */
    interface MeanEvaluation extends Evaluation {
        /** Writes E[θ | s] [D] given one summary [1, 1, S]. */
        void mean(Block summary, float[] to);
    }

    /** Draws, and the distribution itself where it is a mixture of normals, on one worker's memory. */
    interface NormalsEvaluation extends Evaluation {
        /** q(θ | s) given one summary [1, 1, S]. */
        Normals normals(Block summary);
    }

    /** Draws and the density on one worker's memory. */
    interface DensityEvaluation extends Evaluation {
        /** log q(θ | s) for one θ [1, 1, D] and one summary [1, 1, S]. */
        double logDensity(Block theta, Block summary);
    }
}
