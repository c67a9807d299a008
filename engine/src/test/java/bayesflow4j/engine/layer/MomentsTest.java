package bayesflow4j.engine.layer;

import bayesflow4j.engine.memory.Layout;
import org.junit.jupiter.api.Nested;

class MomentsTest {
    abstract static class OfWidth extends LayerLaws {
        private final int in;

        OfWidth(int in) {
            this.in = in;
        }

        @Override
        protected Layer layer(Layout layout) {
            return new Moments(in);
        }

        @Override
        protected double[] formula(Numbers w, double[] x, int sets, int length) {
            double[] y = new double[sets * 2 * in];
            for (int m = 0; m < sets; m++)
                for (int j = 0; j < in; j++) {
                    double mean = 0;
                    double squares = 0;
                    for (int n = 0; n < length; n++) mean += x[(m * length + n) * in + j] / length;
                    for (int n = 0; n < length; n++) {
                        double off = x[(m * length + n) * in + j] - mean;
                        squares += off * off / length;
                    }
                    y[m * 2 * in + j] = mean;
                    y[m * 2 * in + in + j] = Math.sqrt(squares + Moments.LEAST_VARIANCE);
                }
            return y;
        }
    }

    @Nested
    class One extends OfWidth {
        One() {
            super(1);
        }
    }

    @Nested
    class Odd extends OfWidth {
        Odd() {
            super(5);
        }
    }

    @Nested
    class WholeVectors extends OfWidth {
        WholeVectors() {
            super(16);
        }
    }
}
