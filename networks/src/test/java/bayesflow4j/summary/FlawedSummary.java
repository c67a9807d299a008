package bayesflow4j.summary;

import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.layer.Pass;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import java.util.Map;

/** A summary network with room for a mistake; without one it is as good as the right one, and equal to it. */
class FlawedSummary implements SummaryNetwork {
    final SummaryNetwork right;

    FlawedSummary(SummaryNetwork right) {
        this.right = right;
    }

    @Override
    public final int leastLength() {
        return right.leastLength();
    }

    @Override
    public final String kind() {
        return right.kind();
    }

    @Override
    public Map<String, Object> settings() {
        return right.settings();
    }

    @Override
    public final boolean equals(Object other) {
        return right.equals(other);
    }

    @Override
    public final int hashCode() {
        return right.hashCode();
    }

    @Override
    public final Layer layer(Layout layout, int width) {
        Layer layer = right.layer(layout, width);
        return new Layer() {
            @Override
            public int in() {
                return layer.in();
            }

            @Override
            public int out() {
                return layer.out();
            }

            @Override
            public Pass pass(Memory memory) {
                return flawed(layer.pass(memory), memory);
            }
        };
    }

    private Pass flawed(Pass pass, Memory memory) {
        return new Pass() {
            @Override
            public Block forward(Block x) {
                return FlawedSummary.this.forward(pass, x, memory);
            }

            @Override
            public Block backward(Block dy) {
                return pass.backward(dy);
            }

            @Override
            public void backwardToWeights(Block dy) {
                FlawedSummary.this.backwardToWeights(pass, dy, memory);
            }
        };
    }

    Block forward(Pass pass, Block x, Memory memory) {
        return pass.forward(x);
    }

    void backwardToWeights(Pass pass, Block dy, Memory memory) {
        pass.backwardToWeights(dy);
    }
}
