package bayesflow4j.experiments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.catalog.Models;
import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.diagnostics.Metrics;
import bayesflow4j.model.Domain;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.random.Seed;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class NormalBoundTest {
    private static final int COUNT = 20_000;

    /** On the unconstrained scale, two modes at ±2 with sd 1 for all parameters at once. */
    private static Draws twoModes(Domain domain, int count, Seed seed) {
        RandomGenerator rng = seed.stream(0);
        double[][] rows = new double[count][domain.dimension()];
        for (double[] row : rows) {
            double mode = rng.nextBoolean() ? 2 : -2;
            for (int j = 0; j < row.length; j++) row[j] = mode + rng.nextGaussian();
        }
        for (int l = 0; l < count; l++) rows[l] = domain.fromReal(rows[l]);
        return Draws.of(domain.names(), rows);
    }

    /**
     * Mean 0 and standard deviation √5 with standard errors of .023 and .013, no correlation ± .007, and normal tails: 4.6 %
     * beyond two standard deviations ± .15, where the two modes have .7 %. Five standard errors each, a false alarm in 10⁵.
     */
    @Test
    void theNormalsHaveTheMomentsButNeitherModesNorCorrelations() {
        GenerativeModel model = Models.named("ricker");
        Domain domain = model.prior();
        Estimator modes = Estimator.of("modes", model, _ -> (count, seed) -> twoModes(domain, count, seed));
        Observations x = model.batch(new Seed(3), 0, 1).observations(0);
        Draws draws = new NormalBound.Normals(modes, domain).given(x).sample(COUNT, new Seed(4));
        double[][] rows = draws.rows();
        for (int l = 0; l < COUNT; l++) rows[l] = domain.toReal(rows[l]);
        Draws real = Draws.of(draws.parameters(), rows);
        double[][] covariance = real.covariance();
        for (int j = 0; j < 4; j++) {
            assertEquals(0, real.mean()[j], 0.12);
            assertEquals(Math.sqrt(5), real.sd()[j], 0.1);
            for (int i = 0; i < j; i++) assertEquals(0, covariance[i][j] / 5, 0.036);
            int beyond = 0;
            for (double value : real.column(j)) if (Math.abs(value) > 2 * Math.sqrt(5)) beyond++;
            assertEquals(0.0455, (double) beyond / COUNT, 0.0075);
        }
    }

    private static Metrics metrics(double calibration, double nrmse) {
        return new Metrics(List.of("r"), 500, 1000, Map.of())
                .with("calibrationError", "r", new Estimate(calibration, 0.03))
                .with("nrmse", "r", new Estimate(nrmse, 0.03));
    }

    /** A goal of .05 is reached by .09 ± .03 if the bound has an error of .03, too: .04 is less than .03·√2. */
    @Test
    void theStricterGoalCountsWithTheErrorOfTheBound() {
        Reference paper = new Reference(Map.of("nrmse", Map.of("r", 0.01)), Map.of(), Map.of());
        Section section = new Section("DeepInference", "T=500", metrics(0.09, 0.09), paper);
        Section bounded = new NormalBound(metrics(0.05, 0.05)).on(section);
        assertEquals(
                0.05 + 0.03 * (Math.sqrt(2) - 1),
                bounded.goal("calibrationError", "r").orElseThrow().bound(),
                1e-12);
        assertTrue(bounded.goal("calibrationError", "r").orElseThrow().isMet());
        assertEquals(0.01, bounded.goal("nrmse", "r").orElseThrow().bound(), "the paper's is stricter");
        Section worse = new NormalBound(metrics(0.04, 0.005)).on(section);
        assertTrue(!worse.goal("calibrationError", "r").orElseThrow().isMet());
    }
}
