package bayesflow4j.summary;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.layer.LayerLaws;
import bayesflow4j.engine.layer.LstmFormula;
import bayesflow4j.engine.layer.Numbers;
import bayesflow4j.engine.memory.Layout;
import java.util.Arrays;
import org.junit.jupiter.api.Nested;

class RecurrentTest {
    abstract static class OfSeries extends SummaryNetworkLaws {
        private final Recurrent network;

        OfSeries(Recurrent network) {
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
            super(Recurrent.DEFAULT);
        }
    }

    @Nested
    class Small extends OfSeries {
        Small() {
            super(new Recurrent(6, 7, 5));
        }
    }

    @Nested
    class TheFormula extends LayerLaws {
        @Override
        protected int[][] shapes() {
            return new int[][] {{1, 1}, {3, 1}, {2, 5}, {3, 9}};
        }

        @Override
        protected Layer layer(Layout layout) {
            return new Recurrent(3, 4, 2).layer(layout, 2);
        }

        @Override
        protected double[] formula(Numbers w, double[] x, int sets, int length) {
            double[] states = LstmFormula.of(w, "summary.lstm", x, sets, length, 3);
            double[] y = new double[sets * 2];
            for (int m = 0; m < sets; m++) {
                double[] state = Arrays.copyOfRange(states, m * 6, (m + 1) * 6);
                double[] row = w.mlp("summary.dense", 2, Activation.ELU, Activation.LINEAR, state, new double[0]);
                System.arraycopy(row, 0, y, m * 2, 2);
            }
            return y;
        }
    }
}
