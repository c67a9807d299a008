package bayesflow4j.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bayesflow4j.diagnostics.Finding;
import bayesflow4j.diagnostics.Metrics;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.posterior.Derived;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.random.Seed;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A log-uniform capacity, observed with log-normal noise. */
class ModelCheckTest {
    private static final double NOISE = 0.8;

    private static final GenerativeModel MODEL = GenerativeModel.of(
            "capacity",
            Prior.parse(List.of("K"), List.of("log-uniform(10, 10000)")),
            (theta, count, rng) -> Observations.of(theta[0] * StrictMath.exp(NOISE * rng.nextGaussian())),
            ObservationCount.exactly(1),
            DataKind.VECTOR,
            "size");

    private static Estimator around() {
        return Estimator.of("around", MODEL, x -> (count, seed) -> {
            RandomGenerator rng = seed.stream(0);
            return Draws.of(
                    List.of("K"),
                    IntStream.range(0, count)
                            .mapToDouble(l -> x.at(0, 0) * StrictMath.exp(NOISE * rng.nextGaussian()))
                            .toArray());
        });
    }

    /** Twice the capacity is as well known as the capacity, whose contraction is that of its logarithm. */
    @Test
    void derivedQuantitiesAreJudgedOnTheScaleOfTheirAxis() {
        Derived twice = Derived.of(List.of("K"), Map.of("twice", "2 * K"));
        ModelCheck check = ModelCheck.of(MODEL, around(), twice, 100, 100, new Seed(1));
        Metrics metrics = check.metrics();
        double expected = 1 - NOISE * NOISE / (StrictMath.pow(StrictMath.log(1000), 2) / 12);
        for (String name : List.of("K", "twice"))
            assertEquals(expected, metrics.values().get("contraction").get(name).mean(), 0.03, name);
        List<Finding> findings = check.verdict().findings();
        assertEquals(
                findings.get(0).information().contraction(),
                findings.get(1).information().contraction(),
                1e-9);
    }
}
