package bayesflow4j.experiments;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
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
import bayesflow4j.storage.FieldException;
import bayesflow4j.storage.Fields;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuthorsAutoencoderTest {
    private static final int WIDTH = 2;
    private static final int CONDITION = 3;
    private static final int ROWS = 6;

    private static AuthorsAutoencoder design(int steps) {
        return new AuthorsAutoencoder(2, steps, HiddenLayers.of(8), List.of(1.0, -2.0), List.of(0.5, 3.0));
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

    /** Without weights everything is zero: Σ (0.75² + 1²) / 2, of θ in its own units; not the sum, and not what is standardized. */
    @Test
    void theErrorIsTheMeanOfSquaresInTheUnitsOfTheta() {
        Layout layout = new Layout();
        Head head = design(0).head(layout, WIDTH, CONDITION, new Seed(1));
        Head.Training training = head.training(Memory.forTraining(Kernels.best(), new Weights(layout)));
        Block theta = Block.of(new float[] {-0.5f, 1, -3.5f, 1 / 3f}, 2, 1, WIDTH);
        double loss = training.loss(theta, Block.of(new float[2 * CONDITION], 2, 1, CONDITION), new Seed(7), 0);
        double[] raw = {0.75, 1, -0.75, -1};
        assertEquals(Arrays.stream(raw).map(value -> value * value / WIDTH).sum(), loss, 1e-5);
    }

    /** By .01 every 250 steps to .1, where it stays; it is there for validation, too. */
    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void theWeightOfTheDivergenceRises(int steps) {
        Layout layout = new Layout();
        Head head = design(steps).head(layout, WIDTH, CONDITION, new Seed(1));
        Head.Training training = head.training(Memory.forTraining(Kernels.best(), Laws.randomWeights(layout, 1)));
        double without = lossAt(training, 0);
        assertEquals(without, lossAt(training, 249));
        double whole = lossAt(training, Head.Training.DONE) - without;
        assertTrue(whole > 0, "divergence " + whole);
        assertEquals(whole / 10, lossAt(training, 250) - without, 1e-9 * whole);
        assertEquals(whole * 9 / 10, lossAt(training, 2499) - without, 1e-9 * whole);
        assertEquals(whole, lossAt(training, 2500) - without);
    }

    private static double lossAt(Head.Training training, long steps) {
        training.begin(steps);
        return training.loss(
                Block.of(Laws.normal(ROWS * WIDTH, 1, Laws.random(2)), ROWS, 1, WIDTH),
                Block.of(Laws.normal(ROWS * CONDITION, 1, Laws.random(3)), ROWS, 1, CONDITION),
                new Seed(7),
                0);
    }

    /** All weights start at one: positive inputs open every gate, and the step is the identity, as the authors' was. */
    @Test
    void aStepStartsAsTheIdentity() {
        Layout layout = new Layout();
        DenseStep.Pass step = DenseStep.of(layout, "step", 2, CONDITION, 8)
                .pass(Memory.forTraining(Kernels.best(), new Weights(layout)));
        double[] z = {0.5, -0.25, 1, 2};
        double[] next = step.forward(z, new double[] {1, 1, 1, 1}, Block.of(new float[] {1, 0, 1, 2, 0, 1}, 2, 1, 3));
        assertArrayEquals(z, next, 1e-6);
        // A hidden unit of the first row has 0.5 − 0.25 + 2 + 2 = 4.25, and eight of them open a gate to sigmoid(34).
        assertEquals(0, step.logGates(), 1e-6);
        next = step.forward(z, new double[] {-3, -3, -3, -3}, Block.of(new float[6], 2, 1, 3));
        assertTrue(step.logGates() < -10, "closed where the inputs are negative");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void itDraws(int steps) {
        Layout layout = new Layout();
        Head head = design(steps).head(layout, WIDTH, CONDITION, new Seed(1));
        Weights weights = Laws.randomWeights(layout, 1);
        float[] draws = new float[10 * WIDTH];
        head.evaluation(Memory.forEvaluation(Kernels.best(), weights))
                .sample(Block.of(new float[] {1, 2, 3}, 1, 1, CONDITION), new Seed(1).stream(0), draws);
        assertTrue(draws[0] != draws[WIDTH]);
    }

    /** It repeats mistakes on purpose, so no file of a user may ask for it. */
    @Test
    void onlyTheExperimentKnowsIt() {
        Fields written = Fields.of("head", design(2).written());
        String message = assertThrows(FieldException.class, () -> HeadDesign.KINDS.read(written))
                .getMessage();
        assertFalse(message.substring(message.indexOf("There are")).contains("authors"), message);
        assertEquals(
                design(2), HeadDesign.KINDS.with(new RickerAsRun().ownHeads(), () -> HeadDesign.KINDS.read(written)));
        assertTrue(HeadDesign.KINDS.named("authors-autoencoder").isEmpty());
    }

    @Test
    void itRefusesOtherNumbersOfParameters() {
        String message = assertThrows(
                        IllegalArgumentException.class, () -> design(0).head(new Layout(), 5, CONDITION, new Seed(1)))
                .getMessage();
        assertEquals("means: expected one for each of 5 parameters, got 2", message);
    }
}
