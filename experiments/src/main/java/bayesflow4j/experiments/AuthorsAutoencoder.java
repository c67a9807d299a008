package bayesflow4j.experiments;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Mlp;
import bayesflow4j.engine.layer.MlpPass;
import bayesflow4j.engine.layer.Pass;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The variational autoencoder as the authors of the paper ran it, so that their column can be understood: the loss is
 * Σⱼ (θⱼ − mⱼ)² in the units of θ, so that parameters with a wide prior count most, plus a tenth of the divergence; draws are
 * the decoder's output without noise; and the steps of the "inverse autoregressive flow" have dense networks, so that the sum
 * of the logarithms of their gates is not their log-determinant. {@code cvae} and {@code cvae-iaf} are the correct methods.
 *
 * @param latents L
 * @param steps of the "flow", zero for the plain autoencoder
 * @param layers hidden layers of all networks
 */
record AuthorsAutoencoder(int latents, int steps, HiddenLayers layers) implements HeadDesign {
    private static final String NAME = "authors-autoencoder";
    private static final double WEIGHT_OF_DIVERGENCE = 0.1;
    private static final int WIDEST = 1 << 10;

    /** Standard deviations of Ricker's r, σ, ρ and u under the prior, which undo the standardization. */
    private static final List<Double> UNITS = Stream.of(89, 0.65, 15, 1)
            .map(range -> range.doubleValue() / Math.sqrt(12))
            .toList();

    @Override
    public Head head(Layout layout, int parameters, int condition, Seed structure) {
        Mlp encoder = layers.network(layout, "encoder", parameters, condition, 2 * latents);
        List<Mlp> gates = new ArrayList<>();
        for (int i = 0; i < steps; i++)
            gates.add(layers.network(layout, "gates." + i, latents, condition, 2 * latents));
        return new Autoencoder(
                encoder, gates, layers.network(layout, "decoder", latents, condition, parameters), weights(parameters));
    }

    /** By which squared errors of standardized parameters count. */
    private static double[] weights(int parameters) {
        return IntStream.range(0, parameters)
                .mapToDouble(j -> UNITS.get(j) * UNITS.get(j))
                .toArray();
    }

    @Override
    public String kind() {
        return NAME;
    }

    @Override
    public Map<String, Object> settings() {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("latents", latents);
        settings.put("steps", steps);
        layers.writeTo(settings);
        return settings;
    }

    /** The kind {@code authors-autoencoder}, known to the experiments alone. */
    public static final class Kind implements HeadKind {
        @Override
        public String name() {
            return NAME;
        }

        @Override
        public HeadDesign standard() {
            return new AuthorsAutoencoder(4, 0, HiddenLayers.of(128, 128, 128));
        }

        @Override
        public HeadDesign read(Fields settings) {
            return new AuthorsAutoencoder(
                    settings.integer("latents", 1, WIDEST),
                    settings.integer("steps", 0, WIDEST),
                    HiddenLayers.read(settings));
        }
    }

    private record Autoencoder(Mlp encoder, List<Mlp> gates, Mlp decoder, double[] weights) implements Head {
        @Override
        public int width() {
            return decoder.out();
        }

        @Override
        public int condition() {
            return decoder.condition();
        }

        @Override
        public Training training(Memory memory) {
            return new AutoencoderTraining(this, memory);
        }

        @Override
        public Evaluation evaluation(Memory memory) {
            MlpPass pass = decoder.pass(memory);
            return (summary, rng, to) -> sample(pass.given(summary), rng, to);
        }

        private void sample(Pass given, RandomGenerator rng, float[] to) {
            int stride = Kernels.padded(decoder.in());
            float[] z = new float[stride];
            Block latent = new Block().show(z, 0, 1, 1, decoder.in(), stride);
            for (int at = 0; at < to.length; at += width()) {
                for (int j = 0; j < decoder.in(); j++) z[j] = (float) rng.nextGaussian();
                Block decoded = given.forward(latent);
                System.arraycopy(decoded.data(), decoded.at(0, 0), to, at, width());
            }
        }
    }

    /** z = μ + σε, then z ← g z + (1 − g) m for each step, with the gradient through all of it. */
    private static final class AutoencoderTraining implements Head.Training {
        private final int latents;
        private final int stride;
        private final double[] weights;
        private final MlpPass encoder;
        private final List<MlpPass> gates;
        private final MlpPass decoder;
        private final Buffer noises = new Buffer();
        private final Buffer gradients = new Buffer();
        private final Buffer encodedGradients = new Buffer();
        private final List<Buffer> latent = new ArrayList<>();
        private final List<Block> z = new ArrayList<>();
        private final List<Block> coefficients = new ArrayList<>();
        private final Block dOut = new Block();
        private Block theta = new Block();
        private Block encoded = new Block();
        private Block decoded = new Block();

        private AutoencoderTraining(Autoencoder head, Memory memory) {
            latents = head.decoder.in();
            stride = Kernels.padded(latents);
            weights = head.weights;
            encoder = head.encoder.pass(memory);
            gates = head.gates.stream().map(gate -> gate.pass(memory)).toList();
            decoder = head.decoder.pass(memory);
            for (int i = 0; i <= gates.size(); i++) latent.add(new Buffer());
        }

        @Override
        public double loss(Block theta, Block summary, Seed noise, int first) {
            this.theta = theta;
            encoded = encoder.given(summary).forward(theta);
            z.clear();
            coefficients.clear();
            double divergence = draw(noise, first);
            for (int i = 0; i < gates.size(); i++) divergence -= step(i, summary);
            Block last = z.getLast();
            for (int m = 0; m < theta.sets(); m++)
                for (int j = 0; j < latents; j++) divergence += square(last.data()[last.at(m, 0) + j]) / 2;
            decoded = decoder.given(summary).forward(last);
            double sum = WEIGHT_OF_DIVERGENCE * divergence;
            for (int m = 0; m < theta.sets(); m++)
                for (int j = 0; j < weights.length; j++) sum += weights[j] * square(off(m, j));
            return sum;
        }

