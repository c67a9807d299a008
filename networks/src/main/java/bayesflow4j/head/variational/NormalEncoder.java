package bayesflow4j.head.variational;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Mlp;
import bayesflow4j.engine.layer.MlpPass;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.random.Seed;
import java.util.Arrays;

/** q(z | θ, s) = N(z; μ(θ, s), σ²(θ, s)), whose divergence is Σⱼ max(freeBits, KLⱼ). */
record NormalEncoder(Mlp network, int latents, double freeBits) implements Encoder {
    @Override
    public int width() {
        return network.in();
    }

    @Override
    public int condition() {
        return network.condition();
    }

    @Override
    public Training training(Memory memory) {
        return new NormalTraining(network.pass(memory));
    }

    @Override
    public Evaluation evaluation(Memory memory) {
        MlpPass pass = network.pass(memory);
        NormalDraws draws = new NormalDraws(latents);
        return (theta, summary, normals, logRatio) -> {
            Block encoded = pass.given(summary).forward(theta);
            Block z = draws.repeated(encoded, normals, logRatio);
            for (int i = 0; i < logRatio.length; i++) logRatio[i] -= NormalDraws.halfSquares(z, i);
            return z;
        };
    }

    private final class NormalTraining implements Training {
        private final MlpPass pass;
        private final NormalDraws draws = new NormalDraws(latents);
        private final Buffer gradient = new Buffer();
        private final Block dEncoded = new Block();
        private Block encoded = new Block();

        private NormalTraining(MlpPass pass) {
            this.pass = pass;
        }

        @Override
        public Block draw(Block theta, Block summary, Seed noise, int first) {
            encoded = pass.given(summary).forward(theta);
            return draws.draw(encoded, noise, first);
        }

        @Override
        public double divergence() {
            double sum = 0;
            for (int m = 0; m < encoded.sets(); m++)
                for (int j = 0; j < latents; j++) sum += Math.max(freeBits, divergence(m, j));
            return sum;
        }

        /** KL(N(μ, σ²) ‖ N(0, 1)) of one latent number. */
        private double divergence(int m, int j) {
            double mean = Spread.mean(encoded, m, j);
            double log = Spread.log(encoded, m, latents, j);
            return (mean * mean + StrictMath.exp(2 * log) - 1) / 2 - log;
        }

        @Override
        public void backward(float share, Block dz, Block dSummary) {
            int rows = encoded.sets();
            int stride = Kernels.padded(2 * latents);
            float[] d = gradient.atLeast(rows * stride);
            Arrays.fill(d, 0, rows * stride, 0f);
            for (int m = 0; m < rows; m++)
                for (int j = 0; j < latents; j++) {
                    double log = Spread.log(encoded, m, latents, j);
                    double sd = StrictMath.exp(log);
                    double toMean = dz.data()[dz.at(m, 0) + j];
                    double toLog = toMean * draws.noise(m, j) * sd;
                    if (divergence(m, j) > freeBits) {
                        toMean += share * Spread.mean(encoded, m, j);
                        toLog += share * (sd * sd - 1);
                    }
                    d[m * stride + j] = (float) toMean;
                    d[m * stride + latents + j] = (float) (toLog * Spread.slope(log));
                }
            pass.backward(dEncoded.show(d, 0, rows, 1, 2 * latents, stride));
            pass.addConditionGradient(dSummary);
        }
    }
}
