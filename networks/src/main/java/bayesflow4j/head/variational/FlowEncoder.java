package bayesflow4j.head.variational;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Mlp;
import bayesflow4j.engine.layer.MlpPass;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.head.flow.Bijection;
import bayesflow4j.head.flow.ConditionalBijection;
import bayesflow4j.random.Seed;
import java.util.Arrays;

/**
 * q(z | θ, s) of z = f(z₀; h), z₀ ~ N(μ, σ²), where a network computes μ, σ and the context h [C] from θ and s, and f is a
 * conditional bijection. The divergence is estimated by the draw: log q(z) = log N(z₀; μ, σ²) − log|det ∂z/∂z₀|.
 */
record FlowEncoder(Mlp network, ConditionalBijection flow) implements Encoder {
    @Override
    public int width() {
        return network.in();
    }

    @Override
    public int condition() {
        return network.condition();
    }

    @Override
    public int latents() {
        return flow.width();
    }

    @Override
    public Training training(Memory memory) {
        return new FlowTraining(network.pass(memory), flow.pass(memory));
    }

    @Override
    public Evaluation evaluation(Memory memory) {
        MlpPass pass = network.pass(memory);
        ConditionalBijection.Pass flowPass = flow.pass(memory);
        NormalDraws draws = new NormalDraws(latents());
        Buffer logDets = new Buffer();
        Block context = new Block();
        return (theta, summary, normals, logRatio) -> {
            Block encoded = pass.given(summary).forward(theta);
            float[] logDet = logDets.atLeast(logRatio.length);
            Arrays.fill(logDet, 0f);
            Block base = draws.repeated(encoded, normals, logRatio);
            Block z = flowPass.given(context(encoded, context)).forward(base, logDet);
            for (int i = 0; i < logRatio.length; i++) logRatio[i] += logDet[i] - NormalDraws.halfSquares(z, i);
            return z;
        };
    }

    /** The columns after means and standard deviations. */
    private Block context(Block encoded, Block context) {
        return context.show(
                encoded.data(),
                encoded.offset() + 2 * latents(),
                encoded.sets(),
                1,
                flow.condition(),
                encoded.rowStride());
    }

    private final class FlowTraining implements Training {
        private final MlpPass pass;
        private final ConditionalBijection.Pass flowPass;
        private final int latents = latents();
        private final NormalDraws draws = new NormalDraws(latents);
        private final Buffer logDets = new Buffer();
        private final Buffer gradient = new Buffer();
        private final Buffer zGradient = new Buffer();
        private final Buffer contextGradient = new Buffer();
        private final Buffer determinantGradient = new Buffer();
        private final Block context = new Block();
        private final Block dEncoded = new Block();
        private final Block dImage = new Block();
        private final Block dContext = new Block();
        private Block encoded = new Block();
        private Block z = new Block();
        private Bijection bijection;

        private FlowTraining(MlpPass pass, ConditionalBijection.Pass flowPass) {
            this.pass = pass;
            this.flowPass = flowPass;
        }

        @Override
        public Block draw(Block theta, Block summary, Seed noise, int first) {
            encoded = pass.given(summary).forward(theta);
            float[] logDet = logDets.atLeast(encoded.sets());
            Arrays.fill(logDet, 0f);
            bijection = flowPass.given(context(encoded, context));
            z = bijection.forward(draws.draw(encoded, noise, first), logDet);
            return z;
        }

        @Override
        public double divergence() {
            double sum = 0;
            for (int m = 0; m < z.sets(); m++) {
                sum += NormalDraws.halfSquares(z, m) - logDets.data()[m];
                for (int j = 0; j < latents; j++) {
                    double e = draws.noise(m, j);
                    sum -= e * e / 2 + Spread.log(encoded, m, latents, j);
                }
            }
            return sum;
        }

        @Override
        public void backward(float share, Block dz, Block dSummary) {
            float[] dLogDet = determinantGradient.atLeast(z.sets());
            Arrays.fill(dLogDet, 0, z.sets(), -share);
            Block dBase = bijection.backward(withPrior(share, dz), dLogDet);
            int contextStride = Kernels.padded(flow.condition());
            float[] toContext = contextGradient.atLeast(z.sets() * contextStride);
            Arrays.fill(toContext, 0, z.sets() * contextStride, 0f);
            flowPass.addConditionGradient(dContext.show(toContext, 0, z.sets(), 1, flow.condition(), contextStride));
            pass.backward(ofOutputs(share, dBase));
            pass.addConditionGradient(dSummary);
        }

        /** ∂loss/∂z with that of −log N(z; 0, I). */
        private Block withPrior(float share, Block dz) {
            int stride = Kernels.padded(latents);
            float[] d = zGradient.atLeast(z.sets() * stride);
            for (int m = 0; m < z.sets(); m++)
                for (int j = 0; j < latents; j++)
                    d[m * stride + j] = dz.data()[dz.at(m, 0) + j] + share * z.data()[z.at(m, 0) + j];
            return dImage.show(d, 0, z.sets(), 1, latents, stride);
        }

        /** ∂loss/∂(μ, raw log σ, h). */
        private Block ofOutputs(float share, Block dBase) {
            int rows = z.sets();
            int width = network.out();
            int stride = Kernels.padded(width);
            float[] d = gradient.atLeast(rows * stride);
            for (int m = 0; m < rows; m++) {
                for (int j = 0; j < latents; j++) {
                    double log = Spread.log(encoded, m, latents, j);
                    double toMean = dBase.data()[dBase.at(m, 0) + j];
                    double toLog = toMean * draws.noise(m, j) * StrictMath.exp(log) - share;
                    d[m * stride + j] = (float) toMean;
                    d[m * stride + latents + j] = (float) (toLog * Spread.slope(log));
                }
                System.arraycopy(dContext.data(), dContext.at(m, 0), d, m * stride + 2 * latents, flow.condition());
            }
            return dEncoded.show(d, 0, rows, 1, width, stride);
        }
    }
}
