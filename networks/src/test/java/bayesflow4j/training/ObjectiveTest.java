package bayesflow4j.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Laws;
import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.layer.Numbers;
import bayesflow4j.engine.layer.Permutation;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Tensor;
import bayesflow4j.engine.memory.Weights;
import bayesflow4j.head.Head;
import bayesflow4j.head.flow.AffineCoupling;
import bayesflow4j.head.flow.ConditionalFlow;
import bayesflow4j.head.flow.CouplingDesign;
import bayesflow4j.head.flow.CouplingFormula;
import bayesflow4j.head.flow.FlowHead;
import bayesflow4j.head.flow.Shuffle;
import bayesflow4j.random.Seed;
import bayesflow4j.summary.Invariant;
import bayesflow4j.summary.InvariantFormula;
import bayesflow4j.summary.Pool;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;

/**
 * Equation 14 on a small network, compared with one in double precision that is written without regard to speed: the loss, and
 * its gradient for every weight by central differences.
 */
class ObjectiveTest {
    private static final Invariant SUMMARY = new Invariant(1, 4, 2, 3, Pool.MOMENTS_AND_MAXIMA);
    private static final CouplingDesign COUPLING = CouplingDesign.DEFAULT.withHidden(5);
    private static final int SETS = 7;
    private static final int LENGTH = 6;
    private static final int COLUMNS = 2;
    private static final int PARAMETERS = 3;
    private static final Seed NOISE = new Seed(1);

    private static final int[][] WHOLE = {{0, 7}};
    private static final int[][] SHARDS = {{0, 1}, {1, 5}, {5, 7}};

    private static final float[] THETA = Laws.normal(SETS * PARAMETERS, 1, Laws.random(2));
    private static final float[] X = Laws.normal(SETS * LENGTH * COLUMNS, 1, Laws.random(3));

    private final Layout layout = new Layout();
    private final Layer summary = SUMMARY.layer(layout, COLUMNS);
    private final Head flow = new FlowHead(new ConditionalFlow(List.of(
            new AffineCoupling(layout, "a", PARAMETERS, SUMMARY.out(), COUPLING),
            new Shuffle(new Permutation(2, 0, 1), SUMMARY.out()),
            new AffineCoupling(layout, "b", PARAMETERS, SUMMARY.out(), COUPLING))));
    private final Weights weights = Laws.randomWeights(layout, 4);

    /** The mean over data sets of ½‖z‖² − log|det ∂z/∂θ|, z = f(θ; summary(x)). */
    private static double slow(Numbers w) {
        double sum = 0;
        for (int m = 0; m < SETS; m++) {
            double[] s = InvariantFormula.of(SUMMARY, w, Numbers.rows(Laws.doubles(X), LENGTH, COLUMNS, m));
            double[] theta = Numbers.row(Laws.doubles(THETA), 1, PARAMETERS, m, 0);
            double[] y = CouplingFormula.of(w, "a", theta, s, COUPLING);
            double[] z = CouplingFormula.of(w, "b", new double[] {y[2], y[0], y[1]}, s, COUPLING);
            for (int j = 0; j < PARAMETERS; j++) sum += z[j] * z[j] / 2;
            sum -= y[PARAMETERS] + z[PARAMETERS];
        }
        return sum / SETS;
    }

    private Objective objective(Head head, int workers) {
        Objective objective = new Objective(summary, head, weights, Kernels.best(), workers);
        objective.batch(Block.of(THETA, SETS, 1, PARAMETERS), Block.of(X, SETS, LENGTH, COLUMNS), NOISE);
        return objective;
    }

    /** Loss and gradient, the shards added up, are those of the slow objective. */
    private void isTheSlowOne(Head head, int[][] shards) {
        Objective objective = objective(head, 2);
        double loss = 0;
        double[] sum = new double[weights.values().length];
        for (int i = 0; i < shards.length; i++) {
            float[] gradient = new float[sum.length];
            Arrays.fill(gradient, 7f); // what stood there before must not matter
            double part = objective.lossAndGradient(shards[i][0], shards[i][1], i % 2, gradient);
            assertEquals(part, objective.loss(shards[i][0], shards[i][1], (i + 1) % 2), "the loss alone");
            loss += part;
            for (int j = 0; j < sum.length; j++) sum[j] += gradient[j];
        }
        Numbers numbers = new Numbers(weights);
        assertEquals(slow(numbers), loss, 1e-5 * Math.abs(loss), "loss");
        float[] gradient = new float[sum.length];
        for (int j = 0; j < sum.length; j++) gradient[j] = (float) sum[j];
        for (Tensor tensor : layout.tensors()) gradientIsTheSlowOne(numbers, tensor, weights.unpack(tensor, gradient));
    }