        private static double square(double value) {
            return value * value;
        }

        private double off(int m, int j) {
            return decoded.data()[decoded.at(m, 0) + j] - theta.data()[theta.at(m, 0) + j];
        }

        private Block latents(int i) {
            return new Block().show(latent.get(i).atLeast(theta.sets() * stride), 0, theta.sets(), 1, latents, stride);
        }

        /** z₀; returns Σ log q(z₀) without its constant. */
        private double draw(Seed noise, int first) {
            Block to = latents(0);
            float[] epsilon = noises.atLeast(theta.sets() * stride);
            double log = 0;
            for (int m = 0; m < theta.sets(); m++) {
                RandomGenerator rng = noise.stream(first + m);
                for (int j = 0; j < latents; j++) {
                    double e = rng.nextGaussian();
                    double logSd = encoded.data()[encoded.at(m, 0) + latents + j];
                    epsilon[m * stride + j] = (float) e;
                    to.data()[m * stride + j] =
                            (float) (encoded.data()[encoded.at(m, 0) + j] + e * StrictMath.exp(logSd));
                    log -= logSd + e * e / 2;
                }
            }
            z.add(to);
            return log;
        }

        private double gate(int i, int m, int j) {
            Block outputs = coefficients.get(i);
            return 1 / (1 + StrictMath.exp(-1.5 - outputs.data()[outputs.at(m, 0) + latents + j]));
        }

        /** The next z; returns Σ log g, which is taken for the log-determinant. */
        private double step(int i, Block summary) {
            Block from = z.get(i);
            coefficients.add(gates.get(i).given(summary).forward(from));
            Block to = latents(i + 1);
            double log = 0;
            for (int m = 0; m < theta.sets(); m++)
                for (int j = 0; j < latents; j++) {
                    double g = gate(i, m, j);
                    double mean = coefficients.get(i).data()[coefficients.get(i).at(m, 0) + j];
                    to.data()[m * stride + j] = (float) (g * from.data()[m * stride + j] + (1 - g) * mean);
                    log += StrictMath.log(g);
                }
            z.add(to);
            return log;
        }

        @Override
        public void backward(float share, Block dSummary) {
            int rows = theta.sets();
            int wide = Kernels.padded(weights.length);
            float[] d = gradients.atLeast(rows * Math.max(wide, Kernels.padded(2 * latents)));
            Arrays.fill(d, 0f);
            for (int m = 0; m < rows; m++)
                for (int j = 0; j < weights.length; j++) d[m * wide + j] = (float) (2 * share * weights[j] * off(m, j));
            Block back = decoder.backward(dOut.show(d, 0, rows, 1, weights.length, wide));
            decoder.addConditionGradient(dSummary);
            double[] dz = new double[rows * latents];
            for (int m = 0; m < rows; m++)
                for (int j = 0; j < latents; j++)
                    dz[m * latents + j] = back.data()[back.at(m, 0) + j]
                            + share * WEIGHT_OF_DIVERGENCE * z.getLast().data()[m * stride + j];
            for (int i = gates.size() - 1; i >= 0; i--) backwardThroughStep(i, share, dz, dSummary);
            backwardToEncoder(share, dz, dSummary);
        }

        private void backwardThroughStep(int i, float share, double[] dz, Block dSummary) {
            int rows = theta.sets();
            int wide = Kernels.padded(2 * latents);
            float[] d = gradients.data();
            Arrays.fill(d, 0f);
            Block outputs = coefficients.get(i);
            for (int m = 0; m < rows; m++)
                for (int j = 0; j < latents; j++) {
                    double g = gate(i, m, j);
                    double mean = outputs.data()[outputs.at(m, 0) + j];
                    double slope = dz[m * latents + j];
                    double toGate = slope * (z.get(i).data()[m * stride + j] - mean) * g * (1 - g)
                            - share * WEIGHT_OF_DIVERGENCE * (1 - g);
                    d[m * wide + j] = (float) (slope * (1 - g));
                    d[m * wide + latents + j] = (float) toGate;
                    dz[m * latents + j] = slope * g;
                }
            Block back = gates.get(i).backward(dOut.show(d, 0, rows, 1, 2 * latents, wide));
            gates.get(i).addConditionGradient(dSummary);
            for (int m = 0; m < rows; m++)
                for (int j = 0; j < latents; j++) dz[m * latents + j] += back.data()[back.at(m, 0) + j];
        }

        private void backwardToEncoder(float share, double[] dz, Block dSummary) {
            int rows = theta.sets();
            int wide = Kernels.padded(2 * latents);
            float[] d = encodedGradients.atLeast(rows * wide);
            Arrays.fill(d, 0f);
            for (int m = 0; m < rows; m++)
                for (int j = 0; j < latents; j++) {
                    double sd = StrictMath.exp(encoded.data()[encoded.at(m, 0) + latents + j]);
                    d[m * wide + j] = (float) dz[m * latents + j];
                    d[m * wide + latents + j] = (float)
                            (dz[m * latents + j] * noises.data()[m * stride + j] * sd - share * WEIGHT_OF_DIVERGENCE);
                }
            encoder.backward(dOut.show(d, 0, rows, 1, 2 * latents, wide));
            encoder.addConditionGradient(dSummary);
        }
    }
}
