package bayesflow4j.head.variational;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.MlpPass;
import bayesflow4j.engine.layer.Pass;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.head.Head;
import bayesflow4j.random.Seed;
import java.util.random.RandomGenerator;

/**
 * Draws of a variational autoencoder, decoder noise included, and its log density by importance sampling: the mean of
 * p(θ | z) p(z) / q(z | θ) over draws of the encoder. The estimate of log q is too low by about half the relative variance of
 * that mean.
 */
final class VariationalEvaluation implements Head.DensityEvaluation {
    /** Rows that go through the decoder together. */
    private static final int TILE = 64;

    private static final int IMPORTANCE_DRAWS = 256;
    private static final double LOG_2_PI = Math.log(2 * Math.PI);

    private final Encoder.Evaluation encoder;
    private final MlpPass decoder;
    private final int width;
    private final int latents;
    private final float[] z;
    private final double[] normals;
    private final double[] logRatio = new double[IMPORTANCE_DRAWS];
    private final Block latent = new Block();

    VariationalEvaluation(Encoder.Evaluation encoder, MlpPass decoder, int width, int latents) {
        this.encoder = encoder;
        this.decoder = decoder;
        this.width = width;
        this.latents = latents;
        this.z = new float[TILE * Kernels.padded(latents)];
        this.normals = new double[IMPORTANCE_DRAWS * latents];
        RandomGenerator rng = new Seed(0).child("importance").stream(0);
        for (int i = 0; i < normals.length; i++) normals[i] = rng.nextGaussian();
    }

    @Override
    public void sample(Block summary, RandomGenerator rng, float[] to) {
        int stride = Kernels.padded(latents);
        int count = to.length / width;
        Pass given = decoder.given(summary);
        for (int from = 0; from < count; from += TILE) {
            int rows = Math.min(TILE, count - from);
            for (int i = 0; i < rows; i++)
                for (int j = 0; j < latents; j++) z[i * stride + j] = (float) rng.nextGaussian();
            Block decoded = given.forward(latent.show(z, 0, 1, rows, latents, stride));
            for (int i = 0; i < rows; i++)
                for (int j = 0; j < width; j++)
                    to[(from + i) * width + j] = (float) rng.nextGaussian(
                            Spread.mean(decoded, i, j), StrictMath.exp(Spread.log(decoded, i, width, j)));
        }
    }

    @Override
    public double logDensity(Block theta, Block summary) {
        Block draws = encoder.draws(theta, summary, normals, logRatio);
        Block decoded = decoder.given(summary).forward(draws);
        double top = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < IMPORTANCE_DRAWS; i++) {
            for (int j = 0; j < width; j++) {
                double log = Spread.log(decoded, i, width, j);
                double off = theta.data()[theta.at(0, 0) + j] - Spread.mean(decoded, i, j);
                logRatio[i] -= off * off * StrictMath.exp(-2 * log) / 2 + log;
            }
            top = Math.max(top, logRatio[i]);
        }
        double sum = 0;
        for (double ratio : logRatio) sum += StrictMath.exp(ratio - top);
        return top + StrictMath.log(sum / IMPORTANCE_DRAWS) - width * LOG_2_PI / 2;
    }
}
