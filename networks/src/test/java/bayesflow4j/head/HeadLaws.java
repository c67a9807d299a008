package bayesflow4j.head;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Laws;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Weights;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.Fields;
import bayesflow4j.storage.Json;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** What is true of every head, on random weights that are not zero: two parameters, three numbers of summary. */
public abstract class HeadLaws {
    protected static final int WIDTH = 2;
    protected static final int CONDITION = 3;
    private static final int ROWS = 12;
    private static final double STEP = 4e-3;

    private static final double REACH = 7;
    private static final int CELLS = 400;

    /** The design under test. */
    protected abstract HeadDesign design();

    /** Whether the loss is −log q itself, not a bound or something else that is minimal at the same place. */
    protected abstract boolean lossIsTheDensity();

    /** Whether the loss is −log q itself or a bound on it. */
    protected boolean lossIsABound() {
        return true;
    }

    /** Whether its density is exact, not an estimate. */
    protected boolean densityIsExact() {
        return lossIsTheDensity();
    }

    /** Whether θ has a density, rather than being one of several classes. */
    protected boolean continuous() {
        return true;
    }

    /** How many of the parameters have a density rather than a probability for each value. */
    protected int withDensity() {
        return WIDTH;
    }

    /** Scaled parameters that the head can be asked about [size]. */
    protected float[] theta(int size) {
        return Laws.normal(size, 1, Laws.random(2));
    }

    private final class Built {
        private final Layout layout = new Layout();
        private final Head head = design().head(layout, WIDTH, CONDITION, new Seed(5));
        private final Weights weights = Laws.randomWeights(layout, 1);
        private final float[] theta = theta(ROWS * WIDTH);
        private final float[] summary = Laws.normal(ROWS * CONDITION, 1, Laws.random(3));

        private double loss(Kernels kernels) {
            return head.training(Memory.forTraining(kernels, weights))
                    .loss(rows(theta, WIDTH), rows(summary, CONDITION), new Seed(7), 0);
        }

        private float[][] gradients(Kernels kernels, float share) {
            Memory memory = Memory.forTraining(kernels, weights);
            float[] gradient = new float[weights.values().length];
            memory.writeGradientTo(gradient);
            Head.Training training = head.training(memory);
            training.loss(rows(theta, WIDTH), rows(summary, CONDITION), new Seed(7), 0);
            int stride = Kernels.padded(CONDITION);
            float[] back = new float[ROWS * stride];
            training.backward(share, new Block().show(back, 0, ROWS, 1, CONDITION, stride));
            float[] dSummary = new float[ROWS * CONDITION];
            for (int i = 0; i < dSummary.length; i++) dSummary[i] = back[i / CONDITION * stride + i % CONDITION];
            return new float[][] {gradient, dSummary};
        }

        private Block condition() {
            return Block.of(Arrays.copyOf(summary, CONDITION), 1, 1, CONDITION);
        }

        private Head.Evaluation evaluation() {
            return head.evaluation(Memory.forEvaluation(Kernels.best(), weights));
        }
    }

    private static Block rows(float[] values, int width) {
        return Block.of(values, values.length / width, 1, width);
    }

    @Test
    void itHasTheWidthsThatWereAskedFor() {
        Built b = new Built();
        assertEquals(WIDTH, b.head.width());
        assertEquals(CONDITION, b.head.condition());
    }

    /** Along random directions through weights and summaries, as central differences of the loss. */
    @Test
    void theGradientIsTheDerivativeOfTheLoss() {
        for (int direction = 0; direction < 8; direction++) {
            Built b = new Built();
            float share = 0.25f;
            float[][] gradients = b.gradients(Kernels.best(), share);
            boolean ofWeights = direction % 2 == 0;
            float[] point = ofWeights ? b.weights.values() : b.summary;
            float[] gradient = gradients[ofWeights ? 0 : 1];
            float[] v = direction(b, ofWeights, direction);
            double expected = 0;
            for (int i = 0; i < v.length; i++) expected += (double) gradient[i] * v[i];
            float[] at = point.clone();
            double above = moved(b, point, at, v, STEP);
            double below = moved(b, point, at, v, -STEP);
            double slope = share * (above - below) / (2 * STEP);
            assertEquals(slope, expected, 0.01 * (1 + Math.abs(slope)), "direction " + direction);
        }
    }

