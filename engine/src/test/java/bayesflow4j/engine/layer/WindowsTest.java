package bayesflow4j.engine.layer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.memory.Layout;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class WindowsTest {
    @Nested
    class OfThreeRows extends LayerLaws {
        @Override
        protected Layer layer(Layout layout) {
            return new Windows(3, 3);
        }

        @Override
        protected double[] formula(Numbers w, double[] x, int sets, int length) {
            int count = (length + 2) / 3;
            double[] y = new double[sets * count * 9];
            for (int m = 0; m < sets; m++) System.arraycopy(x, m * length * 3, y, m * count * 9, length * 3);
            return y;
        }
    }

    @Nested
    class WithPositions extends LayerLaws {
        @Override
        protected Layer layer(Layout layout) {
            return new Positions(5);
        }

        @Override
        protected double[] formula(Numbers w, double[] x, int sets, int length) {
            double[] y = x.clone();
            for (int i = 0; i < y.length; i++) {
                int j = i % 5;
                double angle = i / 5 % length / Math.pow(1e4, (j - j % 2) / 5.0);
                y[i] += j % 2 == 0 ? Math.sin(angle) : Math.cos(angle);
            }
            return y;
        }
    }

    @Nested
    class AddedToTheirInput extends LayerLaws {
        @Override
        protected Layer layer(Layout layout) {
            return new Residual(Mlp.dense(layout, "d", 5, 5, Activation.ELU));
        }

        @Override
        protected double[] formula(Numbers w, double[] x, int sets, int length) {
            return MlpTest.rowByRow(x, 5, row -> {
                double[] y = w.mlp("d", 1, Activation.ELU, Activation.ELU, row, new double[0]);
                for (int j = 0; j < 5; j++) y[j] += row[j];
                return y;
            });
        }
    }

    @Test
    void aCorrectionOfAnotherWidthIsRefused() {
        assertEquals(
                "f: expected to give width 4 as it takes, gives 8",
                assertThrows(IllegalArgumentException.class, () -> new Residual(new Moments(4)))
                        .getMessage());
    }
}
