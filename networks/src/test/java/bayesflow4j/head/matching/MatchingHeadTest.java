package bayesflow4j.head.matching;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Laws;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Weights;
import bayesflow4j.head.Head;
import bayesflow4j.head.HiddenLayers;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class MatchingHeadTest {
    private static final int WIDTH = 2;
    private static final int CONDITION = 3;

    private final Layout layout = new Layout();
    private final Head head = new MatchingHead(2, 1e-4, HiddenLayers.of(8)).head(layout, WIDTH, CONDITION, new Seed(5));
    private final Block summary = Block.of(Laws.normal(CONDITION, 1, Laws.random(3)), 1, 1, CONDITION);

    private float[] draws(Weights weights, Kernels kernels, int count) {
        float[] draws = new float[count * WIDTH];
        head.evaluation(Memory.forEvaluation(kernels, weights)).sample(summary, new Seed(3).stream(0), draws);
        return draws;
    }

    @Test
    void drawsAreTheSameBitsOnAnyKernelsAndInAnyNumber() {
        Weights weights = Laws.randomWeights(layout, 1);
        float[] many = draws(weights, Kernels.best(), 150);
        assertArrayEquals(many, draws(weights, Kernels.plain(), 150));
        assertArrayEquals(Arrays.copyOf(many, 10 * WIDTH), draws(weights, Kernels.best(), 10));
    }

    @Test
    void itBeginsAsTheNormalDistribution() {
        Weights weights = Weights.initial(layout, new Seed(1).stream(0));
        RandomGenerator rng = new Seed(3).stream(0);
        float[] draws = draws(weights, Kernels.best(), 20);
        for (float draw : draws) assertEquals(rng.nextGaussian(), draw, 1e-3);
        Head.DensityEvaluation density =
                (Head.DensityEvaluation) head.evaluation(Memory.forEvaluation(Kernels.best(), weights));
        double log = density.logDensity(Block.of(new float[] {0.5f, -1}, 1, 1, WIDTH), summary);
        assertEquals(-(0.25 + 1) / 2 - Math.log(2 * Math.PI), log, 1e-3);
    }

    @Test
    void settingsOutsideTheirRangeAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new MatchingHead(0, 1e-4, HiddenLayers.of(8)));
        assertThrows(IllegalArgumentException.class, () -> new MatchingHead(4, 1e-9, HiddenLayers.of(8)));
        assertThrows(IllegalArgumentException.class, () -> new MatchingHead(4, Double.NaN, HiddenLayers.of(8)));
    }
}
