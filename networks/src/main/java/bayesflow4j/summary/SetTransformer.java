package bayesflow4j.summary;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.layer.Attention;
import bayesflow4j.engine.layer.Chain;
import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.layer.LayerNorm;
import bayesflow4j.engine.layer.Mlp;
import bayesflow4j.engine.layer.Seeds;
import bayesflow4j.engine.layer.Windows;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.storage.Fields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A summary of a set by attention, which does not depend on the order of its rows (Lee et al., 2019): blocks in which every row
 * attends to what a few learned points found among all rows, so that the cost grows as N and not as N², then pooling by the attention of
 * learned seeds.
 *
 * @param blocks the number of blocks, 0 or more
 * @param width of rows inside the network, a multiple of 8·heads
 * @param heads of each attention
 * @param points learned points of each block
 * @param seeds learned seeds of the pooling
 * @param out S
 */
public record SetTransformer(int blocks, int width, int heads, int points, int seeds, int out)
        implements SummaryNetwork {
    private static final String NAME = "set-transformer";
    private static final int MOST_SEEDS = 1 << 10;

    /** Two blocks of width 32 with four heads and sixteen points, pooling by four seeds. */
    public static final SetTransformer DEFAULT = new SetTransformer(2, 32, 4, 16, 4, 64);

    public SetTransformer {
        if (blocks < 0) throw new IllegalArgumentException("blocks: expected 0 or more, got " + blocks);
        TransformerBlock.require(width, heads);
        Sizes.requirePositive("points", points);
        Sizes.requirePositive("seeds", seeds);
        Sizes.requirePositive("out", out);
    }

    @Override
    public int leastLength() {
        return 1;
    }

    @Override
    public Layer layer(Layout layout, int in) {
        List<Layer> layers = new ArrayList<>();
        layers.add(Mlp.dense(layout, "summary.rows", in, width, Activation.LINEAR));
        for (int i = 0; i < blocks; i++) {
            String name = "summary.block." + i;
            Layer found = Chain.of(
                    new Seeds(layout, name + ".points", points, width, heads),
                    new LayerNorm(layout, name + ".points.norm", width));
            layers.add(TransformerBlock.of(layout, name, Attention.to(found, layout, name + ".attention", heads)));
        }
        layers.add(new LayerNorm(layout, "summary.norm", width));
        layers.add(new Seeds(layout, "summary.seeds", seeds, width, heads));
        layers.add(new Windows(width, seeds));
        layers.add(Mlp.dense(layout, "summary.dense", seeds * width, out, Activation.ELU));
        return new Chain(layers);
    }

    @Override
    public String kind() {
        return NAME;
    }

    @Override
    public Map<String, Object> settings() {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("blocks", blocks);
        settings.put("width", width);
        settings.put("heads", heads);
        settings.put("points", points);
        settings.put("seeds", seeds);
        settings.put("out", out);
        return settings;
    }

    /** The kind {@code set-transformer}. */
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
            return new SetTransformer(
                    settings.integer("blocks", 0, Sizes.DEEPEST),
                    TransformerBlock.width(settings),
                    TransformerBlock.heads(settings),
                    settings.integer("points", 1, MOST_SEEDS),
                    settings.integer("seeds", 1, MOST_SEEDS),
                    settings.integer("out", 1, Sizes.WIDEST));
        }
    }
}