    /** Padding has no weights: directions are zero there. */
    private static float[] direction(Built b, boolean ofWeights, int seed) {
        if (!ofWeights) return Laws.normal(b.summary.length, 0.3, Laws.random(20 + seed));
        Weights other = Laws.randomWeights(b.layout, 20 + seed);
        return other.values().clone();
    }

    private static double moved(Built b, float[] point, float[] from, float[] v, double step) {
        for (int i = 0; i < v.length; i++) point[i] = (float) (from[i] + step * v[i]);
        b.weights.transpose();
        double loss = b.loss(Kernels.best());
        System.arraycopy(from, 0, point, 0, from.length);
        b.weights.transpose();
        return loss;
    }

    /** For a head that has losses row by row: shares of rows weigh their gradients, also negative ones. */
    @Test
    void rowsMayHaveSharesOfTheirOwn() {
        Built b = new Built();
        Memory memory = Memory.forTraining(Kernels.best(), b.weights);
        assumeTrue(b.head.training(memory) instanceof Head.DensityTraining);
        double[] shares = new double[ROWS];
        for (int m = 0; m < ROWS; m++) shares[m] = 0.3 * (m - 4);
        float[] gradient = new float[b.weights.values().length];
        memory.writeGradientTo(gradient);
        Head.DensityTraining training = (Head.DensityTraining) b.head.training(memory);
        double sum = training.loss(rows(b.theta, WIDTH), rows(b.summary, CONDITION), new Seed(7), 0);
        assertEquals(sum, Arrays.stream(losses(b)).sum(), 1e-9);
        float[] floats = new float[ROWS];
        for (int m = 0; m < ROWS; m++) floats[m] = (float) shares[m];
        int stride = Kernels.padded(CONDITION);
        training.backward(floats, new Block().show(new float[ROWS * stride], 0, ROWS, 1, CONDITION, stride));
        for (int direction = 0; direction < 4; direction++) {
            float[] v = direction(b, true, direction);
            double expected = 0;
            for (int i = 0; i < v.length; i++) expected += (double) gradient[i] * v[i];
            // Losses may have several times the curvature of their sum: a shorter step.
            double h = STEP / 4;
            double slope = (weighted(b, shares, v, h) - weighted(b, shares, v, -h)) / (2 * h);
            assertEquals(slope, expected, 0.01 * (1 + Math.abs(slope)), "direction " + direction);
        }
    }

    private static double[] losses(Built b) {
        Head.DensityTraining training =
                (Head.DensityTraining) b.head.training(Memory.forTraining(Kernels.best(), b.weights));
        training.loss(rows(b.theta, WIDTH), rows(b.summary, CONDITION), new Seed(7), 0);
        double[] losses = new double[ROWS];
        training.losses(losses);
        return losses;
    }

    private static double weighted(Built b, double[] shares, float[] v, double step) {
        float[] point = b.weights.values();
        float[] from = point.clone();
        for (int i = 0; i < v.length; i++) point[i] = (float) (from[i] + step * v[i]);
        b.weights.transpose();
        double[] losses = losses(b);
        System.arraycopy(from, 0, point, 0, from.length);
        b.weights.transpose();
        double sum = 0;
        for (int m = 0; m < ROWS; m++) sum += shares[m] * losses[m];
        return sum;
    }

    @Test
    void bothKernelsGiveTheSameBits() {
        Built b = new Built();
        assertEquals(b.loss(Kernels.plain()), b.loss(Kernels.vector()));
        float[][] plain = b.gradients(Kernels.plain(), 1);
        float[][] vector = b.gradients(Kernels.vector(), 1);
        for (int i = 0; i < 2; i++) assertArrayEquals(plain[i], vector[i]);
    }