    private static void gradientIsTheSlowOne(Numbers numbers, Tensor tensor, float[] gradient) {
        double[] values = numbers.of(tensor.name());
        double[] slopes = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            double old = values[i];
            values[i] = old + 1e-5;
            double above = slow(numbers);
            values[i] = old - 1e-5;
            slopes[i] = (above - slow(numbers)) / 2e-5;
            values[i] = old;
        }
        double scale = Arrays.stream(slopes).map(Math::abs).max().orElseThrow();
        for (int i = 0; i < slopes.length; i++)
            assertEquals(slopes[i], gradient[i], 1e-4 * scale, "gradient of " + tensor.name() + " [" + i + "]");
    }

    @Test
    void lossAndGradientAreThoseOfTheSlowObjective() {
        isTheSlowOne(flow, WHOLE);
    }

    @Test
    void shardsOfDifferentSizesAddUpToTheWhole() {
        isTheSlowOne(flow, SHARDS);
    }

    private void caught(Head head) {
        assertThrows(AssertionFailedError.class, () -> isTheSlowOne(head, WHOLE));
        assertThrows(AssertionFailedError.class, () -> isTheSlowOne(head, SHARDS));
    }

    /** The flow's head with a mistake in its training. */
    private Head flawed(UnaryOperator<Head.Training> flaw) {
        return new Head() {
            @Override
            public int width() {
                return flow.width();
            }

            @Override
            public int condition() {
                return flow.condition();
            }

            @Override
            public Training training(Memory memory) {
                return flaw.apply(flow.training(memory));
            }

            @Override
            public Evaluation evaluation(Memory memory) {
                return flow.evaluation(memory);
            }
        };
    }

    private record Flawed(Head.Training right, Loss flawedLoss, Backward flawedBackward) implements Head.Training {
        interface Loss {
            double of(Block theta, Block summary, Seed noise, int first);
        }

        interface Backward {
            void run(float share, Block dSummary);
        }

        @Override
        public double loss(Block theta, Block summary, Seed noise, int first) {
            return flawedLoss.of(theta, summary, noise, first);
        }

        @Override
        public void backward(float share, Block dSummary) {
            flawedBackward.run(share, dSummary);
        }
    }

    @Test
    void aHeadWithoutAMistakePasses() {
        isTheSlowOne(flawed(right -> new Flawed(right, right::loss, right::backward)), SHARDS);
    }

    @Test
    void aGradientWithoutItsShareIsCaught() {
        caught(flawed(right -> new Flawed(right, right::loss, (_, d) -> right.backward(1, d))));
    }

    @Test
    void aGradientThatDoesNotReachTheSummaryIsCaught() {
        caught(flawed(right -> new Flawed(right, right::loss, (share, d) -> {
            right.backward(share, d);
            Arrays.fill(d.data(), 0);
        })));
    }

    @Test
    void aLossThatIsAMeanInsteadOfASumIsCaught() {
        caught(flawed(right -> new Flawed(
                right,
                (theta, s, noise, first) -> right.loss(theta, s, noise, first) / theta.sets(),
                right::backward)));
    }

    /** On one shard the first row is row 0 in any case; on several, each must be told where it begins. */
    @Test
    void everyRowHasItsOwnStreamOfNoise() {
        Head noisy = flawed(right -> new Flawed(
                right,
                (theta, _, noise, first) -> {
                    double sum = 0;
                    for (int m = 0; m < theta.sets(); m++)
                        sum += noise.stream(first + m).nextDouble();
                    return sum;
                },
                right::backward));
        double expected = 0;
        for (int m = 0; m < SETS; m++) expected += NOISE.stream(m).nextDouble() / SETS;
        for (int[][] shards : new int[][][] {WHOLE, SHARDS}) {
            Objective objective = objective(noisy, 2);
            double loss = 0;
            for (int i = 0; i < shards.length; i++) loss += objective.loss(shards[i][0], shards[i][1], i % 2);
            assertEquals(expected, loss, 1e-12);
        }
    }

    @Test
    void aSummaryOfAnotherWidthIsRefused() {
        Layer wider = new Invariant(0, 4, 1, 4, Pool.MEAN).layer(new Layout(), COLUMNS);
        IllegalArgumentException refusal = assertThrows(
                IllegalArgumentException.class, () -> new Objective(wider, flow, weights, Kernels.best(), 1));
        assertEquals("summary: expected the width of the head's condition, 3, got 4", refusal.getMessage());
    }
}
