package bayesflow4j.benchmarks.tasks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.random.Seed;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class PlanarOrbitTest {
    /** p' = q, q' = −p from (0, 1): (sin t, cos t). */
    @Test
    void aCircleIsFollowed() {
        PlanarOrbit.Field field = (p, q, ps, qs, stage) -> {
            ps[stage] = q;
            qs[stage] = -p;
        };
        double[][] orbit = PlanarOrbit.sample(field, 0, 1, 0.7, 30);
        for (int i = 0; i < orbit.length; i++) {
            assertEquals(Math.sin(0.7 * i), orbit[i][0], 1e-5);
            assertEquals(Math.cos(0.7 * i), orbit[i][1], 1e-5);
        }
    }

    /** δu − γ log u + βv − α log v does not change; compared with its parts, which cancel. */
    @Test
    void predatorsAndPreyStayOnTheirLevel() {
        RandomGenerator rng = new Seed(1).stream(0);
        for (int k = 0; k < 50; k++) {
            double[] theta = new LotkaVolterraOde().model().prior().sample(rng);
            double[][] orbit = LotkaVolterraOde.orbit(theta);
            double level = level(theta, orbit[0]);
            for (double[] point : orbit) assertEquals(level, level(theta, point), 1e-4 * (1 + Math.abs(level)));
        }
    }

    private static double level(double[] theta, double[] point) {
        return theta[3] * Math.exp(point[0])
                - theta[2] * point[0]
                + theta[1] * Math.exp(point[1])
                - theta[0] * point[1];
    }

    /** S + I − (γ/β) log S, in shares of the population, does not change. */
    @Test
    void epidemicsStayOnTheirLevel() {
        RandomGenerator rng = new Seed(2).stream(0);
        for (int k = 0; k < 50; k++) {
            double[] theta = new SirOde().model().prior().sample(rng);
            double[][] orbit = SirOde.orbit(theta[0], theta[1]);
            for (double[] point : orbit) {
                double level = point[1] + Math.exp(point[0]) - theta[1] / theta[0] * Math.log(point[1]);
                assertEquals(1, level, 1e-5);
            }
        }
    }

    @Test
    void noSolutionIsNotANumber() {
        PlanarOrbit.Field field = (p, q, ps, qs, stage) -> {
            ps[stage] = p * p;
            qs[stage] = 0;
        };
        double[][] orbit = PlanarOrbit.sample(field, 1, 0, 0.6, 3);
        assertEquals(1 / (1 - 0.6), orbit[1][0], 1e-4);
        assertTrue(Double.isNaN(orbit[2][0]));
    }
}
