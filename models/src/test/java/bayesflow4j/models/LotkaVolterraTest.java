package bayesflow4j.models;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.catalog.Models;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.model.SimulatorLaws;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import org.hipparchus.ode.ODEState;
import org.hipparchus.ode.OrdinaryDifferentialEquation;
import org.hipparchus.ode.nonstiff.DormandPrince853Integrator;
import org.junit.jupiter.api.Test;

class LotkaVolterraTest extends SimulatorLaws {
    private static final double LOW = Math.exp(-2);
    private static final double HIGH = Math.exp(2);

    @Override
    protected GenerativeModel model() {
        return Models.named("lotka-volterra");
    }

    @Override
    protected boolean isNoisy() {
        return false;
    }

    @Test
    void followsTheExactSolution() {
        for (int k = 0; k < 40; k++) assertFollows(model().prior().sample(new Seed(1).stream(k)));
        assertFollows(new double[] {1, 1, 1, 1});
    }

    /** Stiff when written in u and v; some of them made the authors' solver diverge. */
    @Test
    void followsTheExactSolutionInEveryCornerOfThePrior() {
        for (int corner = 0; corner < 16; corner++) {
            double[] theta = new double[4];
            for (int i = 0; i < 4; i++) theta[i] = (corner >> i & 1) == 0 ? LOW : HIGH;
            assertFollows(theta);
        }
    }

    /** To 3·10⁻⁵ of the value, also where a species is all but gone, down to what a float can hold. */
    private void assertFollows(double[] theta) {
        int points = 500;
        Observations x = model().simulator().simulate(theta.clone(), points, new Seed(0).stream(0));
        double[] state = {Math.log(10), Math.log(5)};
        DormandPrince853Integrator integrator = new DormandPrince853Integrator(1e-12, 1, 1e-12, 1e-13);
        for (int t = 1; t < points; t++) {
            double from = 15.0 * (t - 1) / (points - 1);
            double to = 15.0 * t / (points - 1);
            state = integrator
                    .integrate(equations(theta), new ODEState(from, state), to)
                    .getPrimaryState();
            for (int c = 0; c < 2; c++) {
                double exact = Math.exp(state[c]);
                String where = "column " + c + " at " + to + " for " + Arrays.toString(theta);
                assertEquals(exact, x.at(t, c), 3e-5 * exact + Float.MIN_NORMAL, where);
            }
        }
    }

    /** Of log u and log v: a solver of u and v loses a species that falls to 10⁻¹⁰⁰ and comes back. */
    private static OrdinaryDifferentialEquation equations(double[] theta) {
        return new OrdinaryDifferentialEquation() {
            @Override
            public int getDimension() {
                return 2;
            }

            @Override
            public double[] computeDerivatives(double t, double[] y) {
                return new double[] {
                    theta[0] - theta[1] * Math.exp(y[1]), theta[3] * theta[1] * Math.exp(y[0]) - theta[2]
                };
            }
        };
    }

    /** δβu − γ log u + βv − α log v does not change along the exact solution, whatever it is written in. */
    @Test
    void theInvariantIsConserved() {
        for (int k = 0; k < 50; k++) {
            double[] theta = model().prior().sample(new Seed(3).stream(k));
            Observations x = model().simulator().simulate(theta.clone(), 500, new Seed(0).stream(0));
            double start = invariant(theta, x, 0);
            for (int t = 0; t < 500; t++)
                if (x.at(t, 0) > Float.MIN_NORMAL && x.at(t, 1) > Float.MIN_NORMAL)
                    assertEquals(start, invariant(theta, x, t), 3e-5 * Math.abs(start) + 3e-5);
        }
    }

    private static double invariant(double[] theta, Observations x, int t) {
        double u = x.at(t, 0);
        double v = x.at(t, 1);
        return theta[3] * theta[1] * u - theta[2] * Math.log(u) + theta[1] * v - theta[0] * Math.log(v);
    }

    @Test
    void noDrawOfEitherPriorFails() {
        for (String name : new String[] {"lotka-volterra", "lotka-volterra:prior=log-uniform"})
            assertEquals(
                    0, Models.named(name).batch(new Seed(2), 0, 3000).failures().count());
    }

    /** Computed with NumPy from the same series. */
    @Test
    void theNineStatistics() {
        float[] series = new float[1000];
        for (int t = 0; t < 500; t++) {
            series[2 * t] = (float) (3 + Math.sin(0.05 * t));
            series[2 * t + 1] = (float) (1 + 2 * Math.cos(0.03 * t));
        }
        float[] statistics = SeriesStatistics.of(series, 15.0 / 499);
        for (int i = 0; i < 9; i++) assertEquals(GOLDEN_STATISTICS[i], statistics[i], 2e-6, SeriesStatistics.NAMES[i]);
        GenerativeModel model = Models.named("lotka-volterra:data=statistics");
        Observations x = model.simulator().simulate(new double[] {1, 1, 1, 1}, 1, new Seed(0).stream(0));
        assertEquals(9, x.width());
        assertTrue(x.at(0, 4) < 1 && x.at(0, 4) > x.at(0, 5) && x.at(0, 5) > -1);
    }

    private static final double[] GOLDEN_STATISTICS = {
        3.000484167,
        1.090217917,
        0.407199479,
        1.074218227,
        0.939592377,
        0.768530034,
        0.955985993,
        0.871227501,
        0.228898323
    };
}
