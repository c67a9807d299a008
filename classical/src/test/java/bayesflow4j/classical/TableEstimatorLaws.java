package bayesflow4j.classical;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.catalog.Models;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.ExactPosterior;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an estimator that reads posteriors off a table owes. */
public abstract class TableEstimatorLaws {
    /** The estimator for vector data of a model, on so many simulations with seed 1 and on so many threads. */
    protected abstract Estimator estimator(GenerativeModel model, ReferenceTable table, int threads);

    /** The table of so many simulations of a model. */
    protected static ReferenceTable table(GenerativeModel model, int rows) {
        SimulationTable simulations = SimulationTable.of(model.batches(new Seed(1).child("table"), rows, 1000));
        return ReferenceTable.of(simulations, Statistics.VECTOR, 2, done -> {});
    }

    /** 0 ≤ b ≤ a ≤ 1, both seen with noise: a domain in which one bound depends on the other parameter. */
    private static GenerativeModel triangle() {
        Prior prior = Prior.parse(List.of("a", "b"), List.of("uniform(0, 1)", "uniform(0, a)"));
        return GenerativeModel.of(
                "triangle",
                prior,
                (theta, count, rng) ->
                        Observations.ofVector(theta[0] + 0.2 * rng.nextGaussian(), theta[1] + 0.2 * rng.nextGaussian()),
                ObservationCount.exactly(1),
                DataKind.VECTOR,
                "x",
                "y");
    }

    @Test
    void drawsStayInASupportWhoseBoundsDependOnEachOther() {
        GenerativeModel model = triangle();
        Estimator estimator = estimator(model, table(model, 4000), 2);
        double[][] places = {{0.5, 0.5}, {0.1, 0.4}, {0.9, 0.9}, {0.02, 0.02}, {3, -2}, {-1, 2}};
        boolean unordered = false;
        for (double[] place : places) {
            Draws draws = estimator.given(Observations.ofVector(place)).sample(1000, new Seed(2));
            for (double[] theta : draws.rows()) assertTrue(model.prior().contains(theta), () -> Arrays.toString(theta));
            // Otherwise nothing is at stake: draws of b exceed draws of a if they are paired with others.
            unordered |= draws.quantiles(1, 0.9)[0] > draws.quantiles(0, 0.1)[0];
        }
        assertTrue(unordered);
    }

    @Test
    void drawsDependOnTheSeedAlone() {
        GenerativeModel model = Models.named("mvn");
        ReferenceTable table = table(model, 2000);
        List<Observations> data = model.batch(new Seed(3), 0, 20).observations();
        Estimator one = estimator(model, table, 1);
        Estimator two = estimator(model, table, 2);
        List<Draws> together = two.sample(data, 50, new Seed(4));
        for (int k = 0; k < data.size(); k++) {
            double[][] alone =
                    one.given(data.get(k)).sample(50, new Seed(4).nth(k)).rows();
            assertArrayEquals(alone, together.get(k).rows());
        }
        double[][] others = one.given(data.getFirst()).sample(50, new Seed(5)).rows();
        assertFalse(Arrays.deepEquals(others, together.getFirst().rows()));
    }

    @Test
    void dataOfAnotherShapeAreRefused() {
        GenerativeModel model = Models.named("mvn");
        Estimator estimator = estimator(model, table(model, 2000), 1);
        assertEquals(model.prior().names(), estimator.schema().parameterNames());
        assertThrows(IllegalArgumentException.class, () -> estimator.given(Observations.ofVector(1, 2)));
        assertThrows(
                IllegalArgumentException.class, () -> estimator.given(Observations.ofVector(1, 2, 3, 4, Double.NaN)));
    }

    /** How far means are from exact ones, in exact standard deviations, and the ratio of standard deviations, for 40 data sets. */
    protected record Closeness(double meanError, double sdRatio) {}

    /** By root mean square and geometric mean over data sets and parameters. */
    protected static Closeness closeness(String name, Estimator estimator) {
        ExactPosterior exact = Models.exactPosterior(name).orElseThrow();
        List<Observations> data =
                Models.named(name).batch(new Seed(6).child("test"), 0, 40).observations();
        double squares = 0;
        double logs = 0;
        int count = 0;
        for (int k = 0; k < data.size(); k++) {
            ExactPosterior.Given truth = exact.given(data.get(k));
            Draws draws = estimator.given(data.get(k)).sample(4000, new Seed(7).nth(k));
            for (int j = 0; j < truth.mean().length; j++) {
                double sd = Math.sqrt(truth.covariance()[j][j]);
                squares += Math.pow((draws.mean()[j] - truth.mean()[j]) / sd, 2);
                logs += Math.log(draws.sd()[j] / sd);
                count++;
            }
        }
        return new Closeness(Math.sqrt(squares / count), Math.exp(logs / count));
    }
}
