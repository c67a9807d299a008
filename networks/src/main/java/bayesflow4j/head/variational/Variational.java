package bayesflow4j.head.variational;

import bayesflow4j.engine.layer.Mlp;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.head.Head;

/**
 * q(θ | s) = ∫ N(θ; m(z, s), v(z, s)) N(z; 0, I) dz, by its decoder and an encoder for training.
 *
 * @param warmUp steps in which the weight of the divergence rises to one
 */
record Variational(Encoder encoder, Mlp decoder, long warmUp) implements Head {
    @Override
    public int width() {
        return encoder.width();
    }

    @Override
    public int condition() {
        return encoder.condition();
    }

    @Override
    public Training training(Memory memory) {
        return new VariationalTraining(encoder.training(memory), decoder.pass(memory), width(), warmUp);
    }

    @Override
    public DensityEvaluation evaluation(Memory memory) {
        return new VariationalEvaluation(encoder.evaluation(memory), decoder.pass(memory), width(), decoder.in());
    }
}
