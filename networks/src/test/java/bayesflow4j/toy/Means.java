package bayesflow4j.toy;

import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.layer.Pooling;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.storage.Fields;
import bayesflow4j.summary.SummaryKind;
import bayesflow4j.summary.SummaryNetwork;
import java.util.Map;

/** A toy that shows what a new summary network takes: the mean of each column. */
public record Means() implements SummaryNetwork {
    @Override
    public int leastLength() {
        return 1;
    }

    @Override
    public Layer layer(Layout layout, int width) {
        return new Pooling(width, Pooling.Kind.MEAN);
    }

    @Override
    public String kind() {
        return "toy-means";
    }

    @Override
    public Map<String, Object> settings() {
        return Map.of();
    }

    /** Found by its name. */
    public static final class Kind implements SummaryKind {
        @Override
        public String name() {
            return "toy-means";
        }

        @Override
        public SummaryNetwork standard() {
            return new Means();
        }

        @Override
        public SummaryNetwork read(Fields settings) {
            return new Means();
        }
    }
}
