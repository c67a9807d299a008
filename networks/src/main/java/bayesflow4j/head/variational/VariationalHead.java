package bayesflow4j.head.variational;

import bayesflow4j.engine.layer.Mlp;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.head.Head;
import bayesflow4j.head.HeadDesign;
import bayesflow4j.head.HeadKind;
import bayesflow4j.head.HiddenLayers;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.Fields;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A conditional variational autoencoder (Sohn et al. 2015): q(θ | s) = ∫ N(θ; m(z, s), v(z, s)) N(z; 0, I) dz. An encoder
 * N(z; μ(θ, s), σ²(θ, s)) makes the bound on −log q that is minimized: the decoder's loss plus Σⱼ max(freeBits, KLⱼ). Draws
 * include the decoder's noise.
 *
 * @param latents how many numbers z has
 * @param freeBits nats of each latent number that cost nothing, against latents that carry no information
 * @param layers hidden layers of encoder and decoder
 */
public record VariationalHead(int latents, double freeBits, HiddenLayers layers) implements HeadDesign {
    /** Eight latents, a tenth of a nat free, three hidden layers of 128. */
    public static final VariationalHead DEFAULT = new VariationalHead(8, 0.1, HiddenLayers.of(128, 128, 128));

    private static final String NAME = "variational";
    private static final int WIDEST = 1 << 14;

    /** Refuses to be without latents. */
    public VariationalHead {
        if (latents < 1) throw new IllegalArgumentException("latents: expected at least 1, got " + latents);
        if (!(freeBits >= 0)) throw new IllegalArgumentException("freeBits: expected 0 or more, got " + freeBits);
    }

    @Override
    public Head head(Layout layout, int parameters, int condition, Seed structure) {
        Mlp encoder = layers.network(layout, "encoder", parameters, condition, 2 * latents);
        Mlp decoder = layers.network(layout, "decoder", latents, condition, 2 * parameters);
        return new Variational(new NormalEncoder(encoder, latents, freeBits), decoder, 0);
    }

    @Override
    public String kind() {
        return NAME;
    }

    @Override
    public Map<String, Object> settings() {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("latents", latents);
        settings.put("freeBits", freeBits);
        layers.writeTo(settings);
        return settings;
    }

    /** Variational heads by their name. */
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
            return new VariationalHead(
                    settings.integer("latents", 1, WIDEST), settings.number("freeBits"), HiddenLayers.read(settings));
        }
    }
}
