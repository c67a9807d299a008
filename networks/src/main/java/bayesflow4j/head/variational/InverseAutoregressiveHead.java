package bayesflow4j.head.variational;

import bayesflow4j.engine.layer.Mlp;
import bayesflow4j.engine.layer.Permutation;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.head.Head;
import bayesflow4j.head.HeadDesign;
import bayesflow4j.head.HeadKind;
import bayesflow4j.head.HiddenLayers;
import bayesflow4j.head.autoregressive.MaskedAutoregression;
import bayesflow4j.head.flow.ConditionalBijection;
import bayesflow4j.head.flow.ConditionalFlow;
import bayesflow4j.head.flow.Shuffle;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.Fields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A conditional variational autoencoder whose encoder is a normal distribution followed by an inverse autoregressive flow
 * (Kingma et al. 2016): gated masked autoregressions with the order of the latents reversed between them, given a context
 * that the encoder computes. The flow makes the bound on −log q tighter; draws need the decoder alone. The divergence of
 * such an encoder is known by its draws only, not for each latent by itself. So there are no free bits against latents that
 * carry no information, but a warm-up (Sønderby et al. 2016): the weight of the divergence rises from zero to one.
 *
 * @param latents how many numbers z has
 * @param steps of the flow
 * @param context how many numbers the encoder passes to the flow
 * @param warmUp training steps until the divergence has its whole weight
 * @param layers hidden layers of encoder and decoder
 * @param masked hidden widths of the masked network of each step
 */
public record InverseAutoregressiveHead(
        int latents, int steps, int context, int warmUp, HiddenLayers layers, List<Integer> masked)
        implements HeadDesign {
    /**
     * Eight latents, two steps, a context of 16, a warm-up of 500 steps, three hidden layers of 128, masked networks with one of
     * 128.
     */
    public static final InverseAutoregressiveHead DEFAULT =
            new InverseAutoregressiveHead(8, 2, 16, 500, HiddenLayers.of(128, 128, 128), List.of(128));

    private static final String NAME = "variational-iaf";
    private static final int WIDEST = 1 << 14;
    private static final int MOST_STEPS = 100;
    private static final int DEEPEST = 50;

    /** Refuses to be without latents, steps or context. */
    public InverseAutoregressiveHead {
        masked = List.copyOf(masked);
        require("latents", latents, 1);
        require("steps", steps, 1);
        require("context", context, 1);
        require("warmUp", warmUp, 0);
    }

    private static void require(String name, int value, int least) {
        if (value < least) throw new IllegalArgumentException(name + ": expected at least " + least + ", got " + value);
    }

    @Override
    public Head head(Layout layout, int parameters, int condition, Seed structure) {
        Mlp encoder = layers.network(layout, "encoder", parameters, condition, 2 * latents + context);
        Mlp decoder = layers.network(layout, "decoder", latents, condition, 2 * parameters);
        return new Variational(new FlowEncoder(encoder, flow(layout)), decoder, warmUp);
    }

    private ConditionalBijection flow(Layout layout) {
        HiddenLayers hidden = new HiddenLayers(masked, layers.activation());
        List<ConditionalBijection> all = new ArrayList<>();
        for (int i = 0; i < steps; i++) {
            if (i > 0) all.add(new Shuffle(Permutation.reversal(latents), context));
            all.add(MaskedAutoregression.gated(layout, "encoder.flow." + i, latents, context, hidden));
        }
        return new ConditionalFlow(all);
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
        settings.put("context", context);
        settings.put("warmUp", warmUp);
        layers.writeTo(settings);
        settings.put("masked", masked);
        return settings;
    }

    /** The kind {@code variational-iaf}. */
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
            return new InverseAutoregressiveHead(
                    settings.integer("latents", 1, WIDEST),
                    settings.integer("steps", 1, MOST_STEPS),
                    settings.integer("context", 1, WIDEST),
                    // Files from before there was a warm-up do not name it.
                    settings.has("warmUp") ? settings.integer("warmUp", 0, Integer.MAX_VALUE) : 0,
                    HiddenLayers.read(settings),
                    settings.integers("masked", 1, WIDEST, DEEPEST));
        }
    }
}
