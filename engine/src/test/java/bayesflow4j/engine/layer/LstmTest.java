package bayesflow4j.engine.layer;

import bayesflow4j.engine.memory.Layout;
import org.junit.jupiter.api.Nested;

class LstmTest {
    abstract static class Recurrent extends LayerLaws {
        private final int in;
        private final int units;

        Recurrent(int in, int units) {
            this.in = in;
            this.units = units;
        }

        @Override
        protected int[][] shapes() {
            return new int[][] {{1, 1}, {3, 1}, {1, 2}, {2, 4}, {7, 5}, {3, 9}};
        }

        @Override
        protected Layer layer(Layout layout) {
            return new Lstm(layout, "l", in, units);
        }

        @Override
        protected double[] formula(Numbers w, double[] x, int sets, int length) {
            return LstmFormula.of(w, "l", x, sets, length, units);
        }
    }

    @Nested
    class OneUnit extends Recurrent {
        OneUnit() {
            super(1, 1);
        }
    }

    @Nested
    class OddUnits extends Recurrent {
        OddUnits() {
            super(3, 5);
        }
    }

    @Nested
    class WholeUnits extends Recurrent {
        WholeUnits() {
            super(2, 8);
        }
    }
}
