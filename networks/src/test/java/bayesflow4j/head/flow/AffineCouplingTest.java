package bayesflow4j.head.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Laws;
import bayesflow4j.engine.layer.Numbers;
import bayesflow4j.engine.layer.Permutation;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Weights;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class AffineCouplingTest {
    private static final CouplingDesign DESIGN = CouplingDesign.PAPER.withHidden(9, 16);
    private static final CouplingDesign WITH_LINEAR = CouplingDesign.DEFAULT.withHidden(9, 16);
    private static final int CONDITION = 3;

    private static double[] clamped(Numbers w, String name, double[] x, double[] c) {
        return Arrays.stream(network(w, name, x, c))
                .map(s -> 2 * 1.9f / Math.PI * Math.atan(s / 1.9f))
                .toArray();
    }

    private static double[] network(Numbers w, String name, double[] x, double[] c) {
        double[] given = w.affine(name + ".condition.kernel", name + ".0.bias", c);
        return w.mlp(name, 3, Activation.ELU, Activation.LINEAR, x, given);
    }

    private static double[] shift(Numbers w, String name, double[] x, double[] c, CouplingDesign design) {
        double[] t = network(w, name, x, c);
        if (!design.linear()) return t;
        double[] given = w.affine(name + ".linear.condition.kernel", name + ".linear.0.bias", c);
        double[] linear = w.mlp(name + ".linear", 1, Activation.LINEAR, Activation.LINEAR, x, given);
        for (int j = 0; j < t.length; j++) t[j] += linear[j];
        return t;
    }

    /** Equations 7 to 10, and the sum of the clamped scales. */
    static double[] coupling(Numbers w, String name, double[] x, double[] c, CouplingDesign design) {
        int split = x.length / 2;
        double[] x1 = Arrays.copyOf(x, split);
        double[] x2 = Arrays.copyOfRange(x, split, x.length);
        double[] out = new double[x.length + 1];
        double[] s1 = clamped(w, name + ".s1", x2, c);
        double[] t1 = shift(w, name + ".t1", x2, c, design);
        double[] z1 = new double[split];
        for (int j = 0; j < split; j++) out[j] = z1[j] = x1[j] * Math.exp(s1[j]) + t1[j];
        double[] s2 = clamped(w, name + ".s2", z1, c);
        double[] t2 = shift(w, name + ".t2", z1, c, design);
        for (int j = 0; j < x2.length; j++) out[split + j] = x2[j] * Math.exp(s2[j]) + t2[j];
        out[x.length] = Arrays.stream(s1).sum() + Arrays.stream(s2).sum();
        return out;
    }

    abstract static class Coupling extends BijectionLaws {
        private final int width;
        private final CouplingDesign design;

        Coupling(int width, CouplingDesign design) {
            this.width = width;
            this.design = design;
        }

        @Override
        ConditionalBijection bijection(Layout layout) {
            return new AffineCoupling(layout, "a", width, CONDITION, design);
        }

        @Override
        double[] formula(Numbers w, double[] x, double[] c) {
            return coupling(w, "a", x, c, design);
        }
    }

    @Nested
    class TwoParameters extends Coupling {
        TwoParameters() {
            super(2, DESIGN);
        }
    }

    @Nested
    class AnOddNumberOfParameters extends Coupling {
        AnOddNumberOfParameters() {
            super(5, DESIGN);
        }
    }

    @Nested
    class MoreThanAVector extends Coupling {
        MoreThanAVector() {
            super(18, DESIGN);
        }
    }

    @Nested
    class WithALinearMap extends Coupling {
        WithALinearMap() {
            super(5, WITH_LINEAR);
        }
    }

    @Nested
    class AfterARegression extends Coupling {
        AfterARegression() {
            super(5, DESIGN.withLinear(false).withClosed(true));
        }

        @Test
        void itBeginsAsTheIdentity() {
            Layout layout = new Layout();
            ConditionalBijection coupling = bijection(layout);
            Weights weights = Weights.initial(layout, Laws.random(1));
            Bijection given = coupling.pass(Memory.forEvaluation(Kernels.best(), weights))
                    .given(Block.of(new float[] {1, -2, 3}, 1, 1, CONDITION));
            float[] x = {0.5f, -1, 2, 3, -4};
            float[] logDet = new float[1];
            Block z = given.forward(Block.of(x, 1, 1, 5), logDet);
            for (int j = 0; j < 5; j++) assertEquals(x[j], z.data()[z.at(0, 0) + j]);
            assertEquals(0, logDet[0]);
        }
    }

    @Nested
    class AFlow extends BijectionLaws {
        private final Permutation permutation = new Permutation(2, 0, 1);

        @Override
        ConditionalBijection bijection(Layout layout) {
            return new ConditionalFlow(List.of(
                    new AffineCoupling(layout, "a", 3, CONDITION, DESIGN),
                    new Shuffle(permutation, CONDITION),
                    new AffineCoupling(layout, "b", 3, CONDITION, DESIGN)));
        }

        @Override
        double[] formula(Numbers w, double[] x, double[] c) {
            double[] y = coupling(w, "a", x, c, DESIGN);
            double[] z = coupling(w, "b", new double[] {y[2], y[0], y[1]}, c, DESIGN);
            z[3] += y[3];
            return z;
        }
    }

    /** A mistake of the kind that forgets one term of the log-determinant must not pass. */
    @Test
    void aWrongLogDeterminantIsCaught() {
        BijectionLaws wrong = new Coupling(4, DESIGN) {
            @Override
            double[] formula(Numbers w, double[] x, double[] c) {
                double[] z = super.formula(w, x, c);
                z[4] += 0.01 * x[0];
                return z;
            }
        };
        assertThrows(AssertionError.class, wrong::forwardIsTheFormula);
        assertThrows(AssertionError.class, wrong::backwardIsTheDerivative);
        assertThrows(AssertionError.class, wrong::theLogDeterminantIsThatOfTheJacobian);
    }

    @Test
    void oneParameterNeedsAnotherBijection() {
        assertThrows(IllegalArgumentException.class, () -> new AffineCoupling(new Layout(), "a", 1, CONDITION, DESIGN));
        ConditionalFlow flow = new CouplingHead(6, DESIGN).flow(new Layout(), 1, CONDITION, Laws.random(1));
        org.junit.jupiter.api.Assertions.assertEquals(1, flow.width());
    }
}
