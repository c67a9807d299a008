package bayesflow4j.engine.layer;

import bayesflow4j.engine.memory.Layout;
import org.junit.jupiter.api.Nested;

class PoolingTest {
    abstract static class Pooled extends LayerLaws {
        private final Pooling pooling;

        Pooled(int in, Pooling.Kind kind) {
            pooling = new Pooling(in, kind);
        }

        @Override
        protected Layer layer(Layout layout) {
            return pooling;
        }

        @Override
        protected double[] formula(Numbers w, double[] x, int sets, int length) {
            int in = pooling.in();
            double[] y = new double[sets * in];
            for (int m = 0; m < sets; m++)
                for (int n = 0; n < length; n++)
                    for (int j = 0; j < in; j++) y[m * in + j] += x[(m * length + n) * in + j];
            if (pooling.kind() == Pooling.Kind.MEAN) for (int i = 0; i < y.length; i++) y[i] /= length;
            return y;
        }
    }

    @Nested
    class Mean extends Pooled {
        Mean() {
            super(3, Pooling.Kind.MEAN);
        }
    }

    @Nested
    class MeanOfWholeVectors extends Pooled {
        MeanOfWholeVectors() {
            super(24, Pooling.Kind.MEAN);
        }
    }

    @Nested
    class Sum extends Pooled {
        Sum() {
            super(1, Pooling.Kind.SUM);
        }
    }
}
