package bayesflow4j.summary;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.layer.Chain;
import bayesflow4j.engine.layer.Convolution;
import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.layer.Mlp;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.storage.Fields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A summary of a series by convolutions over time, pooling over the remaining time steps, and a dense layer (the
 * paper's fully convolutional network).
 *
 * @param convolutions in order, each followed by ReLU
 * @param out S
 * @param pool how the last features are pooled over time
 */
public record Convolutional(List<Filters> convolutions, int out, Pool pool) implements SummaryNetwork {
    private static final String NAME = "convolutional";

    /** The network of the paper's SIR experiment. */
    public static final Convolutional PAPER = new Convolutional(
            List.of(new Filters(64, 5, 3), new Filters(64, 5, 3), new Filters(128, 3, 1), new Filters(128, 3, 1)),
            64,
            Pool.MEAN);

    /** The first filters read every time step; pooling keeps means and standard deviations. */
    public static final Convolutional DEFAULT = new Convolutional(
            List.of(new Filters(64, 5, 1), new Filters(64, 5, 3), new Filters(64, 3, 1), new Filters(128, 3, 3)),
            64,
            Pool.MOMENTS);

    /** One convolution: the number of filters, the time steps each spans, and the stride between them. */
    public record Filters(int count, int size, int stride) {
        public Filters {
            Sizes.requirePositive("count", count);
            Sizes.requirePositive("size", size);
            Sizes.requirePositive("stride", stride);
        }

        private Map<String, Object> written() {
            Map<String, Object> written = new LinkedHashMap<>();
            written.put("count", count);
            written.put("size", size);
            written.put("stride", stride);
            return written;
        }

        private static Filters read(Fields written) {
            Filters filters = new Filters(
                    written.integer("count", 1, Sizes.WIDEST),
                    written.integer("size", 1, Sizes.WIDEST),
                    written.integer("stride", 1, Sizes.WIDEST));
            written.end();
            return filters;
        }
    }

    public Convolutional {
        convolutions = List.copyOf(convolutions);
        if (convolutions.isEmpty()) throw new IllegalArgumentException("convolutions: expected at least one, got none");
        Sizes.requirePositive("out", out);
    }

    @Override
    public int leastLength() {
        int length = 1;
        for (Filters filters : convolutions.reversed()) length = (length - 1) * filters.stride() + filters.size();
        return length;
    }

    @Override
    public Layer layer(Layout layout, int in) {
        List<Layer> layers = new ArrayList<>();
        int from = in;
        for (int i = 0; i < convolutions.size(); i++) {
            Filters f = convolutions.get(i);
            layers.add(new Convolution(
                    layout, "summary.convolution." + i, from, f.count(), f.size(), f.stride(), Activation.RELU));
            from = f.count();
        }
        Layer kept = pool.layer(layout, "summary", from);
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
        settings.put("convolutions", convolutions.stream().map(Filters::written).toList());
        settings.put("out", out);
        settings.put("pool", pool.written());
        return settings;
    }

    /** The kind {@code convolutional}. */
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
            return new Convolutional(
                    settings.objects("convolutions", Sizes.DEEPEST).stream()
                            .map(Filters::read)
                            .toList(),
                    settings.integer("out", 1, Sizes.WIDEST),
                    Pool.read(settings));
        }
    }
}
