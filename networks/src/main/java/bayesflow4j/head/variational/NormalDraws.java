package bayesflow4j.head.variational;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** z = μ + σε with the means and standard deviations that a network's outputs begin with. */
final class NormalDraws {
    private final int latents;
    private final int stride;
    private final Buffer values = new Buffer();
    private final Buffer noise = new Buffer();
    private final Block z = new Block();

    NormalDraws(int latents) {
        this.latents = latents;
        this.stride = Kernels.padded(latents);
    }

    /** One draw for each row of outputs [M, 1, ·]: z [M, 1, L]. */
    Block draw(Block encoded, Seed seed, int first) {
        int rows = encoded.sets();
        float[] to = values.atLeast(rows * stride);
        float[] epsilon = noise.atLeast(rows * stride);
        Arrays.fill(to, 0, rows * stride, 0f);
        for (int m = 0; m < rows; m++) {
            RandomGenerator rng = seed.stream(first + m);
            for (int j = 0; j < latents; j++) {
                double e = rng.nextGaussian();
                epsilon[m * stride + j] = (float) e;
                to[m * stride + j] =
                        (float) (Spread.mean(encoded, m, j) + e * StrictMath.exp(Spread.log(encoded, m, latents, j)));
            }
        }
        return z.show(to, 0, rows, 1, latents, stride);
    }

    /** ε of the last draw. */
    double noise(int m, int j) {
        return noise.data()[m * stride + j];
    }

    /** Draws z [1, n, L] for one row of outputs and ε [n, L]; sets logRatio [n] to −log q(z) without (L/2) log 2π. */
    Block repeated(Block encoded, double[] normals, double[] logRatio) {
        float[] to = values.atLeast(logRatio.length * stride);
        Arrays.fill(logRatio, 0);
        for (int j = 0; j < latents; j++) {
            double mean = Spread.mean(encoded, 0, j);
            double log = Spread.log(encoded, 0, latents, j);
            double sd = StrictMath.exp(log);
            for (int i = 0; i < logRatio.length; i++) {
                double e = normals[i * latents + j];
                to[i * stride + j] = (float) (mean + sd * e);
                logRatio[i] += e * e / 2 + log;
            }
        }
        return z.show(to, 0, 1, logRatio.length, latents, stride);
    }

    /** ½‖z‖² of a row of a dense block. */
    static double halfSquares(Block z, int row) {
        double sum = 0;
        for (int j = 0, at = z.offset() + row * z.rowStride(); j < z.width(); j++)
            sum += (double) z.data()[at + j] * z.data()[at + j];
        return sum / 2;
    }
}
