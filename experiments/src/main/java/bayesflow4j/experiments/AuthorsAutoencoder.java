package bayesflow4j.experiments;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.layer.Mlp;
import bayesflow4j.engine.layer.MlpPass;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.head.Head;
import bayesflow4j.head.HeadDesign;
import bayesflow4j.head.HeadKind;
import bayesflow4j.head.HiddenLayers;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.Fields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The variational autoencoder as the authors of the paper ran it, so that their column can be understood: networks see and give
 * θ in its own units, the loss is their squared error ({@link AuthorsTraining}), so that parameters with a wide prior count
 * most, and draws are the decoder's output without noise. With steps it is their "inverse autoregressive flow"
 * ({@link DenseStep}), whose encoder ends in ELUs, so that no standard deviation is below e⁻¹. {@code cvae} and
 * {@code cvae-iaf} are the correct methods.
 *
 * @param latents L
 * @param steps of the "flow", zero for the plain autoencoder
 * @param layers hidden layers of encoder and decoder; the networks of the steps have the first of them
 * @param means of the parameters under the prior, in their units
 * @param deviations of the parameters under the prior, which with their means undo the standardization
 */
record AuthorsAutoencoder(int latents, int steps, HiddenLayers layers, List<Double> means, List<Double> deviations)
        implements HeadDesign {
    private static final String NAME = "authors-autoencoder";
    private static final int WIDEST = 1 << 10;

    AuthorsAutoencoder {
        means = List.copyOf(means);
        deviations = List.copyOf(deviations);
        if (means.size() != deviations.size())
            throw new IllegalArgumentException(
                    "deviations: expected as many as means, " + means.size() + ", got " + deviations.size());
    }

    @Override
    public Networks head(Layout layout, int parameters, int condition, Seed structure) {
        if (parameters != means.size())
            throw new IllegalArgumentException(
                    "means: expected one for each of " + parameters + " parameters, got " + means.size());
        Activation last = steps == 0 ? Activation.LINEAR : layers.activation();
        int[] widths = IntStream.concat(layers.widths().stream().mapToInt(Integer::intValue), IntStream.of(encoded()))
                .toArray();
        return new Networks(
                this,
                new Mlp(layout, "encoder", parameters, condition, widths, layers.activation(), last),
                IntStream.range(0, steps)
                        .mapToObj(i -> DenseStep.of(
                                layout,
                                "steps." + i,
                                latents,
                                condition,
                                layers.widths().getFirst()))
                        .toList(),
                layers.network(layout, "decoder", latents, condition, parameters));
    }

    /** The width of what the encoder computes: means, deviations and, with steps, their context. */
    int encoded() {
        return (steps == 0 ? 2 : 3) * latents;
    }

    /** Rows of θ in its own units from rows of standardized θ. */
    double[] raw(double[] standardized) {
        double[] raw = new double[standardized.length];
        for (int i = 0; i < raw.length; i++) {
            int j = i % means.size();
            raw[i] = means.get(j) + deviations.get(j) * standardized[i];
        }
        return raw;
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
        settings.put("means", means);
        settings.put("deviations", deviations);
        return settings;
    }

    /** The kind {@code authors-autoencoder}, known to the experiment alone. */
    static final class Kind implements HeadKind {
        @Override
        public String name() {
            return NAME;
        }

        @Override
        public HeadDesign standard() {
            return RickerAsRun.autoencoder(0, 5);
        }

        @Override
        public HeadDesign read(Fields settings) {
            return new AuthorsAutoencoder(
                    settings.integer("latents", 1, WIDEST),
                    settings.integer("steps", 0, WIDEST),
                    HiddenLayers.read(settings),
                    settings.numbersUpTo("means", WIDEST),
                    settings.numbersUpTo("deviations", WIDEST));
        }
    }

    /** The head: encoder, steps and decoder. */
    record Networks(AuthorsAutoencoder design, Mlp encoder, List<DenseStep> steps, Mlp decoder) implements Head {
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
            return new AuthorsTraining(this, memory);
        }

        @Override
        public Evaluation evaluation(Memory memory) {
            MlpPass pass = decoder.pass(memory);
            Rows latentRows = new Rows(design.latents);
            return (summary, rng, to) -> {
                double[] z = new double[to.length / width() * design.latents];
                for (int i = 0; i < z.length; i++) z[i] = rng.nextGaussian();
                double[] raw = Rows.read(pass.given(summary).forward(latentRows.oneSet(z)));
                for (int i = 0; i < to.length; i++)
                    to[i] = (float) ((raw[i] - design.means.get(i % width())) / design.deviations.get(i % width()));
            };
        }
    }
}
