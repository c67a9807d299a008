package bayesflow4j.head.categorical;

import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.head.Head;
import java.util.Arrays;
import java.util.Optional;

/** The same where the loss of the head of the continuous parameters is −log q itself, row by row, or there is no such head. */
final class MixedDensityTraining extends MixedTraining implements Head.DensityTraining {
    private final Optional<Head.DensityTraining> density;

    MixedDensityTraining(MixedHead head, Memory memory, Optional<Head.DensityTraining> rest) {
        super(head, memory, rest);
        density = rest;
    }

    @Override
    public void losses(double[] to) {
        Arrays.fill(to, 0);
        density.ifPresent(own -> own.losses(to));
        addLosses(to);
    }

    @Override
    public void backward(float[] shares, Block dSummary) {
        backwardDiscrete(shares, dSummary);
        density.ifPresent(own -> last().backward(dSummary, dInput -> own.backward(shares, dInput)));
    }
}
