package bayesflow4j.summary;

import static org.junit.jupiter.api.Assertions.assertSame;

import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.layer.LayerLaws;
import bayesflow4j.engine.layer.Numbers;
import bayesflow4j.engine.layer.Pooling;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.model.ObservationCount;
import org.junit.jupiter.api.Test;

/** The mean of each column, and log N scaled to [−1, 1] over 1 … 50. */
class WithCountTest extends LayerLaws {
    @Override
    protected Layer layer(Layout layout) {
        return WithCount.of(new Pooling(2, Pooling.Kind.MEAN), ObservationCount.between(1, 50));
    }

    @Override
    protected double[] formula(Numbers w, double[] x, int sets, int length) {
        double[] y = new double[sets * 3];
        for (int m = 0; m < sets; m++) {
            for (int n = 0; n < length; n++)
                for (int j = 0; j < 2; j++) y[m * 3 + j] += x[(m * length + n) * 2 + j] / length;
            y[m * 3 + 2] = 2 * Math.log(length) / Math.log(50) - 1;
        }
        return y;
    }

    @Test
    void aNumberThatIsAlwaysTheSameIsNoPartOfTheSummary() {
        Layer mean = new Pooling(2, Pooling.Kind.MEAN);
        assertSame(mean, WithCount.of(mean, ObservationCount.exactly(9)));
    }
}
