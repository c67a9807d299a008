package bayesflow4j.summary;

import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.layer.Pass;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.model.DataKind;
import bayesflow4j.storage.Fields;
import java.util.Map;

/** No network: the data are one row, which is its own summary. Hand-made summary statistics are data of this kind. */
public record Identity() implements SummaryNetwork {
    private static final String NAME = "identity";

    @Override
    public int leastLength() {
        return 1;
    }

    @Override
    public boolean reads(DataKind kind) {
        return kind == DataKind.VECTOR;
    }

    @Override
    public Layer layer(Layout layout, int width) {
        return new IdentityLayer(width);
    }

    private record IdentityLayer(int in) implements Layer, Pass {
        @Override
        public int out() {
            return in;
        }

        @Override
        public Pass pass(Memory memory) {
            return this;
        }

        @Override
        public Block forward(Block x) {
            if (x.length() != 1)
                throw new IllegalArgumentException("x: expected one row per data set, got " + x
                        + "; several rows need a summary network for sets or series");
            return x.requireWidth("x", in);
        }

        @Override
        public Block backward(Block dy) {
            return dy;
        }
    }

    @Override
    public String kind() {
        return NAME;
    }

    @Override
    public Map<String, Object> settings() {
        return Map.of();
    }

    /** The kind {@code identity}. */
    public static final class Kind implements SummaryKind {
        @Override
        public String name() {
            return NAME;
        }

        @Override
        public SummaryNetwork standard() {
            return new Identity();
        }

        @Override
        public SummaryNetwork read(Fields settings) {
            return new Identity();
        }
    }
}
