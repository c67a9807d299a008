package bayesflow4j.head.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Laws;
import bayesflow4j.engine.layer.Numbers;
import bayesflow4j.engine.layer.Permutation;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Weights;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class AffineCouplingTest {
    private static final CouplingDesign DESIGN = CouplingDesign.PAPER.withHidden(9, 16);
    private static final CouplingDesign WITH_LINEAR = CouplingDesign.DEFAULT.withHidden(9, 16);
    private static final int CONDITION = 3;

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
            return CouplingFormula.of(w, "a", x, c, design);
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
            double[] y = CouplingFormula.of(w, "a", x, c, DESIGN);
            double[] z = CouplingFormula.of(w, "b", new double[] {y[2], y[0], y[1]}, c, DESIGN);
            z[3] += y[3];
            return z;
        }
    }

    @Test
    void oneParameterNeedsAnotherBijection() {
        assertThrows(IllegalArgumentException.class, () -> new AffineCoupling(new Layout(), "a", 1, CONDITION, DESIGN));
        ConditionalFlow flow = new CouplingHead(6, DESIGN).flow(new Layout(), 1, CONDITION, Laws.random(1));
        assertEquals(1, flow.width());
    }
}
