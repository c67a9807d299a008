package bayesflow4j.head.variational;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.MlpPass;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.head.Head;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** The bound of a variational autoencoder by one draw of z = μ + σε for each row, and its gradient through that draw. */
final class VariationalTraining implements Head.Training {
    private final MlpPass encoder;
    private final MlpPass decoder;
    private final int width;
    private final int latents;
    private final double freeBits;
    private final Buffer latentBuffer = new Buffer();
    private final Buffer noiseBuffer = new Buffer();
    private final Buffer encoderGradient = new Buffer();
    private final Buffer decoderGradient = new Buffer();
    private final Block latent = new Block();
    private final Block dEncoder = new Block();
    private final Block dDecoder = new Block();
    private Block theta = new Block();
    private Block encoded = new Block();
    private Block decoded = new Block();

    VariationalTraining(MlpPass encoder, MlpPass decoder, int width, int latents, double freeBits) {
        this.encoder = encoder;
        this.decoder = decoder;
        this.width = width;
        this.latents = latents;
        this.freeBits = freeBits;
    }

    @Override
    public double loss(Block theta, Block summary, Seed noise, int first) {
        this.theta = theta;
        encoded = encoder.given(summary).forward(theta);
        draw(noise, first);
        decoded = decoder.given(summary).forward(latent);
        double sum = 0;
        for (int m = 0; m < theta.sets(); m++) {
            for (int j = 0; j < width; j++) {
                double off = theta.data()[theta.at(m, 0) + j] - Spread.mean(decoded, m, j);
                double log = Spread.log(decoded, m, width, j);
                sum += off * off * StrictMath.exp(-2 * log) / 2 + log;
            }
            for (int j = 0; j < latents; j++) sum += Math.max(freeBits, divergence(m, j));
        }
        return sum;
    }

    private void draw(Seed noise, int first) {
        int rows = theta.sets();
        int stride = Kernels.padded(latents);
        float[] z = latentBuffer.atLeast(rows * stride);
        float[] epsilon = noiseBuffer.atLeast(rows * stride);
        Arrays.fill(z, 0, rows * stride, 0f);
        for (int m = 0; m < rows; m++) {
            RandomGenerator rng = noise.stream(first + m);
            for (int j = 0; j < latents; j++) {
                double e = rng.nextGaussian();
                epsilon[m * stride + j] = (float) e;
                z[m * stride + j] =
                        (float) (Spread.mean(encoded, m, j) + e * StrictMath.exp(Spread.log(encoded, m, latents, j)));
            }
        }
        latent.show(z, 0, rows, 1, latents, stride);
    }

    /** KL(N(μ, σ²) ‖ N(0, 1)) of one latent number. */
    private double divergence(int m, int j) {
        double mean = Spread.mean(encoded, m, j);
        double log = Spread.log(encoded, m, latents, j);
        return (mean * mean + StrictMath.exp(2 * log) - 1) / 2 - log;
    }

    @Override
    public void backward(float share, Block dSummary) {
        int rows = theta.sets();
        int stride = Kernels.padded(2 * width);
        float[] d = decoderGradient.atLeast(rows * stride);
        Arrays.fill(d, 0, rows * stride, 0f);
        for (int m = 0; m < rows; m++)
            for (int j = 0; j < width; j++) {
                double off = theta.data()[theta.at(m, 0) + j] - Spread.mean(decoded, m, j);
                double log = Spread.log(decoded, m, width, j);
                double precision = StrictMath.exp(-2 * log);
                d[m * stride + j] = (float) (-share * off * precision);
                d[m * stride + width + j] = (float) (share * (1 - off * off * precision) * Spread.slope(log));
            }
        Block dz = decoder.backward(dDecoder.show(d, 0, rows, 1, 2 * width, stride));
        toEncoder(share, dz);
        encoder.backward(dEncoder);
        decoder.addConditionGradient(dSummary);
        encoder.addConditionGradient(dSummary);
    }

    private void toEncoder(float share, Block dz) {
        int rows = theta.sets();
        int stride = Kernels.padded(2 * latents);
        int noiseStride = Kernels.padded(latents);
        float[] d = encoderGradient.atLeast(rows * stride);
        Arrays.fill(d, 0, rows * stride, 0f);
        for (int m = 0; m < rows; m++)
            for (int j = 0; j < latents; j++) {
                double log = Spread.log(encoded, m, latents, j);
                double sd = StrictMath.exp(log);
                double back = dz.data()[dz.at(m, 0) + j];
                double toMean = back;
                double toLog = back * noiseBuffer.data()[m * noiseStride + j] * sd;
                if (divergence(m, j) > freeBits) {
                    toMean += share * Spread.mean(encoded, m, j);
                    toLog += share * (sd * sd - 1);
                }
                d[m * stride + j] = (float) toMean;
                d[m * stride + latents + j] = (float) (toLog * Spread.slope(log));
            }
        dEncoder.show(d, 0, rows, 1, 2 * latents, stride);
    }
}