    /** A batch may be cut into shards anywhere: rows take chance by their number in the batch. */
    @Test
    void theLossesOfShardsAddUp() {
        Built b = new Built();
        Head.Training training = b.head.training(Memory.forTraining(Kernels.best(), b.weights));
        Block theta = rows(b.theta, WIDTH);
        Block summary = rows(b.summary, CONDITION);
        double sum = 0;
        for (int[] shard : new int[][] {{0, 5}, {5, 6}, {6, ROWS}})
            sum += training.loss(
                    new Block().slice(theta, shard[0], shard[1]),
                    new Block().slice(summary, shard[0], shard[1]),
                    new Seed(7),
                    shard[0]);
        assertEquals(b.loss(Kernels.best()), sum, 1e-4 * Math.max(1, Math.abs(sum)));
    }

    @Test
    void theSummaryMatters() {
        Built b = new Built();
        double before = b.loss(Kernels.best());
        b.summary[0] += 0.5f;
        assertNotEquals(before, b.loss(Kernels.best()));
    }

    @Test
    void drawsDependOnTheStreamAlone() {
        Built b = new Built();
        float[] first = draws(b, 300, 1);
        assertArrayEquals(first, draws(b, 300, 1));
        assertTrue(!Arrays.equals(first, draws(b, 300, 2)));
        for (float value : first) assertTrue(Float.isFinite(value));
    }

    private static float[] draws(Built b, int count, long seed) {
        float[] draws = new float[count * WIDTH];
        b.evaluation().sample(b.condition(), new Seed(seed).stream(0), draws);
        return draws;
    }

    @Test
    void theLossIsMinusTheLogDensity() {
        assumeTrue(continuous() || withDensity() < WIDTH, "classes have no density");
        Built b = new Built();
        assumeTrue(lossIsTheDensity(), "the loss of this head is a bound, which another law is about");
        double sum = 0;
        Head.DensityEvaluation density = (Head.DensityEvaluation) b.evaluation();
        for (int m = 0; m < ROWS; m++)
            sum -= density.logDensity(row(b.theta, m, WIDTH), row(b.summary, m, CONDITION))
                    + withDensity() * Math.log(2 * Math.PI) / 2;
        assertEquals(sum, b.loss(Kernels.best()), 1e-3 * Math.max(1, Math.abs(sum)));
    }

    /** A loss that is a bound lies above −log q, on average over its noise. */
    @Test
    void aLossThatIsABoundLiesAbove() {
        assumeTrue(continuous(), "classes have no density");
        assumeTrue(!lossIsTheDensity(), "the loss of this head is the density itself");
        assumeTrue(lossIsABound(), "the loss of this head is not on the scale of log q");
        Built b = new Built();
        Head.DensityEvaluation density = (Head.DensityEvaluation) b.evaluation();
        double sum = 0;
        for (int m = 0; m < ROWS; m++)
            sum -= density.logDensity(row(b.theta, m, WIDTH), row(b.summary, m, CONDITION))
                    + WIDTH * Math.log(2 * Math.PI) / 2;
        double losses = 0;
        Head.Training training = b.head.training(Memory.forTraining(Kernels.best(), b.weights));
        for (int seed = 0; seed < 200; seed++)
            losses += training.loss(rows(b.theta, WIDTH), rows(b.summary, CONDITION), new Seed(seed), 0) / 200;
        assertTrue(losses > sum, losses + " is not above " + sum);
    }

    private static Block row(float[] values, int m, int width) {
        return Block.of(Arrays.copyOfRange(values, m * width, (m + 1) * width), 1, 1, width);
    }

