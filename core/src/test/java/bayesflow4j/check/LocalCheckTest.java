package bayesflow4j.check;

import static bayesflow4j.model.distribution.Distribution.normal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.diagnostics.Verdict;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.model.distribution.Distribution;
import bayesflow4j.posterior.DensityPosterior;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.random.Seed;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** θ ~ N(0, 1), x ~ N(θ, ½²), posterior N(0.8 x, 0.2), which an estimator may get wrong for some x. */
class LocalCheckTest {
    private static final GenerativeModel MODEL = GenerativeModel.of(
            "location",
            Prior.of("theta", normal(0, 1)),
            (theta, count, rng) -> Observations.of(theta[0] + 0.5 * rng.nextGaussian()),
            ObservationCount.exactly(1),
            DataKind.VECTOR,
            "x");

    /** Exact for x &lt; 1; from there on the deviation is multiplied by a factor. */
    private static Estimator estimator(double factor) {
        return Estimator.of("closed", MODEL, x -> {
            double sd = Math.sqrt(0.2) * (x.at(0, 0) < 1 ? 1 : factor);
            return new Bell(Distribution.normal(0.8 * x.at(0, 0), sd));
        });
    }

    private record Bell(Distribution law) implements DensityPosterior {
        @Override
        public double logDensity(double[] theta) {
            return law.logDensity(theta[0]);
        }

        @Override
        public Draws sample(int count, Seed seed) {
            RandomGenerator rng = seed.stream(0);
            double[] values = new double[count];
            for (int l = 0; l < count; l++) values[l] = law.sample(rng);
            return Draws.of(List.of("theta"), values);
        }
    }

    private static LocalCheck at(double x, double factor, long seed) {
        return LocalCheck.of(MODEL, estimator(factor), Observations.ofVector(x), 200, new Seed(seed));
    }

    @Test
    void anErrorIsFoundWhereItIsAndNowhereElse() {
        LocalCheck near = at(2.5, 0.5, 1);
        assertEquals(Verdict.Grade.POOR, near.grade(), near.sentence());
        assertTrue(near.sentence().contains("is wrong: ranks deviate for theta (200"), near.sentence());
        LocalCheck far = at(-2.5, 0.5, 1);
        assertEquals(Verdict.Grade.GOOD, far.grade(), far.sentence());
        assertTrue(far.sentence().startsWith("Near these data the network is calibrated"), far.sentence());
    }

    /** At 1 %, 40 checks of an exact posterior get 0.4 findings; 4 or more come once in 1300 times. */
    @Test
    void exactPosteriorsPass() {
        long blamed = IntStream.range(0, 40)
                .filter(i -> at(0.1 * i - 2, 1, 50 + i).grade() != Verdict.Grade.GOOD)
                .count();
        assertTrue(blamed < 4, blamed + " of 40");
    }

    @Test
    void weightsWithoutEffectAreNoVerdict() {
        LocalCheck check = new LocalCheck(at(0, 1, 1).verdict(), 12);
        assertEquals(Verdict.Grade.FAIR, check.grade());
        assertTrue(check.sentence().contains("cannot be told"), check.sentence());
    }
}
