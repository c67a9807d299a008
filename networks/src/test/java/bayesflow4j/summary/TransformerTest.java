package bayesflow4j.summary;

import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.layer.LayerLaws;
import bayesflow4j.engine.layer.Numbers;
import bayesflow4j.engine.memory.Layout;
import org.junit.jupiter.api.Nested;

class TransformerTest {
    abstract static class OfSeries extends SummaryNetworkLaws {
        private final Transformer network;

        OfSeries(Transformer network) {
            this.network = network;
        }

        @Override
        protected SummaryNetwork network() {
            return network;
        }

        @Override
        protected int summaryWidth() {
            return network.out();
        }

        @Override
        protected Order order() {
            return Order.MATTERS;
        }
    }

    @Nested
    class TheDefault extends OfSeries {
        TheDefault() {
            super(Transformer.DEFAULT);
        }
    }

    @Nested
    class OneStepAtATime extends OfSeries {
        OneStepAtATime() {
            super(new Transformer(1, 1, 16, 2, 5, Pool.MEAN));
        }
    }

    @Nested
    class TheFormula extends LayerLaws {
        private static final Transformer NETWORK = new Transformer(3, 1, 8, 1, 3, Pool.MOMENTS);

        @Override
        protected Layer layer(Layout layout) {
            return NETWORK.layer(layout, 2);
        }

        @Override
        protected int[][] shapes() {
            return new int[][] {{1, 4}, {3, 5}, {2, 9}, {3, 17}};
        }

        @Override
        protected double[] formula(Numbers w, double[] x, int sets, int length) {
            return Numbers.setBySet(x, sets, length, 2, rows -> TransformerFormula.of(NETWORK, w, rows));
        }
    }
}
