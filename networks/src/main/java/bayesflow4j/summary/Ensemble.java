package bayesflow4j.summary;

import bayesflow4j.engine.layer.Beside;
import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.layer.SecondMoments;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.model.DataKind;
import bayesflow4j.storage.Fields;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Summaries by several networks of one design, each with weights of its own, and the means of products of the data's columns: a
 * summary for an ensemble of heads, each of which reads the summary of its network and the means.
 *
 * @param members E
 * @param network the design of each
 */
public record Ensemble(int members, SummaryNetwork network) implements SummaryNetwork {
    private static final String NAME = "ensemble";
    private static final int MOST_MEMBERS = 100;

    /** Refuses an ensemble of none. */
    public Ensemble {
        Sizes.requirePositive("members", members);
    }

    /** The number of means for data of this width, which follow the summaries of the networks. */
    public static int means(int width) {
        return new SecondMoments(width).out();
    }

    @Override
    public int leastLength() {
        return network.leastLength();
    }

    @Override
    public boolean reads(DataKind kind) {
        return network.reads(kind);
    }

    @Override
    public Layer layer(Layout layout, int width) {
        Layer all = new SecondMoments(width);
        for (int e = members - 1; e >= 0; e--)
            all = new Beside(network.layer(layout.under("member." + e + "."), width), all);
        return all;
    }

    @Override
    public String kind() {
        return NAME;
    }

    @Override
    public Map<String, Object> settings() {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("members", members);
        settings.put("network", network.written());
        return settings;
    }

    /** The kind {@code ensemble}. */
    public static final class Kind implements SummaryKind {
        @Override
        public String name() {
            return NAME;
        }

        @Override
        public SummaryNetwork standard() {
            return new Ensemble(4, new Invariant(1, 32, 2, 32, Pool.MOMENTS_AND_MAXIMA));
        }

        @Override
        public SummaryNetwork read(Fields settings) {
            return new Ensemble(settings.integer("members", 1, MOST_MEMBERS), KINDS.read(settings.object("network")));
        }
    }
}
