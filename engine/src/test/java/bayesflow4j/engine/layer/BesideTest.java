package bayesflow4j.engine.layer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.memory.Layout;
import java.util.Arrays;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class BesideTest {
    /** One whose gradient is one row shown many times, and one that writes all rows. */
    @Nested
    class PooledRows extends LayerLaws {
        private static final int IN = 5;

        @Override
        protected Layer layer(Layout layout) {
            return new Beside(new Pooling(IN, Pooling.Kind.SUM), new Maxima(IN));
        }

        @Override
        protected double[] formula(Numbers w, double[] x, int sets, int length) {
            double[] maxima = MaximaTest.maxima(x, IN, sets, length);
            double[] y = new double[sets * 2 * IN];
            for (int i = 0; i < x.length; i++) y[i / (length * IN) * 2 * IN + i % IN] += x[i];
            for (int m = 0; m < sets; m++) System.arraycopy(maxima, m * IN, y, m * 2 * IN + IN, IN);
            return y;
        }
    }

    /** Both with weights. */
    @Nested
    class Dense extends LayerLaws {
        @Override
        protected Layer layer(Layout layout) {
            return new Beside(
                    Mlp.dense(layout, "f", 3, 2, Activation.ELU), Mlp.dense(layout, "g", 3, 9, Activation.TANH));
        }

        @Override
        protected double[] formula(Numbers w, double[] x, int sets, int length) {
            return MlpTest.rowByRow(x, 3, row -> {
                double[] y = Arrays.copyOf(w.mlp("f", 1, Activation.ELU, Activation.ELU, row, new double[0]), 11);
                System.arraycopy(w.mlp("g", 1, Activation.TANH, Activation.TANH, row, new double[0]), 0, y, 2, 9);
                return y;
            });
        }
    }

    @Test
    void otherWidthsAreRefused() {
        IllegalArgumentException refusal =
                assertThrows(IllegalArgumentException.class, () -> new Beside(new Maxima(3), new Maxima(4)));
        assertEquals("g: expected to take width 3 as f does, takes 4", refusal.getMessage());
    }
}
