package bayesflow4j.models;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.catalog.Models;
import bayesflow4j.model.Batch;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.random.Seed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class InfluenzaTest {
    private final GenerativeModel model = Models.named("influenza");

    /** A birth-and-death process is extinct in the end with probability γ/β; five standard errors, one alarm in two million. */
    @Test
    void outbreaksDieOutAsOftenAsABirthAndDeathProcess() {
        int runs = 4000;
        int small = 0;
        for (int run = 0; run < runs; run++) {
            Observations x = model.simulator().simulate(new double[] {1.6, 0.5, 0.1}, 30, new Seed(1).stream(run));
            double most = 0;
            for (float in : x.values()) most = Math.max(most, in);
            if (most < 40) small++;
        }
        double p = 0.5 / 1.6;
        assertEquals(p, (double) small / runs, 5 * Math.sqrt(p * (1 - p) / runs));
    }

    /** Without infections I(t) of the first boy is e^(−γt) on average, and counts have mean I, variance (1 + κ)I. */
    @Test
    void countsHaveTheirMeanAndVariance() {
        int runs = 100_000;
        double gamma = 0.5;
        double kappa = 3;
        double sum = 0;
        double squares = 0;
        for (int run = 0; run < runs; run++) {
            Observations x = model.simulator().simulate(new double[] {1e-9, gamma, kappa}, 1, new Seed(2).stream(run));
            sum += x.at(0, 0);
            squares += x.at(0, 0) * x.at(0, 0);
        }
        double mean = Math.exp(-gamma);
        // Given I = 1: E[x²] = 1 + (1 + κ); five standard errors of each.
        assertEquals(mean, sum / runs, 5 * Math.sqrt(mean * (2 + kappa) / runs));
        assertEquals(mean * (2 + kappa), squares / runs, 5 * 40 / Math.sqrt(runs));
    }

    /**
     * The parameters whose simulations come nearest to the observed days are about the published ones (β 1.7, 1/γ 2.1 days, R₀
     * 3.7); a rough answer, for the trained networks to sharpen.
     */
    @Test
    void theNearestSimulationsHaveThePublishedParameters() {
        List<double[]> found = new ArrayList<>();
        Batch batch = model.batch(new Seed(3), 0, 60_000);
        for (int m = 0; m < batch.size(); m++) {
            double distance = 0;
            for (int t = 0; t < 14; t++)
                distance += Math.pow(Math.sqrt(batch.x()[m * 14 + t]) - Math.sqrt(Influenza.OBSERVED.at(t, 0)), 2);
            found.add(new double[] {distance, batch.theta()[m][0], batch.theta()[m][1]});
        }
        found.sort(Comparator.comparingDouble(f -> f[0]));
        double beta = 0;
        double period = 0;
        for (double[] f : found.subList(0, 30)) {
            beta += f[1] / 30;
            period += 1 / f[2] / 30;
        }
        assertEquals(1.8, beta, 0.4);
        assertEquals(2.1, period, 0.4);
        assertTrue(beta * period > 2.8 && beta * period < 5, "R₀ " + beta * period);
    }
}
