package bayesflow4j.training;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.layer.Pass;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Weights;
import bayesflow4j.engine.optimizer.Descent;
import bayesflow4j.flow.Bijection;
import bayesflow4j.flow.ConditionalBijection;
import java.util.Arrays;

/**
 * The expected Kullback-Leibler divergence from the true to the approximate posterior, up to a constant, by Monte Carlo over a
 * batch (equation 14): mean over (θ, x) of ½‖z‖² − log|det ∂z/∂θ|, z = f(θ; summary(x)).
 */
public final class Objective implements Descent.ShardLoss {
    private final int width;
    private final int condition;
    private final Worker[] workers;
    private Block theta = new Block();
    private Block x = new Block();

    /** @param summary [M, N, d] → [M, 1, S], S the flow's condition */
    public Objective(Layer summary, ConditionalBijection flow, Weights weights, Kernels kernels, int workers) {
        if (summary.out() != flow.condition())
            throw new IllegalArgumentException("summary: expected to be as wide as the flow's condition, "
                    + flow.condition() + ", got " + summary.out());
        this.width = flow.width();
        this.condition = flow.condition();
        this.workers = new Worker[workers];
        for (int i = 0; i < workers; i++) {
            Memory memory = Memory.forTraining(kernels, weights);
            this.workers[i] = new Worker(memory, summary.pass(memory), flow.pass(memory));
        }
    }

    /** The batch that the next losses are of: θ [M, 1, D] and x [M, N, d]. */
    public void batch(Block theta, Block x) {
        theta.requireShape("theta", x.sets(), 1, width);
        this.theta = theta;
        this.x = x;
    }

    /** The part of data sets [from, to) of the mean over the batch; the parts add up to it. */
    @Override
    public double lossAndGradient(int from, int to, int worker, float[] gradient) {
        workers[worker].memory.writeGradientTo(gradient);
        double loss = workers[worker].loss(from, to);
        workers[worker].backward(to - from);
        return loss;
    }

    /** As {@link #lossAndGradient}, the loss alone. */
    public double loss(int from, int to, int worker) {
        return workers[worker].loss(from, to);
    }

    private final class Worker {
        private final Memory memory;
        private final Pass summary;
        private final ConditionalBijection.Pass flow;
        private final Block thetaShard = new Block();
        private final Block xShard = new Block();
        private final Buffer logDets = new Buffer();
        private final Buffer gradientOfZ = new Buffer();
        private final Buffer gradientOfSummary = new Buffer();
        private final Block dz = new Block();
        private final Block dSummary = new Block();
        private Block z = new Block();
        private Bijection bijection;

        private Worker(Memory memory, Pass summary, ConditionalBijection.Pass flow) {
            this.memory = memory;
            this.summary = summary;
            this.flow = flow;
        }

        private double loss(int from, int to) {
            int rows = to - from;
            float[] logDet = logDets.atLeast(rows);
            Arrays.fill(logDet, 0, rows, 0f);
            bijection = flow.given(summary.forward(xShard.slice(x, from, to)));
            z = bijection.forward(thetaShard.slice(theta, from, to), logDet);
            double sum = 0;
            for (int m = 0; m < rows; m++) {
                double squares = 0;
                for (int j = 0, at = z.at(m, 0); j < width; j++)
                    squares += (double) z.data()[at + j] * z.data()[at + j];
                sum += squares / 2 - logDet[m];
            }
            return sum / x.sets();
        }

        private void backward(int rows) {
            float share = 1f / x.sets();
            int stride = Kernels.padded(width);
            float[] to = gradientOfZ.atLeast(rows * stride);
            for (int m = 0; m < rows; m++)
                for (int j = 0, at = z.at(m, 0); j < width; j++) to[m * stride + j] = z.data()[at + j] * share;
            bijection.backward(dz.show(to, 0, rows, 1, width, stride), -share);
            int wide = Kernels.padded(condition);
            float[] back = gradientOfSummary.atLeast(rows * wide);
            Arrays.fill(back, 0, rows * wide, 0f);
            flow.addConditionGradient(dSummary.show(back, 0, rows, 1, condition, wide));
            summary.backwardToWeights(dSummary);
        }
    }
}
