package bayesflow4j.summary;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.layer.Attention;
import bayesflow4j.engine.layer.Chain;
import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.layer.LayerNorm;
import bayesflow4j.engine.layer.Mlp;
import bayesflow4j.engine.layer.Positions;
import bayesflow4j.engine.layer.Windows;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.storage.Fields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A summary of a series by attention: windows of time steps, with their places added, attend to each other, then the features of all
 * windows are pooled. The cost grows as (T/window)².
 *
 * @param window time steps that are read together; the last window is filled up with zeros, which are means
 * @param blocks the number of blocks, 1 or more
 * @param width of windows inside the network, a multiple of 8·heads
 * @param heads of each attention
 * @param out S
 * @param pool how the features of all windows are pooled
 */
public record Transformer(int window, int blocks, int width, int heads, int out, Pool pool) implements SummaryNetwork {
    private static final String NAME = "transformer";

    /** Two blocks of width 64 with four heads on windows of eight steps, pooling by means and standard deviations. */
    public static final Transformer DEFAULT = new Transformer(8, 2, 64, 4, 64, Pool.MOMENTS);

    public Transformer {
        Sizes.requirePositive("window", window);
        Sizes.requirePositive("blocks", blocks);
        TransformerBlock.require(width, heads);
        Sizes.requirePositive("out", out);
    }

    @Override
    public int leastLength() {
        return 1;
    }

    @Override
    public Layer layer(Layout layout, int in) {
        List<Layer> layers = new ArrayList<>();
        layers.add(new Windows(in, window));
        layers.add(Mlp.dense(layout, "summary.windows", window * in, width, Activation.LINEAR));
        layers.add(new Positions(width));
        for (int i = 0; i < blocks; i++) {
            String name = "summary.block." + i;
            layers.add(TransformerBlock.of(layout, name, Attention.self(layout, name + ".attention", width, heads)));
        }
        layers.add(new LayerNorm(layout, "summary.norm", width));
        Layer kept = pool.layer(layout, "summary", width);
        layers.add(kept);
        layers.add(Mlp.dense(layout, "summary.dense", kept.out(), out, Activation.ELU));
        return new Chain(layers);
    }

    @Override
    public String kind() {
        return NAME;
    }

    @Override
    public Map<String, Object> settings() {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("window", window);
        settings.put("blocks", blocks);
        settings.put("width", width);
        settings.put("heads", heads);
        settings.put("out", out);
        settings.put("pool", pool.written());
        return settings;
    }

    /** The kind {@code transformer}. */
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
            return new Transformer(
                    settings.integer("window", 1, Sizes.WIDEST),
                    settings.integer("blocks", 1, Sizes.DEEPEST),
                    TransformerBlock.width(settings),
                    TransformerBlock.heads(settings),
                    settings.integer("out", 1, Sizes.WIDEST),
                    Pool.read(settings));
        }
    }
}
