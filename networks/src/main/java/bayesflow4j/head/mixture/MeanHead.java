package bayesflow4j.head.mixture;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Mlp;
import bayesflow4j.engine.layer.MlpPass;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.head.Head;
import bayesflow4j.head.HeadDesign;
import bayesflow4j.head.HeadKind;
import bayesflow4j.head.HiddenLayers;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.Fields;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * q(θ | s) = N(θ; m(s), I): a network m trained by squared error, which is the posterior mean where it can be (Jiang et al.
 * 2017). Its spread is a convention, so it serves as a statistic of the data rather than as a posterior.
 *
 * @param layers hidden layers of the network
 */
public record MeanHead(HiddenLayers layers) implements HeadDesign {
    /** Three hidden layers of 64. */
    public static final MeanHead DEFAULT = new MeanHead(HiddenLayers.of(64, 64, 64));

    private static final String NAME = "mean";

    @Override
    public Head head(Layout layout, int parameters, int condition, Seed structure) {
        return new Mean(layers.network(layout, "mean", condition, 0, parameters));
    }

    @Override
    public String kind() {
        return NAME;
    }

    @Override
    public Map<String, Object> settings() {
        Map<String, Object> settings = new LinkedHashMap<>();
        layers.writeTo(settings);
        return settings;
    }

    /** The kind {@code mean}. */
    public static final class Kind implements HeadKind {
        @Override
        public String name() {
            return NAME;
        }

        @Override
        public HeadDesign standard() {
            return DEFAULT;
        }

        @Override
        public HeadDesign read(Fields settings) {
            return new MeanHead(HiddenLayers.read(settings));
        }
    }

    private record Mean(Mlp network) implements Head {
        @Override
        public int width() {
            return network.out();
        }

        @Override
        public int condition() {
            return network.in();
        }

        @Override
        public Training training(Memory memory) {
            return new MeanTraining(memory.kernels(), network.pass(memory), width());
        }

        @Override
        public Evaluation evaluation(Memory memory) {
            return new AroundTheMean(network.pass(memory), width());
        }
    }

    private record AroundTheMean(MlpPass network, int width) implements Head.DensityEvaluation, Head.MeanEvaluation {
        @Override
        public void sample(Block summary, RandomGenerator rng, float[] to) {
            Block mean = network.forward(summary);
            for (int i = 0; i < to.length; i++)
                to[i] = (float) (mean.data()[mean.at(0, 0) + i % width] + rng.nextGaussian());
        }

        @Override
        public double logDensity(Block theta, Block summary) {
            return -halfSquares(theta, network.forward(summary), 0) - width * Math.log(2 * Math.PI) / 2;
        }

        @Override
        public void mean(Block summary, float[] to) {
            Block mean = network.forward(summary);
            System.arraycopy(mean.data(), mean.at(0, 0), to, 0, width);
        }
    }

    /** ½‖θ − m‖² of a row. */
    private static double halfSquares(Block theta, Block mean, int m) {
        double sum = 0;
        for (int j = 0; j < theta.width(); j++) {
            double off = theta.data()[theta.at(m, 0) + j] - mean.data()[mean.at(m, 0) + j];
            sum += off * off / 2;
        }
        return sum;
    }

    private static final class MeanTraining implements Head.Training {
        private final Kernels kernels;
        private final MlpPass network;
        private final int width;
        private final Buffer gradients = new Buffer();
        private final Block dMean = new Block();
        private Block theta = new Block();
        private Block mean = new Block();

        private MeanTraining(Kernels kernels, MlpPass network, int width) {
            this.kernels = kernels;
            this.network = network;
            this.width = width;
        }

        @Override
        public double loss(Block theta, Block summary, Seed noise, int first) {
            this.theta = theta;
            mean = network.forward(summary);
            double sum = 0;
            for (int m = 0; m < theta.sets(); m++) sum += halfSquares(theta, mean, m);
            return sum;
        }

        @Override
        public void backward(float share, Block dSummary) {
            int stride = Kernels.padded(width);
            float[] d = gradients.atLeast(theta.sets() * stride);
            for (int m = 0; m < theta.sets(); m++)
                for (int j = 0; j < stride; j++)
                    d[m * stride + j] =
                            j < width ? share * (mean.data()[mean.at(m, 0) + j] - theta.data()[theta.at(m, 0) + j]) : 0;
            Block back = network.backward(dMean.show(d, 0, theta.sets(), 1, width, stride));
            for (int m = 0; m < back.sets(); m++)
                kernels.add(back.data(), back.at(m, 0), dSummary.data(), dSummary.at(m, 0), dSummary.rowStride());
        }
    }
}
