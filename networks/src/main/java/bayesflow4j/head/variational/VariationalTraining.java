package bayesflow4j.head.variational;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.MlpPass;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.head.Head;
import bayesflow4j.random.Seed;
import java.util.Arrays;

/** The bound of a variational autoencoder by one draw of z for each row, and its gradient through that draw. */
final class VariationalTraining implements Head.Training {
    private final Encoder.Training encoder;
    private final MlpPass decoder;
    private final int width;
    private final long warmUp;
    private double weight = 1;
    private final Buffer gradient = new Buffer();
    private final Block dDecoded = new Block();
    private Block theta = new Block();
    private Block decoded = new Block();

    VariationalTraining(Encoder.Training encoder, MlpPass decoder, int width, long warmUp) {
        this.encoder = encoder;
        this.decoder = decoder;
        this.width = width;
        this.warmUp = warmUp;
    }

    @Override
    public void begin(long steps) {
        weight = steps < warmUp ? (double) steps / warmUp : 1;
    }

    @Override
    public double loss(Block theta, Block summary, Seed noise, int first) {
        this.theta = theta;
        Block z = encoder.draw(theta, summary, noise, first);
        decoded = decoder.given(summary).forward(z);
        double sum = weight * encoder.divergence();
        for (int m = 0; m < theta.sets(); m++)
            for (int j = 0; j < width; j++) {
                double off = theta.data()[theta.at(m, 0) + j] - Spread.mean(decoded, m, j);
                double log = Spread.log(decoded, m, width, j);
                sum += off * off * StrictMath.exp(-2 * log) / 2 + log;
            }
        return sum;
    }

    @Override
    public void backward(float share, Block dSummary) {
        int rows = theta.sets();
        int stride = Kernels.padded(2 * width);
        float[] d = gradient.atLeast(rows * stride);
        Arrays.fill(d, 0, rows * stride, 0f);
        for (int m = 0; m < rows; m++)
            for (int j = 0; j < width; j++) {
                double off = theta.data()[theta.at(m, 0) + j] - Spread.mean(decoded, m, j);
                double log = Spread.log(decoded, m, width, j);
                double precision = StrictMath.exp(-2 * log);
                d[m * stride + j] = (float) (-share * off * precision);
                d[m * stride + width + j] = (float) (share * (1 - off * off * precision) * Spread.slope(log));
            }
        Block dz = decoder.backward(dDecoded.show(d, 0, rows, 1, 2 * width, stride));
        decoder.addConditionGradient(dSummary);
        encoder.backward((float) (share * weight), dz, dSummary);
    }
}
