package bayesflow4j.engine.layer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.memory.Layout;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ProductTest {
    abstract static class OfDense extends LayerLaws {
        private final int in;
        private final int out;

        OfDense(int in, int out) {
            this.in = in;
            this.out = out;
        }

        @Override
        protected Layer layer(Layout layout) {
            return new Product(
                    Mlp.dense(layout, "f", in, out, Activation.LINEAR),
                    Mlp.dense(layout, "g", in, out, Activation.TANH));
        }

        @Override
        protected double[] formula(Numbers w, double[] x, int sets, int length) {
            return MlpTest.rowByRow(x, in, row -> {
                double[] y = w.mlp("f", 1, Activation.LINEAR, Activation.LINEAR, row, new double[0]);
                double[] gate = w.mlp("g", 1, Activation.TANH, Activation.TANH, row, new double[0]);
                for (int j = 0; j < y.length; j++) y[j] *= gate[j];
                return y;
            });
        }
    }

    @Nested
    class Narrow extends OfDense {
        Narrow() {
            super(3, 2);
        }
    }

    @Nested
    class MoreThanAVector extends OfDense {
        MoreThanAVector() {
            super(9, 11);
        }
    }

    @Test
    void otherWidthsAreRefused() {
        IllegalArgumentException refusal =
                assertThrows(IllegalArgumentException.class, () -> new Product(new Maxima(3), new Maxima(4)));
        assertEquals("g: expected to take width 3 as f does, takes 4", refusal.getMessage());
    }
}
