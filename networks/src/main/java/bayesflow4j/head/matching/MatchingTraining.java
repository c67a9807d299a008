package bayesflow4j.head.matching;

import static bayesflow4j.engine.kernel.Kernels.padded;

import bayesflow4j.engine.layer.MlpPass;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.head.Head;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * ½‖v((1 − t) z + t θ, t | s) − (θ − z)‖², the mean over several times t and draws z ~ N(0, I) for each θ. It is minimal
 * where v is the mean of θ − z over all straight paths from z to θ that pass, which carries N(0, I) to q(θ | s).
 */
final class MatchingTraining implements Head.Training {
    private final Velocity velocity;
    private final int times;
    private final MlpPass network;
    private final Buffer inputs = new Buffer();
    private final Buffer misses = new Buffer();
    private final Block x = new Block();
    private final Block dy = new Block();
    private int rows;

    MatchingTraining(Velocity velocity, int times, MlpPass network) {
        this.velocity = velocity;
        this.times = times;
        this.network = network;
    }

    @Override
    public double loss(Block theta, Block summary, Seed noise, int first) {
        int width = velocity.width();
        int in = width + Velocity.FEATURES;
        rows = theta.sets();
        float[] to = inputs.atLeast(rows * times * padded(in));
        float[] miss = misses.atLeast(rows * times * padded(width));
        Arrays.fill(to, 0, rows * times * padded(in), 0f);
        Arrays.fill(miss, 0, rows * times * padded(width), 0f);
        for (int m = 0; m < rows; m++) draw(theta, m, noise.stream(first + m), to, miss);
        Block learned = network.given(summary).forward(x.show(to, 0, rows, times, in, padded(in)));
        double sum = 0;
        for (int i = 0; i < rows * times; i++)
            for (int j = 0; j < width; j++) {
                int at = i * padded(width) + j;
                miss[at] = learned.data()[learned.offset() + i * learned.rowStride() + j] - miss[at];
                sum += (double) miss[at] * miss[at];
            }
        return sum / (2 * times);
    }

    /** Points on straight paths to one θ, and what the network should add to the first term of the velocity there. */
    private void draw(Block theta, int m, RandomGenerator rng, float[] to, float[] target) {
        int width = velocity.width();
        double shift = rng.nextDouble();
        for (int i = 0; i < times; i++) {
            // One time in each of equal intervals: the times of a θ cover the path.
            double t = (i + shift) / times;
            double slope = Velocity.slope(t);
            int at = (m * times + i) * padded(width + Velocity.FEATURES);
            for (int j = 0; j < width; j++) {
                double end = theta.data()[theta.at(m, 0) + j];
                double z = rng.nextGaussian();
                double y = (1 - t) * z + t * end;
                to[at + j] = (float) y;
                target[(m * times + i) * padded(width) + j] = (float) (end - z - slope * y);
            }
            Velocity.features(t, to, at + width, 1);
        }
    }

    @Override
    public void backward(float share, Block dSummary) {
        int stride = padded(velocity.width());
        float[] d = misses.data();
        for (int i = 0; i < rows * times * stride; i++) d[i] *= share / times;
        network.backwardToWeights(dy.show(d, 0, rows, times, velocity.width(), stride));
        network.addConditionGradient(dSummary);
    }
}
