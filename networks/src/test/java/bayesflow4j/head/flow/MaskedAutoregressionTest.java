package bayesflow4j.head.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Laws;
import bayesflow4j.engine.layer.MadeFormula;
import bayesflow4j.engine.layer.Numbers;
import bayesflow4j.engine.layer.Permutation;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Weights;
import bayesflow4j.head.HiddenLayers;
import bayesflow4j.head.autoregressive.MaskedAutoregression;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class MaskedAutoregressionTest {
    private static final int CONDITION = 3;
    private static final float CLAMP = 1.9f;
    private static final HiddenLayers LAYERS = HiddenLayers.of(11, 16);

    private static MaskedAutoregression affine(Layout layout, String name, int width) {
        return MaskedAutoregression.affine(layout, name, width, CONDITION, LAYERS, CLAMP);
    }

    /** z and after it the log-determinant, as the paper has it; the second outputs of the network are −α. */
    private static double[] affineFormula(Numbers w, String name, double[] x, double[] c) {
        double[] outputs = MadeFormula.of(w, name, x, c, LAYERS.widths(), Activation.ELU, 2);
        double[] z = new double[x.length + 1];
        for (int i = 0; i < x.length; i++) {
            double alpha = -2 * CLAMP / Math.PI * Math.atan(outputs[x.length + i] / CLAMP);
            z[i] = (x[i] - outputs[i]) * Math.exp(-alpha);
            z[x.length] -= alpha;
        }
        return z;
    }

    abstract static class Affine extends BijectionLaws {
        private final int width;

        Affine(int width) {
            this.width = width;
        }

        @Override
        ConditionalBijection bijection(Layout layout) {
            return affine(layout, "a", width);
        }

        @Override
        double[] formula(Numbers w, double[] x, double[] c) {
            return affineFormula(w, "a", x, c);
        }

        @Test
        void itBeginsAsTheIdentity() {
            Layout layout = new Layout();
            ConditionalBijection bijection = bijection(layout);
            Weights weights = Weights.initial(layout, Laws.random(1));
            float[] x = Laws.normal(width, 1, Laws.random(2));
            float[] logDet = new float[1];
            Block z = bijection
                    .pass(Memory.forEvaluation(Kernels.best(), weights))
                    .given(Block.of(new float[] {1, -2, 3}, 1, 1, CONDITION))
                    .forward(Block.of(x, 1, 1, width), logDet);
            for (int j = 0; j < width; j++) assertEquals(x[j], z.data()[z.at(0, 0) + j]);
            assertEquals(0, logDet[0]);
        }
    }

    @Nested
    class OneParameter extends Affine {
        OneParameter() {
            super(1);
        }
    }

    @Nested
    class TwoParameters extends Affine {
        TwoParameters() {
            super(2);
        }
    }

    @Nested
    class FiveParameters extends Affine {
        FiveParameters() {
            super(5);
        }
    }

    @Nested
    class MoreThanAVector extends Affine {
        MoreThanAVector() {
            super(10);
        }
    }

    abstract static class Gated extends BijectionLaws {
        private final int width;

        Gated(int width) {
            this.width = width;
        }

        @Override
        ConditionalBijection bijection(Layout layout) {
            return MaskedAutoregression.gated(layout, "a", width, CONDITION, LAYERS);
        }

        @Override
        double[] formula(Numbers w, double[] x, double[] c) {
            double[] outputs = MadeFormula.of(w, "a", x, c, LAYERS.widths(), Activation.ELU, 2);
            double[] z = new double[x.length + 1];
            for (int i = 0; i < x.length; i++) {
                double gate = 1 / (1 + Math.exp(-(outputs[x.length + i] + 1.5)));
                z[i] = gate * x[i] + (1 - gate) * outputs[i];
                z[x.length] += Math.log(gate);
            }
            return z;
        }
    }

    @Nested
    class OneGate extends Gated {
        OneGate() {
            super(1);
        }
    }

    @Nested
    class FourGates extends Gated {
        FourGates() {
            super(4);
        }
    }

    @Nested
    class MoreGatesThanAVector extends Gated {
        MoreGatesThanAVector() {
            super(9);
        }
    }

    @Nested
    class AFlow extends BijectionLaws {
        @Override
        ConditionalBijection bijection(Layout layout) {
            return new ConditionalFlow(List.of(
                    affine(layout, "a", 3), new Shuffle(Permutation.reversal(3), CONDITION), affine(layout, "b", 3)));
        }

        @Override
        double[] formula(Numbers w, double[] x, double[] c) {
            double[] y = affineFormula(w, "a", x, c);
            double[] z = affineFormula(w, "b", new double[] {y[2], y[1], y[0]}, c);
            z[3] += y[3];
            return z;
        }
    }
}
