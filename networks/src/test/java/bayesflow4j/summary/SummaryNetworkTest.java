package bayesflow4j.summary;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Laws;
import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.layer.LayerLaws;
import bayesflow4j.engine.layer.Numbers;
import bayesflow4j.engine.layer.Pass;
import bayesflow4j.engine.layer.Subject;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.summary.Convolutional.Filters;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SummaryNetworkTest {
    private static final int WIDTH = 3;

    static List<SummaryNetwork> networks() {
        return List.of(
                new Invariant(2, 10, 2, 5, Pool.MEAN),
                new Recurrent(6, 7, 5),
                new Convolutional(List.of(new Filters(9, 3, 2), new Filters(8, 2, 1)), 5, Pool.MEAN),
                new Convolutional(List.of(new Filters(9, 3, 2)), 5, Pool.MOMENTS),
                new Invariant(1, 10, 2, 5, Pool.MOMENTS),
                new Invariant(1, 10, 2, 5, Pool.MOMENTS_AND_MAXIMA));
    }

    private static float[] summary(SummaryNetwork network, float[] x, int length) {
        Layout layout = new Layout();
        Layer layer = network.layer(layout, WIDTH);
        Pass pass = layer.pass(Memory.forEvaluation(Kernels.best(), Laws.randomWeights(layout, 1)));
        return Subject.flat(pass.forward(Block.of(x, 1, length, WIDTH)));
    }

    @ParameterizedTest
    @MethodSource("networks")
    void anyLengthGivesASummaryOfTheSameWidth(SummaryNetwork network) {
        for (int length : new int[] {network.leastLength(), network.leastLength() + 1, 17, 100})
            assertEquals(5, summary(network, Laws.normal(length * WIDTH, 1, Laws.random(length)), length).length);
    }

    @ParameterizedTest
    @MethodSource("networks")
    void theDataMatter(SummaryNetwork network) {
        float[] x = Laws.normal(20 * WIDTH, 1, Laws.random(1));
        float[] before = summary(network, x, 20);
        x[10] += 1;
        assertFalse(Arrays.equals(before, summary(network, x, 20)));
    }

    @Test
    void theOrderOfASetDoesNotMatter() {
        SummaryNetwork network = new Invariant(2, 10, 2, 5, Pool.MEAN);
        float[] x = Laws.normal(30 * WIDTH, 1, Laws.random(2));
        float[] reversed = new float[x.length];
        for (int n = 0; n < 30; n++) System.arraycopy(x, n * WIDTH, reversed, (29 - n) * WIDTH, WIDTH);
        assertArrayEquals(summary(network, x, 30), summary(network, reversed, 30), 1e-4f);
    }

    @ParameterizedTest
    @MethodSource("networks")
    void theOrderOfASeriesMatters(SummaryNetwork network) {
        if (network instanceof Invariant) return;
        float[] x = Laws.normal(30 * WIDTH, 1, Laws.random(2));
        float[] reversed = new float[x.length];
        for (int n = 0; n < 30; n++) System.arraycopy(x, n * WIDTH, reversed, (29 - n) * WIDTH, WIDTH);
        float[] there = summary(network, x, 30);
        float[] back = summary(network, reversed, 30);
        double distance = 0;
        for (int j = 0; j < there.length; j++) distance = Math.max(distance, Math.abs(there[j] - back[j]));
        org.junit.jupiter.api.Assertions.assertTrue(distance > 0.01, "moved by " + distance);
    }

    @Test
    void leastLengthsAreThoseOfTheConvolutions() {
        assertEquals(
                5, new Convolutional(List.of(new Filters(1, 3, 2), new Filters(1, 2, 1)), 1, Pool.MEAN).leastLength());
        assertEquals(53, Convolutional.PAPER.leastLength());
        assertThrows(IllegalArgumentException.class, () -> summary(Convolutional.PAPER, new float[52 * WIDTH], 52));
        assertEquals(64, summary(Convolutional.PAPER, new float[53 * WIDTH], 53).length);
    }

    @Test
    void vectorsAreTheirOwnSummary() {
        float[] x = {1, 2, 3};
        assertArrayEquals(x, summary(new Identity(), x, 1));
        assertThrows(IllegalArgumentException.class, () -> summary(new Identity(), new float[6], 2));
    }

    /** One equivariant and one invariant module, by their definition in the paper's appendix. */
    @Nested
    class InvariantIsTheFormula extends LayerLaws {
        @Override
        protected Layer layer(Layout layout) {
            return new Invariant(1, 4, 2, 3, Pool.MEAN).layer(layout, 2);
        }

        @Override
        protected double[] formula(Numbers w, double[] x, int sets, int length) {
            double[] y = new double[sets * 3];
            for (int m = 0; m < sets; m++) {
                double[][] rows = new double[length][];
                for (int n = 0; n < length; n++) rows[n] = Numbers.row(x, length, 2, m, n);
                double[] whole = invariant(w, "summary.equivariant.0.whole", rows);
                String name = "summary.equivariant.0.rows";
                double[] given = w.affine(name + ".condition.kernel", name + ".0.bias", whole);
                double[][] seen = new double[length][];
                for (int n = 0; n < length; n++)
                    seen[n] = w.mlp(name, 2, Activation.ELU, Activation.ELU, rows[n], given);
                System.arraycopy(invariant(w, "summary.invariant", seen), 0, y, m * 3, 3);
            }
            return y;
        }

        private double[] invariant(Numbers w, String name, double[][] rows) {
            double[] mean = new double[4];
            for (double[] row : rows) {
                double[] h = w.mlp(name + ".rows", 2, Activation.ELU, Activation.ELU, row, new double[0]);
                for (int j = 0; j < 4; j++) mean[j] += h[j] / rows.length;
            }
            return w.mlp(name + ".mean", 1, Activation.ELU, Activation.ELU, mean, new double[0]);
        }
    }

    /** The mean of each column, and log N scaled to [−1, 1] over 1 … 50. */
    @Nested
    class TheNumberOfRowsIsPartOfTheSummary extends LayerLaws {
        @Override
        protected Layer layer(Layout layout) {
            return WithCount.of(
                    new bayesflow4j.engine.layer.Pooling(2, bayesflow4j.engine.layer.Pooling.Kind.MEAN),
                    ObservationCount.between(1, 50));
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
    }
}