    /** Over a grid that reaches seven standard deviations of the draws to all sides. */
    @Test
    void theDensityIntegratesToOneAndDrawsFollowIt() {
        assumeTrue(continuous(), "classes have no density");
        assumeTrue(densityIsExact(), "this head only estimates its density");
        Built b = new Built();
        Head.DensityEvaluation density = (Head.DensityEvaluation) b.evaluation();
        Block condition = b.condition();
        int count = 40_000;
        float[] draws = draws(b, count, 3);
        double[] center = new double[WIDTH];
        double[] sd = new double[WIDTH];
        for (int i = 0; i < draws.length; i++) center[i % WIDTH] += draws[i] / (double) count;
        for (int i = 0; i < draws.length; i++) sd[i % WIDTH] += Math.pow(draws[i] - center[i % WIDTH], 2) / count;
        for (int j = 0; j < WIDTH; j++) sd[j] = Math.sqrt(sd[j]);
        double cell = 2 * REACH / CELLS;
        double mass = 0;
        double[] mean = new double[WIDTH];
        double[] inside = new double[4];
        for (int p = 0; p < CELLS; p++)
            for (int q = 0; q < CELLS; q++) {
                double u = (p + 0.5) * cell - REACH;
                double v = (q + 0.5) * cell - REACH;
                float[] point = {(float) (center[0] + u * sd[0]), (float) (center[1] + v * sd[1])};
                double share = Math.exp(density.logDensity(Block.of(point, 1, 1, WIDTH), condition))
                        * (cell * sd[0])
                        * (cell * sd[1]);
                mass += share;
                mean[0] += share * Math.tanh(u);
                mean[1] += share * Math.tanh(v);
                inside[(u > 0 ? 1 : 0) + (v > 0 ? 2 : 0)] += share;
            }
        assertEquals(1, mass, 0.02);
        double[] sampled = new double[WIDTH];
        double[] shares = new double[4];
        for (int l = 0; l < count; l++) {
            double u = (draws[2 * l] - center[0]) / sd[0];
            double v = (draws[2 * l + 1] - center[1]) / sd[1];
            sampled[0] += Math.tanh(u) / count;
            sampled[1] += Math.tanh(v) / count;
            shares[(u > 0 ? 1 : 0) + (v > 0 ? 2 : 0)] += 1.0 / count;
        }
        // Six comparisons at five standard errors of at most 1/√count, beside the grid's own error.
        for (int j = 0; j < WIDTH; j++) assertEquals(mean[j], sampled[j], 0.01 + 5 / Math.sqrt(count));
        for (int i = 0; i < 4; i++) assertEquals(inside[i], shares[i], 0.01 + 2.5 / Math.sqrt(count));
    }

    /** Four standard errors for each of two numbers: false-alarm rate 1 in 8000. */
    @Test
    void theMeanIsThatOfTheDraws() {
        Built b = new Built();
        assumeTrue(b.evaluation() instanceof Head.MeanEvaluation, "it does not know its mean");
        float[] mean = new float[WIDTH];
        ((Head.MeanEvaluation) b.evaluation()).mean(b.condition(), mean);
        float[] draws = new float[100_000 * WIDTH];
        b.evaluation().sample(b.condition(), new Seed(13).stream(0), draws);
        for (int j = 0; j < WIDTH; j++) {
            double sum = 0;
            double squares = 0;
            for (int at = j; at < draws.length; at += WIDTH) {
                sum += draws[at];
                squares += (double) draws[at] * draws[at];
            }
            double average = sum / 100_000;
            double error = Math.sqrt((squares / 100_000 - average * average) / 100_000);
            assertEquals(average, mean[j], 4 * error, "parameter " + j);
        }
    }

    @Test
    void theDesignIsReadAsItWasWritten() {
        Object written = Json.parse(Json.write(design().written()));
        assertEquals(design(), HeadDesign.KINDS.read(Fields.of("head", written)));
    }

    @Test
    void oneParameterIsEnough() {
        Layout layout = new Layout();
        Head head = design().head(layout, 1, CONDITION, new Seed(5));
        Weights weights = Laws.randomWeights(layout, 1);
        RandomGenerator rng = new Seed(1).stream(0);
        float[] draws = new float[100];
        head.evaluation(Memory.forEvaluation(Kernels.best(), weights))
                .sample(Block.of(Laws.normal(CONDITION, 1, Laws.random(3)), 1, 1, CONDITION), rng, draws);
        for (float value : draws) assertTrue(Float.isFinite(value));
    }
}
