package bayesflow4j.engine.layer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Weights;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class AttentionTest {
    @Nested
    class OfRowsToEachOther extends LayerLaws {
        @Override
        protected Layer layer(Layout layout) {
            return Attention.self(layout, "a", 16, 2);
        }

        @Override
        protected int[][] shapes() {
            return new int[][] {{1, 1}, {3, 1}, {2, 5}, {1, 19}};
        }

        @Override
        protected double[] formula(Numbers w, double[] x, int sets, int length) {
            return Numbers.setBySet(
                    x,
                    sets,
                    length,
                    16,
                    rows -> AttentionFormula.flat(AttentionFormula.attention(w, "a", rows, rows, 2)));
        }
    }

    @Nested
    class OfRowsToWhatSeedsFind extends LayerLaws {
        @Override
        protected Layer layer(Layout layout) {
            return Attention.to(new Seeds(layout, "s", 3, 8, 1), layout, "a", 1);
        }

        @Override
        protected double[] formula(Numbers w, double[] x, int sets, int length) {
            return Numbers.setBySet(
                    x,
                    sets,
                    length,
                    8,
                    rows -> AttentionFormula.flat(
                            AttentionFormula.attention(w, "a", rows, AttentionFormula.seeds(w, "s", rows, 1), 1)));
        }
    }

    abstract static class OfSeeds extends LayerLaws {
        private final int count;
        private final int width;
        private final int heads;

        OfSeeds(int count, int width, int heads) {
            this.count = count;
            this.width = width;
            this.heads = heads;
        }

        @Override
        protected Layer layer(Layout layout) {
            return new Seeds(layout, "s", count, width, heads);
        }

        @Override
        protected int[][] shapes() {
            return new int[][] {{1, 1}, {3, 1}, {2, 5}, {3, 17}};
        }

        @Override
        protected double[] formula(Numbers w, double[] x, int sets, int length) {
            return Numbers.setBySet(
                    x, sets, length, width, rows -> AttentionFormula.flat(AttentionFormula.seeds(w, "s", rows, heads)));
        }
    }

    @Nested
    class SeveralSeeds extends OfSeeds {
        SeveralSeeds() {
            super(5, 16, 2);
        }
    }

    /** Queries that are stored in more than one panel. */
    @Nested
    class WideSeeds extends OfSeeds {
        WideSeeds() {
            super(2, 72, 3);
        }
    }

    @Nested
    class NormedRows extends LayerLaws {
        @Override
        protected Layer layer(Layout layout) {
            return new LayerNorm(layout, "n", 16);
        }

        @Override
        protected double[] formula(Numbers w, double[] x, int sets, int length) {
            return Numbers.setBySet(
                    x, sets, length, 16, rows -> AttentionFormula.flat(AttentionFormula.normed(w, "n", rows)));
        }
    }

    /** Scores of some hundreds would overflow an exponential; the answer to each query is then the value of one row. */
    @Test
    void largeScoresChooseOneRow() {
        Layout layout = new Layout();
        Layer layer = new Seeds(layout, "s", 1, 8, 1);
        Weights weights = new Weights(layout);
        for (var tensor : layout.tensors()) {
            float[] values = new float[tensor.size()];
            if (tensor.name().equals("s.queries")) java.util.Arrays.fill(values, 100f);
            if (tensor.name().endsWith("kernel"))
                for (int i = 0; i < 8; i++) values[i * 16 + i] = values[i * 16 + 8 + i] = 1;
            weights.put(tensor, values);
        }
        float[] x = new float[3 * 8];
        java.util.Arrays.fill(x, 0, 8, 1f);
        java.util.Arrays.fill(x, 8, 16, 3f);
        java.util.Arrays.fill(x, 16, 24, -2f);
        Block y = layer.pass(Memory.forEvaluation(Kernels.best(), weights)).forward(Block.of(x, 1, 3, 8));
        for (float value : Subject.flat(y)) assertEquals(3f, value);
    }

    @Test
    void aPassAllocatesNothing() {
        Layout layout = new Layout();
        Layer layer = new Residual(Chain.of(
                new LayerNorm(layout, "n", 16), Attention.to(new Seeds(layout, "s", 4, 16, 2), layout, "a", 2)));
        Weights weights = Laws.randomWeights(layout, 1);
        Memory memory = Memory.forTraining(Kernels.best(), weights);
        memory.writeGradientTo(new float[weights.values().length]);
        Pass pass = layer.pass(memory);
        Block x = Block.of(Laws.normal(2 * 9 * 16, 1, Laws.random(2)), 2, 9, 16);
        Laws.steadyStateAllocatesNothing(() -> pass.backward(pass.forward(x)));
    }

    @Test
    void widthsThatHeadsCannotShareAreRefused() {
        assertEquals(
                "a.width: expected a multiple of 8·heads = 24, got 32",
                assertThrows(IllegalArgumentException.class, () -> Attention.self(new Layout(), "a", 32, 3))
                        .getMessage());
        assertEquals(
                "s.heads: expected at least 1, got 0",
                assertThrows(IllegalArgumentException.class, () -> new Seeds(new Layout(), "s", 2, 32, 0))
                        .getMessage());
        assertEquals(
                "n.width: expected a multiple of 8, got 12",
                assertThrows(IllegalArgumentException.class, () -> new LayerNorm(new Layout(), "n", 12))
                        .getMessage());
    }
}
