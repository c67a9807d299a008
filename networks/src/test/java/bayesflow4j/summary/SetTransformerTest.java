package bayesflow4j.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.layer.LayerLaws;
import bayesflow4j.engine.layer.Numbers;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.storage.FieldException;
import bayesflow4j.storage.Fields;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class SetTransformerTest {
    abstract static class OfSets extends SummaryNetworkLaws {
        private final SetTransformer network;

        OfSets(SetTransformer network) {
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
            return Order.DOES_NOT_MATTER;
        }
    }

    @Nested
    class TheDefault extends OfSets {
        TheDefault() {
            super(SetTransformer.DEFAULT);
        }
    }

    @Nested
    class PoolingAlone extends OfSets {
        PoolingAlone() {
            super(new SetTransformer(0, 16, 2, 1, 3, 5));
        }
    }

    @Nested
    class TheFormula extends LayerLaws {
        private static final SetTransformer NETWORK = new SetTransformer(1, 8, 1, 2, 2, 3);

        @Override
        protected Layer layer(Layout layout) {
            return NETWORK.layer(layout, 2);
        }

        @Override
        protected int[][] shapes() {
            return new int[][] {{1, 1}, {3, 1}, {2, 5}, {3, 17}};
        }

        @Override
        protected double[] formula(Numbers w, double[] x, int sets, int length) {
            return Numbers.setBySet(x, sets, length, 2, rows -> TransformerFormula.of(NETWORK, w, rows));
        }
    }

    @Test
    void aWidthThatHeadsCannotShareIsRefused() {
        Map<String, Object> written = new LinkedHashMap<>(SetTransformer.DEFAULT.written());
        written.put("width", 40);
        assertEquals(
                "summary.width: expected a multiple of 8·heads = 32, got 40",
                assertThrows(FieldException.class, () -> SummaryNetwork.KINDS.read(Fields.of("summary", written)))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> new SetTransformer(1, 40, 4, 2, 1, 8));
    }
}
