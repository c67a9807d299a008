package bayesflow4j.engine.layer;

import bayesflow4j.engine.memory.Layout;
import java.util.ArrayList;
import java.util.List;
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
            List<Double> y = new ArrayList<>();
            for (int m = 0; m < sets; m++) {
                List<Double> means = new ArrayList<>();
                for (int j = 0; j < in; j++) means.add(mean(x, length, m, j, -1));
                for (int i = 0; i < in; i++)
                    for (int j = i; j < in; j++) if (i == j || in < 9) means.add(mean(x, length, m, i, j));
                for (double mean : means) y.add(asinh(mean));
                means.add(1.0);
                for (double mean : means) y.add(bounded(mean * Math.sqrt(length) / 10));
            }
            return y.stream().mapToDouble(v -> v).toArray();
        }

        private double mean(double[] x, int length, int m, int i, int j) {
            double sum = 0;
            for (int n = 0; n < length; n++) {
                int row = (m * length + n) * in;
                sum += x[row + i] * (j < 0 ? 1 : x[row + j]);
            }
            return sum / length;
        }

        private static double bounded(double v) {
            return v / Math.sqrt(1 + v * v / 400);
        }

        private static double asinh(double v) {
            return Math.log(v + Math.sqrt(1 + v * v));
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
