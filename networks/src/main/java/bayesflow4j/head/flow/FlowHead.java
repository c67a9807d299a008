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
 * q(θ | s) = p(f(θ; s)) · |det ∂f/∂θ| for a conditional bijection f, p being the standard normal distribution (equation 3 of
 * the paper) unless another base is given. The loss of a row is then ½‖z‖² − log|det ∂z/∂θ|, z = f(θ; s) (equation 14).
 */
public final class FlowHead implements Head {
    private final ConditionalBijection flow;
    private final Base base;

    /** The head of a flow with a standard normal base. */
    public FlowHead(ConditionalBijection flow) {
        this(flow, new Base.Normal());
    }

    FlowHead(ConditionalBijection flow, Base base) {
        this.flow = flow;
        this.base = base;
    }

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
        return new FlowTraining(flow.pass(memory), base, flow.width());
    }

    @Override
    public DensityEvaluation evaluation(Memory memory) {
        return new FlowEvaluation(new FlowSampler(flow, base, memory), flow.pass(memory), base);
    }

    private static final class FlowTraining implements DensityTraining {
        private final ConditionalBijection.Pass pass;
        private final Base base;
        private final int width;
        private final Buffer logDets = new Buffer();
        private final Buffer gradientOfZ = new Buffer();
        private final Buffer uniform = new Buffer();
        private final Buffer gradientOfLogDet = new Buffer();
        private final Block dz = new Block();
        private Block z = new Block();
        private Bijection bijection;

        private FlowTraining(ConditionalBijection.Pass pass, Base base, int width) {
            this.pass = pass;
            this.base = base;
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
            return base.loss(z, m) - logDets.data()[m];
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
                for (int j = 0, at = z.at(m, 0); j < width; j++)
                    to[m * stride + j] = base.gradient(z.data()[at + j]) * shares[m];
                dLogDet[m] = -shares[m];
            }
            bijection.backward(dz.show(to, 0, rows, 1, width, stride), dLogDet);
            pass.addConditionGradient(dSummary);
        }
    }

    private static final class FlowEvaluation implements DensityEvaluation {
        private final FlowSampler sampler;
        private final ConditionalBijection.Pass pass;
        private final Base base;
        private final float[] logDet = new float[1];

        private FlowEvaluation(FlowSampler sampler, ConditionalBijection.Pass pass, Base base) {
            this.sampler = sampler;
            this.pass = pass;
            this.base = base;
        }

        @Override
        public void sample(Block summary, RandomGenerator rng, float[] to) {
            sampler.sample(summary, rng, to);
        }

        @Override
        public double logDensity(Block theta, Block summary) {
            if (!base.contains(theta, 0)) return Double.NEGATIVE_INFINITY;
            logDet[0] = 0;
            Block z = pass.given(summary).forward(theta, logDet);
            return logDet[0] - base.loss(z, 0) - z.width() * Base.LOG_2_PI / 2;
        }
    }
}
