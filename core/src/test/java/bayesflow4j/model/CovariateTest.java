package bayesflow4j.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.model.distribution.Distribution;
import bayesflow4j.posterior.Schema;
import bayesflow4j.random.Seed;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class CovariateTest {
    private static final Covariate EFFORT = Covariate.of("effort", Distribution.uniform(1, 20));
    private static final Covariate TIME =
            Covariate.of("time", Distribution.exponential(1)).over(Covariate.Scope.STEPS);

    /** x = θ·effort + time, so that every number tells where it comes from. */
    private static Observations product(double[] theta, Covariates c, int count, RandomGenerator rng) {
        double[] x = c.rows("time");
        for (int n = 0; n < x.length; n++) x[n] += theta[0] * c.of("effort");
        return Observations.of(x);
    }

    private static GenerativeModel model() {
        return GenerativeModel.of(
                        "effort",
                        Prior.of("rate", Distribution.uniform(0, 1)),
                        (theta, count, rng) -> Observations.of(new double[count]),
                        ObservationCount.between(3, 6),
                        DataKind.SERIES,
                        "catch")
                .withCovariates(List.of(EFFORT, TIME), CovariateTest::product);
    }

    @Test
    void theSimulatorAndTheDataHaveTheSameCovariates() {
        GenerativeModel model = model();
        assertEquals(
                List.of("catch", "effort", "time"),
                model.columns().stream().map(Column::name).toList());
        assertEquals(1, model.randomColumns().size());
        Set<Float> efforts = new TreeSet<>();
        for (int k = 0; k < 50; k++) {
            Batch batch = model.batch(new Seed(4), k, 1);
            Observations x = batch.observations(0);
            double before = 0;
            for (int n = 0; n < x.count(); n++) {
                assertEquals(batch.theta()[0][0] * x.at(0, 1) + x.at(n, 2), x.at(n, 0), 1e-4);
                assertEquals(x.at(0, 1), x.at(n, 1));
                assertTrue(x.at(n, 2) > before);
                before = x.at(n, 2);
            }
            assertTrue(x.at(0, 1) >= 1 && x.at(0, 1) <= 20);
            efforts.add(x.at(0, 1));
        }
        assertEquals(50, efforts.size());
    }

    @Test
    void aSimulatorGivenDataKeepsTheirCovariates() {
        Observations observed =
                Observations.ofRows(new double[] {9, 5, 0.5}, new double[] {9, 5, 2}, new double[] {9, 5, 7});
        Observations again = model().simulator().given(observed).simulate(new double[] {0.5}, 3, new Seed(1).stream(0));
        assertArrayEquals(new float[] {3, 5, 0.5f, 4.5f, 5, 2, 9.5f, 5, 7}, again.values());
    }

    @Test
    void valuesAreLaidOutAsTheScopeSays() {
        RandomGenerator rng = new Seed(1).stream(0);
        Covariate dose = Covariate.ofValues("dose", 0, 1, 5);
        Set<Double> doses = new TreeSet<>();
        for (int i = 0; i < 100; i++) doses.add(dose.sample(3, rng)[0]);
        assertEquals(Set.of(0.0, 1.0, 5.0), doses);
        double[] rising = EFFORT.over(Covariate.Scope.RISING).sample(20, rng);
        for (int n = 1; n < 20; n++) assertTrue(rising[n] > rising[n - 1]);
        assertEquals(20, EFFORT.over(Covariate.Scope.ROWS).sample(20, rng).length);
        assertEquals(
                Scaling.LOG1P,
                Covariate.of("size", Distribution.logUniform(10, 1e6)).scaling());
    }

    @Test
    void aNameOfAColumnIsRefused() {
        Covariate taken = Covariate.of("catch", Distribution.uniform(0, 1));
        GenerativeModel model = model();
        IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class, () -> model.withCovariates(List.of(taken), CovariateTest::product));
        assertTrue(e.getMessage().contains("\"catch\""), e.getMessage());
    }

    @Test
    void aCovariateOfTheDataSetMustNotVaryAndNoneMayBeMissing() {
        Schema schema = Schema.of(model().withMissing());
        Observations varies =
                Observations.ofRows(new double[] {9, 5, 1}, new double[] {9, 6, 2}, new double[] {9, 5, 3});
        assertEquals(
                "expected one effort for the whole data set, got 5.0 and 6.0",
                schema.fault(varies).orElseThrow());
        Observations unknown =
                Observations.ofRows(new double[] {9, 5, 1}, new double[] {9, 5, Double.NaN}, new double[] {9, 5, 3});
        assertTrue(schema.fault(unknown).orElseThrow().contains("column time, a known covariate"));
        Observations gap =
                Observations.ofRows(new double[] {9, 5, 1}, new double[] {Double.NaN, 5, 2}, new double[] {9, 5, 3});
        assertTrue(schema.fault(gap).isEmpty());
        assertTrue(Schema.of(model()).fault(gap).orElseThrow().contains("missing: {share: 0..0.3"));
    }
}
