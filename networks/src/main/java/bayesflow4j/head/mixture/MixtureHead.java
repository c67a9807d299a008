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
import bayesflow4j.head.Normals;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.Fields;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * A mixture density network (Bishop 1994): q(θ | s) = Σₖ wₖ N(θ; mₖ, (UₖᵀUₖ)⁻¹), whose weights, means and precision factors one
 * network computes from the summary. One component without correlations is the heteroscedastic network of Jiang et al. and of
 * DeepInference.
 *
 * @param components K
 * @param correlated whether U is a full upper triangle, or its diagonal alone
 * @param layers hidden layers of the network
 */
public record MixtureHead(int components, boolean correlated, HiddenLayers layers) implements HeadDesign {
    /** Eight components with correlations, three hidden layers of 64. */
    public static final MixtureHead DEFAULT = new MixtureHead(8, true, HiddenLayers.of(64, 64, 64));

    private static final String NAME = "mixture";
    private static final int MOST_COMPONENTS = 1000;

    /** Refuses a mixture of nothing. */
    public MixtureHead {
        if (components < 1) throw new IllegalArgumentException("components: expected at least 1, got " + components);
    }

    /** One component: a normal distribution whose moments depend on the data. */
    public static MixtureHead normal(boolean correlated) {
        return new MixtureHead(1, correlated, DEFAULT.layers);
    }

    @Override
    public Head head(Layout layout, int parameters, int condition, Seed structure) {
        NormalComponents shape = new NormalComponents(components, parameters, correlated, structure.stream(0));
        return new Mixture(shape, layers.network(layout, "mixture", condition, 0, shape.outputs()));
    }

    @Override
    public String kind() {
        return NAME;
    }

    @Override
    public Map<String, Object> settings() {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("components", components);
        settings.put("correlated", correlated);
        layers.writeTo(settings);
        return settings;
    }

    /** Mixtures by their name. */
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
            return new MixtureHead(
                    settings.integer("components", 1, MOST_COMPONENTS),
                    settings.flag("correlated"),
                    HiddenLayers.read(settings));
        }
    }

    private record Mixture(NormalComponents shape, Mlp network) implements Head {
        @Override
        public int width() {
            return shape.width();
        }

        @Override
        public int condition() {
            return network.in();
        }

        @Override
        public DensityTraining training(Memory memory) {
            return new MixtureTraining(memory.kernels(), shape.another(), network.pass(memory));
        }

        @Override
        public Evaluation evaluation(Memory memory) {
            return new MixtureEvaluation(shape.another(), network.pass(memory));
        }
    }

    private record MixtureEvaluation(NormalComponents shape, MlpPass network)
            implements Head.DensityEvaluation, Head.MeanEvaluation, Head.NormalsEvaluation {
        private void take(Block summary) {
            Block outputs = network.forward(summary);
            shape.shape(outputs.data(), outputs.at(0, 0));
        }

        @Override
        public void sample(Block summary, RandomGenerator rng, float[] to) {
            take(summary);
            for (int at = 0; at < to.length; at += shape.width()) shape.sample(rng, to, at);
        }

        @Override
        public double logDensity(Block theta, Block summary) {
            take(summary);
            return shape.logDensity(theta.data(), theta.at(0, 0)) - shape.width() * Math.log(2 * Math.PI) / 2;
        }

        @Override
        public void mean(Block summary, float[] to) {
            take(summary);
            shape.mean(to);
        }

        @Override
        public Normals normals(Block summary) {
            take(summary);
            return shape.normals();
        }
    }

    private static final class MixtureTraining implements Head.DensityTraining {
        private final Kernels kernels;
        private final NormalComponents shape;
        private final MlpPass network;
        private final Buffer gradients = new Buffer();
        private final Buffer uniform = new Buffer();
        private final Block dOutputs = new Block();
        private Block theta = new Block();
        private Block outputs = new Block();

        private MixtureTraining(Kernels kernels, NormalComponents shape, MlpPass network) {
            this.kernels = kernels;
            this.shape = shape;
            this.network = network;
        }

        @Override
        public double loss(Block theta, Block summary, Seed noise, int first) {
            this.theta = theta;
            outputs = network.forward(summary);
            double sum = 0;
            for (int m = 0; m < theta.sets(); m++) sum += loss(m);
            return sum;
        }

        private double loss(int m) {
            shape.shape(outputs.data(), outputs.at(m, 0));
            return -shape.logDensity(theta.data(), theta.at(m, 0));
        }

        @Override
        public void losses(double[] to) {
            for (int m = 0; m < theta.sets(); m++) to[m] = loss(m);
        }

        @Override
        public void backward(float share, Block dSummary) {
            float[] shares = uniform.atLeast(theta.sets());
            Arrays.fill(shares, 0, theta.sets(), share);
            backward(shares, dSummary);
        }

        @Override
        public void backward(float[] shares, Block dSummary) {
            int stride = Kernels.padded(shape.outputs());
            float[] d = gradients.atLeast(theta.sets() * stride);
            Arrays.fill(d, 0, theta.sets() * stride, 0f);
            for (int m = 0; m < theta.sets(); m++) {
                loss(m);
                shape.gradient(shares[m], d, m * stride);
            }
            Block back = network.backward(dOutputs.show(d, 0, theta.sets(), 1, shape.outputs(), stride));
            for (int m = 0; m < back.sets(); m++)
                kernels.add(back.data(), back.at(m, 0), dSummary.data(), dSummary.at(m, 0), dSummary.rowStride());
        }
    }
}
