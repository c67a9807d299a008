package bayesflow4j.summary;

import org.junit.jupiter.api.Nested;

class EnsembleTest {
    private static final int MEANS = 2 * 9 + 1;

    @Nested
    class OfSets extends SummaryNetworkLaws {
        @Override
        protected SummaryNetwork network() {
            return new Ensemble(3, new Invariant(1, 10, 1, 5, Pool.MOMENTS_AND_MAXIMA));
        }

        @Override
        protected int summaryWidth() {
            return 3 * 5 + MEANS;
        }

        @Override
        protected Order order() {
            return Order.DOES_NOT_MATTER;
        }
    }

    @Nested
    class OfSeries extends SummaryNetworkLaws {
        @Override
        protected SummaryNetwork network() {
            return new Ensemble(2, new Recurrent(6, 5, 4));
        }

        @Override
        protected int summaryWidth() {
            return 2 * 4 + MEANS;
        }

        @Override
        protected Order order() {
            return Order.MATTERS;
        }
    }
}
