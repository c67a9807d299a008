package bayesflow4j.benchmarks.tasks;

import bayesflow4j.random.RandomOrder;
import bayesflow4j.random.Seed;
import bayesflow4j.random.Uniforms;
import java.util.random.RandomGenerator;

/**
 * Σ t₂(μᵢ, LᵢLᵢᵀ)/20, a mixture of 20 Student t distributions in 92 dimensions, and a permutation that hides other numbers among
 * its draws. Fixed are μᵢ ~ N(0, 15² I), Lᵢ lower triangular with entries N(0, 3²) below 3 e^N(0, 1) on its diagonal, and the
 * permutation.
 */
final class Distractors {
    static final int WIDTH = 92;
    private static final int COMPONENTS = 20;
    private static final Seed SEED = new Seed(2021).child("distractors");

    private final int hidden;
    private final int[] order;
    private final double[][] centers = new double[COMPONENTS][WIDTH];
    private final double[][][] factors = new double[COMPONENTS][WIDTH][];

    /** Around {@code hidden} other numbers. */
    Distractors(int hidden) {
        this.hidden = hidden;
        order = RandomOrder.of(hidden + WIDTH, SEED.child("order").stream(0));
        for (int c = 0; c < COMPONENTS; c++) {
            RandomGenerator rng = SEED.stream(c);
            for (int i = 0; i < WIDTH; i++) {
                centers[c][i] = 15 * rng.nextGaussian();
                factors[c][i] = new double[i + 1];
                for (int j = 0; j < i; j++) factors[c][i][j] = 3 * rng.nextGaussian();
                factors[c][i][i] = 3 * StrictMath.exp(rng.nextGaussian());
            }
        }
    }

    /** Where the hidden numbers are found after {@link #hide} [hidden]. */
    int[] places() {
        int[] places = new int[hidden];
        for (int i = 0; i < order.length; i++) if (order[i] < hidden) places[order[i]] = i;
        return places;
    }

    /** These numbers [hidden] and a draw of the mixture, shuffled by the permutation. */
    double[] hide(double[] numbers, RandomGenerator rng) {
        double[] noise = sample(rng);
        double[] shuffled = new double[order.length];
        for (int i = 0; i < order.length; i++)
            shuffled[i] = order[i] < hidden ? numbers[order[i]] : noise[order[i] - hidden];
        return shuffled;
    }

    private double[] sample(RandomGenerator rng) {
        int component = rng.nextInt(COMPONENTS);
        // A χ² with two degrees of freedom is twice an exponential, so √(2/χ²) = 1/√exponential.
        double stretch = 1 / Math.sqrt(-StrictMath.log(Uniforms.open(rng)));
        double[] z = new double[WIDTH];
        for (int i = 0; i < WIDTH; i++) z[i] = rng.nextGaussian();
        double[] y = centers[component].clone();
        for (int i = 0; i < WIDTH; i++) {
            double sum = 0;
            for (int j = 0; j <= i; j++) sum = Math.fma(factors[component][i][j], z[j], sum);
            y[i] += stretch * sum;
        }
        return y;
    }
}
