package bayesflow4j.amortized;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Pass;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Weights;
import bayesflow4j.flow.Bijection;
import bayesflow4j.flow.ConditionalBijection;
import bayesflow4j.flow.FlowSampler;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Passes through trained networks that only run forward. One thread at a time uses it. */
final class Evaluator {
    private static final double LOG_2_PI = Math.log(2 * Math.PI);

    private final int width;
    private final Pass summary;
    private final ConditionalBijection.Pass flow;
    private final FlowSampler sampler;
    private final float[] logDet = new float[1];

    Evaluator(Networks networks, Weights weights) {
        Memory memory = Memory.forEvaluation(Kernels.best(), weights);
        this.width = networks.flow().width();
        this.summary = networks.summary().pass(memory);
        this.flow = networks.flow().pass(memory);
        this.sampler = new FlowSampler(networks.flow(), memory);
    }

    /** The summaries [M][S] of data sets that are scaled already. */
    float[][] summarize(Block x) {
        Block s = summary.forward(x);
        float[][] summaries = new float[s.sets()][];
        for (int m = 0; m < summaries.length; m++)
            summaries[m] = Arrays.copyOfRange(s.data(), s.at(m, 0), s.at(m, 0) + s.width());
        return summaries;
    }

    /** Draws given a summary, as the flow sees θ: [count, D]. */
    float[] sample(float[] given, int count, RandomGenerator rng) {
        float[] draws = new float[count * width];
        sampler.sample(Block.of(given, 1, 1, given.length), rng, draws);
        return draws;
    }

    /** log q(θ | summary) for θ as the flow sees it. */
    double logDensity(float[] given, float[] theta) {
        Bijection bijection = flow.given(Block.of(given, 1, 1, given.length));
        logDet[0] = 0;
        Block z = bijection.forward(Block.of(theta, 1, 1, width), logDet);
        double squares = 0;
        for (int j = 0, at = z.at(0, 0); j < width; j++) squares += (double) z.data()[at + j] * z.data()[at + j];
        return logDet[0] - squares / 2 - width * LOG_2_PI / 2;
    }
}
