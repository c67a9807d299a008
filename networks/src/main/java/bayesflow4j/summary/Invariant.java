package bayesflow4j.summary;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.layer.Beside;
import bayesflow4j.engine.layer.Chain;
import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.layer.Mlp;
import bayesflow4j.engine.layer.SecondMoments;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.storage.Fields;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A summary of a set that does not depend on the order of its rows (the paper's permutation invariant network):
 * equivariant modules, in which every row sees the whole set, followed by an invariant module.
 *
 * @param modules the number of equivariant modules, 0 or more
 * @param width the width of their dense layers
 * @param depth the number of dense layers applied to each row in a module
 * @param out the number of learned features, S without products
 * @param pool how the features of all rows are pooled
 * @param products whether the means of products of the data's columns follow the learned features: second moments, which
 *     dense layers learn slowly
 */
public record Invariant(int modules, int width, int depth, int out, Pool pool, boolean products)
        implements SummaryNetwork {
    private static final String NAME = "invariant";

    /** One equivariant module, 64 units everywhere, pooling by means, standard deviations and maxima, and products. */
    public static final Invariant DEFAULT = new Invariant(1, 64, 3, 64, Pool.MOMENTS_AND_MAXIMA).withProducts(true);

    /** The network of the paper's LFM experiment. */
    public static final Invariant PAPER = new Invariant(3, 128, 3, 128, Pool.MEAN);

    public Invariant {
        if (modules < 0) throw new IllegalArgumentException("modules: expected 0 or more, got " + modules);
        Sizes.requirePositive("width", width);
        Sizes.requirePositive("depth", depth);
        Sizes.requirePositive("out", out);
    }

    /** The network without products. */
    public Invariant(int modules, int width, int depth, int out, Pool pool) {
        this(modules, width, depth, out, pool, false);
    }

    /** The same with this number of equivariant modules. */
    public Invariant withModules(int modules) {
        return new Invariant(modules, width, depth, out, pool, products);
    }

    /** The same with or without products. */
    public Invariant withProducts(boolean products) {
        return new Invariant(modules, width, depth, out, pool, products);
    }

    @Override
    public int leastLength() {
        return 1;
    }

    @Override
    public Layer layer(Layout layout, int in) {
        List<Layer> layers = new ArrayList<>();
        int from = in;
        for (int i = 0; i < modules; i++) {
            String name = "summary.equivariant." + i;
            Layer whole = invariant(layout, name + ".whole", from, width);
            Mlp rows = new Mlp(layout, name + ".rows", from, width, widths(), Activation.ELU, Activation.ELU);
            layers.add(new EquivariantModule(whole, rows));
            from = width;
        }
        layers.add(invariant(layout, "summary.invariant", from, out));
        Layer learned = new Chain(layers);
        return products ? new Beside(learned, new SecondMoments(in)) : learned;
    }

    /** Dense layers on every row, pooling over rows, one dense layer on the result. */
    private Layer invariant(Layout layout, String name, int from, int to) {
        Mlp rows = new Mlp(layout, name + ".rows", from, 0, widths(), Activation.ELU, Activation.ELU);
        Layer kept = pool.layer(layout, name, width);
        return Chain.of(rows, kept, Mlp.dense(layout, name + ".mean", kept.out(), to, Activation.ELU));
    }

    private int[] widths() {
        int[] widths = new int[depth];
        Arrays.fill(widths, width);
        return widths;
    }

    @Override
    public String kind() {
        return NAME;
    }

    @Override
    public Map<String, Object> settings() {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("modules", modules);
        settings.put("width", width);
        settings.put("depth", depth);
        settings.put("out", out);
        settings.put("pool", pool.written());
        settings.put("products", products);
        return settings;
    }

    /** The kind {@code invariant}. */
    public static final class Kind implements SummaryKind {
        @Override
        public String name() {
            return NAME;
        }

        @Override
        public SummaryNetwork standard() {
            return DEFAULT;
        }

        @Override
        public SummaryNetwork read(Fields settings) {
            return new Invariant(
                    settings.integer("modules", 0, Sizes.DEEPEST),
                    settings.integer("width", 1, Sizes.WIDEST),
                    settings.integer("depth", 1, Sizes.DEEPEST),
                    settings.integer("out", 1, Sizes.WIDEST),
                    Pool.read(settings),
                    settings.has("products") && settings.flag("products"));
        }
    }
}
