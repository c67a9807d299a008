package bayesflow4j.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.layer.LayerLaws;
import bayesflow4j.engine.layer.Numbers;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.storage.Fields;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class InvariantTest {
    abstract static class OfSets extends SummaryNetworkLaws {
        private final Invariant network;

        OfSets(Invariant network) {
            this.network = network;
        }

        @Override
        protected SummaryNetwork network() {
            return network;
        }

        @Override
        protected int summaryWidth() {
            return network.out() + (network.products() ? Ensemble.means(WIDTH) : 0);
        }

        @Override
        protected Order order() {
            return Order.DOES_NOT_MATTER;
        }
    }

    @Nested
    class TheDefault extends OfSets {
        TheDefault() {
            super(Invariant.DEFAULT);
        }
    }

    @Nested
    class OfThePaper extends OfSets {
        OfThePaper() {
            super(Invariant.PAPER);
        }
    }

    @Nested
    class WithMeans extends OfSets {
        WithMeans() {
            super(new Invariant(2, 10, 2, 5, Pool.MEAN));
        }
    }

    @Nested
    class WithMoments extends OfSets {
        WithMoments() {
            super(new Invariant(1, 10, 2, 5, Pool.MOMENTS));
        }
    }

    @Nested
    class WithMomentsAndMaxima extends OfSets {
        WithMomentsAndMaxima() {
            super(new Invariant(0, 10, 1, 5, Pool.MOMENTS_AND_MAXIMA));
        }
    }

    @Nested
    class WithProducts extends OfSets {
        WithProducts() {
            super(new Invariant(1, 10, 2, 5, Pool.MEAN).withProducts(true));
        }
    }

    abstract static class Formula extends LayerLaws {
        private final Invariant network;

        Formula(Invariant network) {
            this.network = network;
        }

        @Override
        protected Layer layer(Layout layout) {
            return network.layer(layout, 2);
        }

        @Override
        protected double[] formula(Numbers w, double[] x, int sets, int length) {
            return Numbers.setBySet(x, sets, length, 2, rows -> InvariantFormula.of(network, w, rows));
        }
    }

    @Nested
    class TheFormulaWithMeans extends Formula {
        TheFormulaWithMeans() {
            super(new Invariant(1, 4, 2, 3, Pool.MEAN));
        }
    }

    @Nested
    class TheFormulaWithProducts extends Formula {
        TheFormulaWithProducts() {
            super(new Invariant(0, 4, 1, 3, Pool.MEAN).withProducts(true));
        }
    }

    @Nested
    class TheFormulaWithMomentsAndMaxima extends Formula {
        TheFormulaWithMomentsAndMaxima() {
            super(new Invariant(1, 4, 2, 3, Pool.MOMENTS_AND_MAXIMA));
        }
    }

    @Test
    void filesThatDoNotMentionProductsHaveNone() {
        Map<String, Object> written = new LinkedHashMap<>(Invariant.PAPER.written());
        written.remove("products");
        assertEquals(Invariant.PAPER, SummaryNetwork.KINDS.read(Fields.of("summary", written)));
    }
}
