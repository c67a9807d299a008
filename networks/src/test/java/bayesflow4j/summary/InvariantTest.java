package bayesflow4j.summary;

import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.layer.LayerLaws;
import bayesflow4j.engine.layer.Numbers;
import bayesflow4j.engine.memory.Layout;
import org.junit.jupiter.api.Nested;

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
            double[] y = new double[sets * network.out()];
            for (int m = 0; m < sets; m++) {
                double[] summary = InvariantFormula.of(network, w, InvariantFormula.rows(x, length, 2, m));
                System.arraycopy(summary, 0, y, m * network.out(), network.out());
            }
            return y;
        }
    }

    @Nested
    class TheFormulaWithMeans extends Formula {
        TheFormulaWithMeans() {
            super(new Invariant(1, 4, 2, 3, Pool.MEAN));
        }
    }

    @Nested
    class TheFormulaWithMomentsAndMaxima extends Formula {
        TheFormulaWithMomentsAndMaxima() {
            super(new Invariant(1, 4, 2, 3, Pool.MOMENTS_AND_MAXIMA));
        }
    }
}
