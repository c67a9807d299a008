package bayesflow4j.summary;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.layer.LayerLaws;
import bayesflow4j.engine.layer.Numbers;
import bayesflow4j.engine.memory.Layout;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class IdentityTest extends SummaryNetworkLaws {
    @Override
    protected SummaryNetwork network() {
        return new Identity();
    }

    @Override
    protected int summaryWidth() {
        return WIDTH;
    }

    @Override
    protected Order order() {
        return Order.HAS_ONE_ROW;
    }

    @Test
    void vectorsAreTheirOwnSummary() {
        float[] x = {1, 2, 3, 4, 5, 6};
        assertArrayEquals(x, summaries(x, 2, 1));
    }

    @Nested
    class TheFormula extends LayerLaws {
        @Override
        protected int[][] shapes() {
            return new int[][] {{1, 1}, {3, 1}, {50, 1}};
        }

        @Override
        protected Layer layer(Layout layout) {
            return new Identity().layer(layout, WIDTH);
        }

        @Override
        protected double[] formula(Numbers w, double[] x, int sets, int length) {
            return x.clone();
        }
    }
}
