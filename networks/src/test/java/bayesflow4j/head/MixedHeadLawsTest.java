package bayesflow4j.head;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Laws;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Weights;
import bayesflow4j.head.categorical.MixedHead;
import bayesflow4j.head.flow.CouplingDesign;
import bayesflow4j.head.flow.CouplingHead;
import bayesflow4j.head.flow.SplineHead;
import bayesflow4j.head.variational.VariationalHead;
import bayesflow4j.model.Prior;
import bayesflow4j.random.Seed;
import bayesflow4j.scale.Lattice;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class MixedHeadLawsTest {
    private static final HeadDesign COUPLINGS = new CouplingHead(2, CouplingDesign.DEFAULT.withHidden(4));

    /** The head of a prior, whose kind is chosen by the prior and not by name. */
    private record Mixed(List<String> factors, HeadDesign rest) implements HeadDesign {
        @Override
        public Head head(Layout layout, int parameters, int condition, Seed structure) {
            List<String> names = List.of("a", "b", "c").subList(0, parameters);
            Lattice lattice = Lattice.of(Prior.parse(names, factors.subList(0, parameters)));
            return MixedHead.of(layout, lattice, HiddenLayers.of(4), rest, condition, structure);
        }

        @Override
        public String kind() {
            return "mixed";
        }

        @Override
        public Map<String, Object> settings() {
            return Map.of();
        }
    }

    /** One discrete parameter and one continuous. */
    private abstract static class Laws2 extends HeadLaws {
        abstract HeadDesign rest();

        @Override
        protected HeadDesign design() {
            return new Mixed(List.of("integers(2, 6)", "normal(0, 1)"), rest());
        }

        @Override
        protected boolean lossIsTheDensity() {
            return true;
        }

        @Override
        protected boolean continuous() {
            return false;
        }

        @Override
        protected int withDensity() {
            return 1;
        }

        @Override
        protected float[] theta(int size) {
            float[] theta = Laws.normal(size, 1, Laws.random(2));
            for (int i = 0; i < size; i += WIDTH) theta[i] = i / WIDTH % 5;
            return theta;
        }

        @Override
        @Test
        void theDesignIsReadAsItWasWritten() {}
    }

    @Nested
    class WithCouplings extends Laws2 {
        @Override
        HeadDesign rest() {
            return COUPLINGS;
        }
    }

    @Nested
    class WithSplines extends Laws2 {
        @Override
        HeadDesign rest() {
            return new SplineHead(2, 3, HiddenLayers.of(4), false);
        }
    }

    @Nested
    class WithABound extends Laws2 {
        @Override
        HeadDesign rest() {
            return new VariationalHead(2, 0.05, HiddenLayers.of(4));
        }

        @Override
        protected boolean lossIsTheDensity() {
            return false;
        }
    }

    /** Two discrete parameters and no other; the values of the second depend on the first. */
    @Nested
    class WithoutOthers extends Laws2 {
        @Override
        HeadDesign rest() {
            return COUPLINGS;
        }

        @Override
        protected HeadDesign design() {
            return new Mixed(List.of("integers(1, 5)", "integers(0, a)"), rest());
        }

        @Override
        protected int withDensity() {
            return 0;
        }

        @Override
        protected float[] theta(int size) {
            float[] theta = new float[size];
            for (int i = 0; i < size; i += WIDTH) {
                theta[i] = i / WIDTH % 5;
                theta[i + 1] = i / WIDTH % 2;
            }
            return theta;
        }
    }

    /** Five standard errors for each of 5 · 2 numbers: false-alarm rate below 10⁻⁵. */
    @Test
    void probabilitiesTimesDensitiesSumToOneAndDrawsFollowThem() {
        Layout layout = new Layout();
        HeadDesign design = new Mixed(List.of("integers(1, 5)", "normal(0, 1)", "integers(0, a)"), COUPLINGS);
        Head head = design.head(layout, 3, 3, new Seed(5));
        Weights weights = Laws.randomWeights(layout, 1);
        Head.DensityEvaluation evaluation =
                (Head.DensityEvaluation) head.evaluation(Memory.forEvaluation(Kernels.best(), weights));
        Block summary = Block.of(Laws.normal(3, 1, Laws.random(3)), 1, 1, 3);
        int count = 20_000;
        float[] draws = new float[3 * count];
        evaluation.sample(summary, new Seed(3).stream(0), draws);
        double[][] drawn = new double[5][6];
        double[] below = new double[5];
        for (int l = 0; l < count; l++) {
            int a = (int) draws[3 * l];
            int c = (int) draws[3 * l + 2];
            assertTrue(c <= a + 1, "c is at most a, which is one more than its number");
            drawn[a][c] += 1.0 / count;
            if (draws[3 * l + 1] < 0.3) below[a] += 1.0 / count;
        }
        double mass = 0;
        double step = 0.02;
        for (int a = 0; a < 5; a++) {
            double under = 0;
            for (int c = 0; c < 6; c++) {
                double own = 0;
                for (double b = -60 + step / 2; b < 60; b += step) {
                    double p = step
                            * Math.exp(evaluation.logDensity(
                                    Block.of(new float[] {a, (float) b, c}, 1, 1, 3), summary));
                    own += p;
                    if (b < 0.3) under += p;
                }
                mass += own;
                assertEquals(own, drawn[a][c], 0.002 + 5 * Math.sqrt(own / count), a + ", " + c);
            }
            assertEquals(under, below[a], 0.002 + 5 * Math.sqrt(under / count));
        }
        assertEquals(1, mass, 0.01);
    }
}
