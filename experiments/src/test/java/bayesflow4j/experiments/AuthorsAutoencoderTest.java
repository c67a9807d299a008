package bayesflow4j.experiments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Laws;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Weights;
import bayesflow4j.head.Head;
import bayesflow4j.head.HeadDesign;
import bayesflow4j.head.HiddenLayers;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.Fields;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuthorsAutoencoderTest {
    private static final int WIDTH = 2;
    private static final int CONDITION = 3;
    private static final int ROWS = 6;

    private static AuthorsAutoencoder design(int steps) {
        return new AuthorsAutoencoder(2, steps, HiddenLayers.of(8));
    }

    /** Along random directions, as central differences of the loss. */
    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void theGradientIsTheDerivativeOfTheLoss(int steps) {
        Layout layout = new Layout();
        Head head = design(steps).head(layout, WIDTH, CONDITION, new Seed(1));
        Weights weights = Laws.randomWeights(layout, 1);
        Block theta = Block.of(Laws.normal(ROWS * WIDTH, 1, Laws.random(2)), ROWS, 1, WIDTH);
        Block summary = Block.of(Laws.normal(ROWS * CONDITION, 1, Laws.random(3)), ROWS, 1, CONDITION);
        float[] gradient = new float[weights.values().length];
        Memory memory = Memory.forTraining(Kernels.best(), weights);
        memory.writeGradientTo(gradient);
        Head.Training training = head.training(memory);
        training.loss(theta, summary, new Seed(7), 0);
        int stride = Kernels.padded(CONDITION);
        training.backward(1, new Block().show(new float[ROWS * stride], 0, ROWS, 1, CONDITION, stride));
        for (int direction = 0; direction < 4; direction++) {
            float[] v = Laws.randomWeights(layout, 20 + direction).values();
            double expected = 0;
            for (int i = 0; i < v.length; i++) expected += (double) gradient[i] * v[i];
            double slope =
                    (moved(head, weights, v, 1e-3, theta, summary) - moved(head, weights, v, -1e-3, theta, summary))
                            / 2e-3;
            assertEquals(slope, expected, 0.01 * (1 + Math.abs(slope)), "direction " + direction);
        }
    }

    private static double moved(Head head, Weights weights, float[] v, double step, Block theta, Block summary) {
        float[] from = weights.values().clone();
        for (int i = 0; i < v.length; i++) weights.values()[i] += (float) (step * v[i]);
        weights.transpose();
        double loss = head.training(Memory.forTraining(Kernels.best(), weights)).loss(theta, summary, new Seed(7), 0);
        System.arraycopy(from, 0, weights.values(), 0, from.length);
        weights.transpose();
        return loss;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void itIsReadAsItWasWrittenAndDraws(int steps) {
        assertEquals(
                design(steps),
                HeadDesign.KINDS.read(Fields.of("head", design(steps).written())));
        Layout layout = new Layout();
        Head head = design(steps).head(layout, WIDTH, CONDITION, new Seed(1));
        Weights weights = Laws.randomWeights(layout, 1);
        float[] draws = new float[10 * WIDTH];
        head.evaluation(Memory.forEvaluation(Kernels.best(), weights))
                .sample(Block.of(new float[] {1, 2, 3}, 1, 1, CONDITION), new Seed(1).stream(0), draws);
        assertTrue(Arrays.stream(new float[][] {draws}).allMatch(d -> d[0] != d[WIDTH]));
    }
}
