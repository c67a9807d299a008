package bayesflow4j.check;

import static bayesflow4j.model.distribution.Distribution.normal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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

    /** Two tests at 1 % or less: 40 checks of an exact posterior get 0.8 findings; 5 or more come once in 700 times. */
    @Test
    void exactPosteriorsPass() {
        long blamed = IntStream.range(0, 40)
                .filter(i -> at(0.1 * i - 2, 1, 50 + i).grade() != Verdict.Grade.GOOD)
                .count();
        assertTrue(blamed < 5, blamed + " of 40");
    }

    /** Ten numbers of N(θ, 1): the estimator reads their median, which two outliers leave as it is. */
    @Test
    void outliersThatThePosteriorIgnoresAreFound() {
        GenerativeModel ten = GenerativeModel.of(
                "ten",
                Prior.of("theta", normal(0, 3)),
                (theta, count, rng) -> Observations.of(IntStream.range(0, count)
                        .mapToDouble(i -> theta[0] + rng.nextGaussian())
                        .toArray()),
                ObservationCount.exactly(10),
                DataKind.SET,
                "x");
        Estimator robust = Estimator.of("median", ten, x -> {
            double[] sorted =
                    IntStream.range(0, 10).mapToDouble(n -> x.at(n, 0)).sorted().toArray();
            return new Bell(Distribution.normal((sorted[4] + sorted[5]) / 2, 0.37));
        });
        Observations usual = Observations.of(0.3, -0.8, 1.1, 0.2, -0.4, 0.9, -1.3, 0.6, 0.1, -0.2);
        Observations strange = Observations.of(0.3, -0.8, 15, 0.2, -0.4, -15, -1.3, 0.6, 0.1, -0.2);
        assertFalse(LocalCheck.of(ten, robust, usual, 200, new Seed(1)).isUnlike());
        LocalCheck found = LocalCheck.of(ten, robust, strange, 200, new Seed(1));
        assertEquals(Verdict.Grade.POOR, found.grade());
        assertTrue(found.sentence().contains("unlike all that the posterior predicts (what stands out: "));
    }

    @Test
    void weightsWithoutEffectAreNoVerdict() {
        LocalCheck whole = at(0, 1, 1);
        LocalCheck check = new LocalCheck(whole.verdict(), 12, whole.fit(), whole.strange());
        assertEquals(Verdict.Grade.FAIR, check.grade());
        assertTrue(check.sentence().contains("cannot be told"), check.sentence());
    }
}
