package bayesflow4j.models;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bayesflow4j.catalog.Models;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Simulator;
import bayesflow4j.model.SimulatorLaws;
import bayesflow4j.random.Seed;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class RickerTest extends SimulatorLaws {
    @Override
    protected GenerativeModel model() {
        return Models.named("ricker");
    }

    /**
     * x₁ ~ Poisson(10ρ); N₂ is log-normal with E = 10 r e^(−10 + σ²/2), and x₂ given N₂ is Poisson. Means and variances within
     * five standard errors: a false alarm in two million for each of the four.
     */
    @Test
    void theFirstTwoCountsHaveTheirMoments() {
        double r = 90;
        double sigma = 0.3;
        double rho = 15;
        int draws = 200_000;
        RandomGenerator rng = new Seed(1).child("ricker").stream(0);
        Simulator simulator = model().simulator();
        double[][] x = new double[2][draws];
        for (int l = 0; l < draws; l++) {
            Observations data = simulator.simulate(new double[] {r, sigma, rho, 0.5}, 2, rng);
            x[0][l] = data.at(0, 0);
            x[1][l] = data.at(1, 0);
        }
        assertMoments(x[0], 10 * rho, 10 * rho);
        double mean = rho * 10 * r * Math.exp(-10 + sigma * sigma / 2);
        assertMoments(x[1], mean, mean + mean * mean * Math.expm1(sigma * sigma));
    }

    private static void assertMoments(double[] x, double mean, double variance) {
        double sum = 0;
        for (double v : x) sum += v;
        assertEquals(mean, sum / x.length, 5 * Math.sqrt(variance / x.length));
        double second = 0;
        double fourth = 0;
        for (double v : x) {
            second += Math.pow(v - mean, 2) / x.length;
            fourth += Math.pow(v - mean, 4) / x.length;
        }
        assertEquals(variance, second, 5 * Math.sqrt((fourth - second * second) / x.length));
    }

    /** A population of 200 falls to 10⁻⁸² and grows back by a factor of 90 per step. */
    @Test
    void aPopulationThatAllButVanishesComesBack() {
        Observations x = model().simulator().simulate(new double[] {90, 0.7, 15, 0.5}, 5000, new Seed(2).stream(0));
        int last = 0;
        for (int t = 0; t < x.count(); t++) if (x.at(t, 0) > 0) last = t;
        assertEquals(4990, last, 10);
    }

    @Test
    void theUninformativeParameterIsNotUsed() {
        double[] theta = {40, 0.3, 10, 0.1};
        double[] other = {40, 0.3, 10, 0.9};
        assertEquals(
                model().simulator().simulate(theta, 100, new Seed(3).stream(0)),
                model().simulator().simulate(other, 100, new Seed(3).stream(0)));
    }
}
