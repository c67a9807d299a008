package bayesflow4j.summary;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.layer.Chain;
import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.layer.Lstm;
import bayesflow4j.engine.layer.Mlp;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.storage.Fields;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A summary of a series by a bidirectional LSTM whose final states pass through two dense layers.
 *
 * @param units units of the LSTM in each direction
 * @param hidden width of the first dense layer
 * @param out S
 */
public record Recurrent(int units, int hidden, int out) implements SummaryNetwork {
    private static final String NAME = "recurrent";

    /** 64 units everywhere. */
    public static final Recurrent DEFAULT = new Recurrent(64, 64, 64);

    public Recurrent {
        Sizes.requirePositive("units", units);
        Sizes.requirePositive("hidden", hidden);
        Sizes.requirePositive("out", out);
    }

    @Override
    public int leastLength() {
        return 1;
    }

    @Override
    public Layer layer(Layout layout, int in) {
        return Chain.of(
                new Lstm(layout, "summary.lstm", in, units),
                new Mlp(
                        layout,
                        "summary.dense",
                        2 * units,
                        0,
                        new int[] {hidden, out},
                        Activation.ELU,
                        Activation.LINEAR));
    }

    @Override
    public String kind() {
        return NAME;
    }

    @Override
    public Map<String, Object> settings() {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("units", units);
        settings.put("hidden", hidden);
        settings.put("out", out);
        return settings;
    }

    /** The kind {@code recurrent}. */
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
            return new Recurrent(
                    settings.integer("units", 1, Sizes.WIDEST),
                    settings.integer("hidden", 1, Sizes.WIDEST),
                    settings.integer("out", 1, Sizes.WIDEST));
        }
    }
}
