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
            double[] y = new double[sets * 2 * units];
            for (int m = 0; m < sets; m++) {
                System.arraycopy(run(w, "l.forwards", x, m, length, false), 0, y, m * 2 * units, units);
                System.arraycopy(run(w, "l.backwards", x, m, length, true), 0, y, m * 2 * units + units, units);
            }
            return y;
        }

        private double[] run(Numbers w, String name, double[] x, int set, int length, boolean reversed) {
            double[] h = new double[units];
            double[] c = new double[units];
            for (int s = 0; s < length; s++) {
                double[] row = Numbers.row(x, length, in, set, reversed ? length - 1 - s : s);
                double[] a = w.affine(name + ".input.kernel", name + ".bias", row);
                double[] b = w.times(name + ".state.kernel", h);
                for (int j = 0; j < units; j++) {
                    double i = logistic(a[j] + b[j]);
                    double f = logistic(a[units + j] + b[units + j]);
                    double g = Math.tanh(a[2 * units + j] + b[2 * units + j]);
                    double o = logistic(a[3 * units + j] + b[3 * units + j]);
                    c[j] = f * c[j] + i * g;
                    h[j] = o * Math.tanh(c[j]);
                }
            }
            return h;
        }

        private static double logistic(double v) {
            return 1 / (1 + Math.exp(-v));
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
