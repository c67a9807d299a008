package bayesflow4j.benchmarks.tasks;

import static bayesflow4j.model.distribution.Distribution.normal;
import static bayesflow4j.model.distribution.Distribution.uniform;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.model.Prior;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Posterior;
import bayesflow4j.random.Seed;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

/** Targets whose moments are known. 2000 draws; limits are five standard errors of independent draws, or once in two million. */
class AnnealedPosteriorTest {
    private static final int COUNT = 2000;

    /** θ₁ ~ N(0, 1), x = θ₁ + N(0, 0.1²): N(x/1.01, 0.01/1.01); θ₂ stays as its prior. */
    private static Posterior conjugate() {
        Prior prior = Prior.of("a", normal(0, 1)).and("b", uniform(-1, 1));
        return new AnnealedPosterior(prior, theta -> -50 * (theta[0] - 2) * (theta[0] - 2), 40);
    }

    @Test
    void aConjugatePosteriorHasItsMoments() {
        Draws draws = conjugate().sample(COUNT, new Seed(1));
        double sd = Math.sqrt(0.01 / 1.01);
        assertEquals(2 / 1.01, draws.mean()[0], 5 * sd / Math.sqrt(COUNT));
        assertEquals(sd, draws.sd()[0], 5 * sd / Math.sqrt(2 * COUNT));
        double flat = 1 / Math.sqrt(3);
        assertEquals(0, draws.mean()[1], 5 * flat / Math.sqrt(COUNT));
        assertEquals(flat, draws.sd()[1], 5 * flat / Math.sqrt(2 * COUNT));
    }

    /** Two narrow modes with weights 0.3 and 0.7, far apart: moves of stride 1 exchange points. */
    @Test
    void modesHaveTheirWeights() {
        Prior prior = Prior.of("a", uniform(-1, 1)).and("b", uniform(-1, 1));
        Posterior posterior =
                new AnnealedPosterior(prior, theta -> Math.log(0.3 * peak(theta, -0.5) + 0.7 * peak(theta, 0.5)), 100);
        Draws draws = posterior.sample(COUNT, new Seed(2));
        double left = 0;
        for (double a : draws.column(0)) left += a < 0 ? 1.0 / COUNT : 0;
        assertEquals(0.3, left, 5 * Math.sqrt(0.21 / COUNT));
    }

    private static double peak(double[] theta, double center) {
        double u = (theta[0] - center) / 0.05;
        double v = (theta[1] - center) / 0.05;
        return Math.exp(-(u * u + v * v) / 2);
    }

    @Test
    void threadsDoNotMatter() {
        double[][] alone;
        try (ForkJoinPool pool = new ForkJoinPool(1)) {
            alone = pool.submit(() -> conjugate().sample(300, new Seed(3)).rows())
                    .join();
        }
        assertArrayEquals(alone, conjugate().sample(300, new Seed(3)).rows());
        assertEquals(19, conjugate().sample(19, new Seed(3)).count());
    }

    @Test
    void impossibleDataAreRefused() {
        Posterior posterior = new AnnealedPosterior(Prior.of("a", normal(0, 1)), theta -> Double.NEGATIVE_INFINITY, 1);
        String message = assertThrows(ArithmeticException.class, () -> posterior.sample(10, new Seed(1)))
                .getMessage();
        assertTrue(message.contains("got a largest log-likelihood of -Infinity"), message);
    }
}
