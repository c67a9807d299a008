package bayesflow4j.benchmarks.tasks;

import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Posterior;
import bayesflow4j.random.Seed;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** p(θ | x) as a recipe for one independent draw. */
record IndependentDraws(List<String> names, Recipe recipe) implements Posterior {
    /** Far more than any data set of a prior needs. */
    private static final int MOST_ATTEMPTS = 100_000_000;

    /** One draw θ [D]. */
    @FunctionalInterface
    interface Recipe {
        double[] draw(RandomGenerator rng);
    }

    @Override
    public Draws sample(int count, Seed seed) {
        Seed each = seed.child("draws");
        double[][] rows = IntStream.range(0, count)
                .parallel()
                .mapToObj(l -> recipe.draw(each.stream(l)))
                .toArray(double[][]::new);
        return Draws.of(names, rows);
    }

    /** The first proposal within the cube [−bound, bound]ᴰ: a draw of the proposal's law given that it lies there. */
    static double[] withinCube(double bound, RandomGenerator rng, Recipe proposal) {
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            double[] theta = proposal.draw(rng);
            boolean inside = true;
            for (double value : theta) inside &= Math.abs(value) <= bound;
            if (inside) return theta;
        }
        throw new ArithmeticException("exact posterior: expected a proposal within ±" + bound + ", got none in "
                + MOST_ATTEMPTS + "; the data are all but impossible under the prior");
    }
}
