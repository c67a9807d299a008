package bayesflow4j.sequential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.model.Prior;
import bayesflow4j.model.distribution.Distribution;
import bayesflow4j.posterior.DensityPosterior;
import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** A prior truncated to where a normal posterior is, and a posterior restricted to a region. */
class TruncatedPriorTest {
    private static final int DRAWS = 4000;
    private static final double SD = 0.05;
    private static final Prior PRIOR = Prior.of("a", Distribution.uniform(-1, 1))
            .and("b", Distribution.uniform(-1, 1))
            .and("c", Distribution.uniform(-1, 1))
            .and("d", Distribution.uniform(-1, 1));

    /** Equal parts around some centers on the first axis. */
    private record Normals(List<Double> centers) implements DensityPosterior {
        @Override
        public double logDensity(double[] theta) {
            if (!PRIOR.contains(theta)) return Double.NEGATIVE_INFINITY;
            double sum = centers.stream()
                    .mapToDouble(center -> StrictMath.exp(-squares(theta, center) / 2))
                    .sum();
            return StrictMath.log(sum / centers.size()) - theta.length * StrictMath.log(SD * Math.sqrt(2 * Math.PI));
        }

        @Override
        public Draws sample(int count, Seed seed) {
            RandomGenerator rng = seed.stream(0);
            double[][] draws = new double[count][PRIOR.dimension()];
            for (double[] draw : draws) {
                for (int j = 0; j < draw.length; j++) draw[j] = SD * rng.nextGaussian();
                draw[0] += centers.get(rng.nextInt(centers.size()));
            }
            return Draws.of(PRIOR.names(), draws);
        }

        /** r² in units of the sd. */
        private static double squares(double[] theta, double center) {
            double sum = -theta[0] * theta[0] + (theta[0] - center) * (theta[0] - center);
            for (double v : theta) sum += v * v;
            return sum / SD / SD;
        }
    }

    private static final Normals ONE = new Normals(List.of(0.0));
    private static final Normals TWO = new Normals(List.of(-0.5, 0.5));

    /** In a ball of dimension D and radius R, E r² = R² D / (D + 2); the standard error here is .004 R². */
    @Test
    void drawsAreUniformWhereThePriorIs() {
        TruncatedPrior region = TruncatedPrior.of(PRIOR, ONE, 0.001, new Seed(1));
        double[][] draws = region.sample(DRAWS, new Seed(2));
        double[] r2 = Arrays.stream(draws)
                .mapToDouble(theta -> Normals.squares(theta, 0))
                .toArray();
        double most = Arrays.stream(r2).max().orElseThrow();
        assertTrue(Arrays.stream(draws).allMatch(region::contains));
        assertEquals(4 / 6.0, Arrays.stream(r2).average().orElseThrow() / most, 0.02);
    }

    /**
     * A mode with three quarters of the estimate reaches a little farther, r² = 18 instead of 16, so that it has .56 of the
     * region. Chains begin there three times of four, and move between the modes.
     */
    @Test
    void modesHaveTheSharesOfTheirSizeWhereverChainsBegin() {
        Normals uneven = new Normals(List.of(-0.5, -0.5, -0.5, 0.5));
        double[][] draws = TruncatedPrior.of(PRIOR, uneven, 0.001, new Seed(1)).sample(DRAWS, new Seed(2));
        long left = Arrays.stream(draws).filter(theta -> theta[0] < 0).count();
        assertEquals(0.56, left / (double) DRAWS, 0.05);
    }

    @Test
    void aPosteriorWithinARegionHasNoDrawsOutsideAndItsDensityIsNormalized() {
        DensityPosterior half = Within.of(TWO, theta -> theta[0] > 0);
        assertTrue(Arrays.stream(half.sample(DRAWS, new Seed(3)).column(0)).allMatch(a -> a > 0));
        double[] theta = {0.5, 0, 0, 0};
        assertEquals(Math.log(2), half.logDensity(theta) - TWO.logDensity(theta), 0.1);
        assertEquals(Double.NEGATIVE_INFINITY, half.logDensity(new double[] {-0.5, 0, 0, 0}));
    }

    @Test
    void aPosteriorThatIsElsewhereStaysAsItIs() {
        assertSame(ONE, Within.of(ONE, theta -> theta[0] > 0.5));
    }
}
