package bayesflow4j.head.flow;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.head.Head;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * q(θ | s) = N(f(θ; s); 0, I) · |det ∂f/∂θ| for a conditional bijection f (equation 3 of the paper). The loss of a row is
 * ½‖z‖² − log|det ∂z/∂θ|, z = f(θ; s) (equation 14).
 */
public record FlowHead(ConditionalBijection flow) implements Head {
    private static final double LOG_2_PI = Math.log(2 * Math.PI);

    @Override
    public int width() {
        return flow.width();
    }

    @Override
    public int condition() {
        return flow.condition();
    }

    @Override
    public DensityTraining training(Memory memory) {
        return new FlowTraining(flow.pass(memory), flow.width());
    }

    @Override
    public DensityEvaluation evaluation(Memory memory) {
        return new FlowEvaluation(new FlowSampler(flow, memory), flow.pass(memory), flow.width());
    }

    private static double halfSquares(Block z, int row, int width) {
        double squares = 0;
        for (int j = 0, at = z.at(row, 0); j < width; j++) squares += (double) z.data()[at + j] * z.data()[at + j];
        return squares / 2;
    }

    private static final class FlowTraining implements DensityTraining {
        private final ConditionalBijection.Pass pass;
        private final int width;
        private final Buffer logDets = new Buffer();
        private final Buffer gradientOfZ = new Buffer();
        private final Buffer uniform = new Buffer();
        private final Buffer gradientOfLogDet = new Buffer();
        private final Block dz = new Block();
        private Block z = new Block();
        private Bijection bijection;

        private FlowTraining(ConditionalBijection.Pass pass, int width) {
            this.pass = pass;
            this.width = width;
        }

        @Override
        public double loss(Block theta, Block summary, Seed noise, int first) {
            int rows = theta.sets();
            float[] logDet = logDets.atLeast(rows);
            Arrays.fill(logDet, 0, rows, 0f);
            bijection = pass.given(summary);
            z = bijection.forward(theta, logDet);
            double sum = 0;
            for (int m = 0; m < rows; m++) sum += loss(m);
            return sum;
        }

        private double loss(int m) {
            return halfSquares(z, m, width) - logDets.data()[m];
        }

        @Override
        public void losses(double[] to) {
            for (int m = 0; m < z.sets(); m++) to[m] = loss(m);
        }

        @Override
        public void backward(float share, Block dSummary) {
            float[] shares = uniform.atLeast(z.sets());
            Arrays.fill(shares, 0, z.sets(), share);
            backward(shares, dSummary);
        }

        @Override
        public void backward(float[] shares, Block dSummary) {
            int rows = z.sets();
            int stride = Kernels.padded(width);
            float[] to = gradientOfZ.atLeast(rows * stride);
            float[] dLogDet = gradientOfLogDet.atLeast(rows);
            for (int m = 0; m < rows; m++) {
                for (int j = 0, at = z.at(m, 0); j < width; j++) to[m * stride + j] = z.data()[at + j] * shares[m];
                dLogDet[m] = -shares[m];
            }
            bijection.backward(dz.show(to, 0, rows, 1, width, stride), dLogDet);
            pass.addConditionGradient(dSummary);
        }
    }

    private static final class FlowEvaluation implements DensityEvaluation {
        private final FlowSampler sampler;
        private final ConditionalBijection.Pass pass;
        private final int width;
        private final float[] logDet = new float[1];

        private FlowEvaluation(FlowSampler sampler, ConditionalBijection.Pass pass, int width) {
            this.sampler = sampler;
            this.pass = pass;
            this.width = width;
        }

        @Override
        public void sample(Block summary, RandomGenerator rng, float[] to) {
            sampler.sample(summary, rng, to);
        }

        @Override
        public double logDensity(Block theta, Block summary) {
            logDet[0] = 0;
            Block z = pass.given(summary).forward(theta, logDet);
            return logDet[0] - halfSquares(z, 0, width) - width * LOG_2_PI / 2;
        }
    }
}
