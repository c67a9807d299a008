package bayesflow4j.engine.layer;

import bayesflow4j.engine.memory.Layout;
import org.junit.jupiter.api.Nested;

class SecondMomentsTest {
    abstract static class OfWidth extends LayerLaws {
        private final int in;

        OfWidth(int in) {
            this.in = in;
        }

        @Override
        protected Layer layer(Layout layout) {
            return new SecondMoments(in);
        }

        @Override
        protected double[] formula(Numbers w, double[] x, int sets, int length) {
            return Numbers.setBySet(x, sets, length, in, SecondMomentsFormula::of);
        }
    }

    @Nested
    class One extends OfWidth {
        One() {
            super(1);
        }
    }

    @Nested
    class AllPairs extends OfWidth {
        AllPairs() {
            super(4);
        }
    }

    @Nested
    class Wide extends OfWidth {
        Wide() {
            super(9);
        }
    }
}
