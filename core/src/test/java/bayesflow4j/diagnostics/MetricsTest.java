package bayesflow4j.diagnostics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class MetricsTest {
    @Test
    void theFileHasTheOneShape() {
        Metrics metrics = new Metrics(List.of("beta", "a\"b"), 3, 10, Map.of())
                .with("nrmse", "beta", new Estimate(0.5, 0.25))
                .with("nrmse", "a\"b", new Estimate(Double.NaN, 0))
                .with("resimulationError", Metrics.ALL, new Estimate(1, 2));
        assertEquals("""
                {
                  "parameters": ["beta", "a\\"b"],
                  "datasets": 3,
                  "draws": 10,
                  "metrics": {
                    "nrmse": {
                      "beta": {"mean": 0.5, "se": 0.25},
                      "a\\"b": {"mean": null, "se": 0.0}
                    },
                    "resimulationError": {
                      "all": {"mean": 1.0, "se": 2.0}
                    }
                  }
                }
                """, metrics.json());
    }

    @Test
    void allMetricsAreThereAndTheSameForTheSameSeed() {
        Recovery recovery = ConjugateToy.recovery(50, 40, new Seed(1), ConjugateToy.EXACT);
        Metrics metrics = Metrics.of(recovery, new Seed(2));
        for (String name : List.of("nrmse", "r2", "calibrationError", "contraction", "zScore", "sbcPValue"))
            assertEquals(
                    List.of("mu", "beta1"),
                    List.copyOf(metrics.values().get(name).keySet()),
                    name);
        assertTrue(metrics.value("tarpPValue", Metrics.ALL).mean() > 0);
        assertEquals(metrics.json(), Metrics.of(recovery, new Seed(2)).json());
        assertThrows(IllegalArgumentException.class, () -> metrics.value("nrmse", "sigma"));
    }

    /** The standard error of a mean of 2000 normals is 1/√2000 = 0.0224; from 100 resamples it is known to 7 %. */
    @Test
    void bootstrapErrorsAreThoseOfTheory() {
        RandomGenerator rng = new Seed(3).stream(0);
        double[] values = rng.doubles(2000, 0, 1).map(u -> rng.nextGaussian()).toArray();
        Estimate mean = Bootstrap.of(new Seed(4))
                .of(2000, indices -> {
                    double sum = 0;
                    for (int k : indices) sum += values[k];
                    return new double[] {sum / 2000};
                })[0];
        assertEquals(0.0224, mean.se(), 0.006);
        // The median of normals has √(π/2) times the error of the mean.
        assertEquals(0.0280, Bootstrap.of(new Seed(4)).median(values).se(), 0.009);
    }

    @Test
    void truthAndDrawsMustFit() {
        Draws two = Draws.of(List.of("a"), new double[] {1, 2});
        assertMessage(
                "draws: expected 2 data sets",
                () -> Recovery.of(List.of("a"), new double[][] {{1}, {2}}, List.of(two)));
        assertMessage(
                "draws[0]: expected the parameters [b]",
                () -> Recovery.of(List.of("b"), new double[][] {{1}}, List.of(two)));
        assertMessage(
                "draws[1]: expected 2 draws",
                () -> Recovery.of(
                        List.of("a"), new double[][] {{1}, {2}}, List.of(two, Draws.of(List.of("a"), new double[] {1
                        }))));
        assertMessage(
                "truth[0] of a: expected a finite number",
                () -> Recovery.of(List.of("a"), new double[][] {{Double.NaN}}, List.of(two)));
    }

    private static void assertMessage(String part, Runnable call) {
        String message = assertThrows(IllegalArgumentException.class, call::run).getMessage();
        assertTrue(message.contains(part), message);
    }
}
