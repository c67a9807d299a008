package bayesflow4j.head.variational;

import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.random.Seed;

/** q(z | θ, s): a distribution of the latent numbers z [L] for parameters θ [D] and a summary s [S]. */
interface Encoder {
    /** D. */
    int width();

    /** S. */
    int condition();

    /** L. */
    int latents();

    /** One draw for each row, and the gradient through it. */
    Training training(Memory memory);

    /** Many draws for one θ. */
    Evaluation evaluation(Memory memory);

    /** One draw for each row of a batch, and the gradient through it, on one worker's memory. */
    interface Training {
        /**
         * z [M, 1, L] for θ [M, 1, D] and s [M, 1, S].
         *
         * @param noise row m uses {@code noise.stream(first + m)}
         */
        Block draw(Block theta, Block summary, Seed noise, int first);

        /** The divergence of q(z | θ, s) from N(0, I), or its estimate by the last draw, summed over the rows. */
        double divergence();

        /** From ∂loss/∂z, the gradient of the loss and of {@code share} times the divergence; adds to {@code dSummary}. */
        void backward(float share, Block dz, Block dSummary);
    }

    /** Draws for one θ with fixed noise, on one worker's memory. */
    interface Evaluation {
        /** As many draws z [1, n, L] as {@code logRatio} has room for, and log N(z; 0, I) − log q(z | θ, s) of each. */
        Block draws(Block theta, Block summary, double[] normals, double[] logRatio);
    }
}
