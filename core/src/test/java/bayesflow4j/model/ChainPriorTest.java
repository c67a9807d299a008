package bayesflow4j.model;

import static bayesflow4j.model.distribution.Distribution.exponential;
import static bayesflow4j.model.distribution.Distribution.normal;
import static bayesflow4j.model.distribution.Distribution.uniform;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.model.distribution.Distribution;
import bayesflow4j.model.distribution.Support;
import bayesflow4j.random.Seed;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** The laws on a prior with every kind of support, one of them with both bounds taken from an earlier parameter. */
class ChainPriorTest extends PriorLaws {
    @Override
    protected Prior prior() {
        return Prior.of("mean", normal(0, 1))
                .and("gap", exponential(2))
                .and(
                        "between",
                        "uniform(-gap, gap)",
                        Support.REAL,
                        earlier -> uniform(-earlier.of("gap"), earlier.of("gap")))
                .and("share", Distribution.beta(2, 3))
                .and("tail", Distribution.studentT(5, 0, 2));
    }

    /** γ | β ~ U(0.01, β): E[γ] = ¼ + small, and the density is 1/(0.99 (β − 0.01)). */
    @Test
    void dependenceShowsInDrawsAndDensity() {
        Prior sir = Prior.of("beta", uniform(0.01, 1))
                .and("gamma", "uniform(0.01, beta)", Support.between(0.01, 1), e -> uniform(0.01, e.of("beta")));
        RandomGenerator rng = new Seed(1).stream(0);
        double sum = 0;
        int draws = 100_000;
        for (int l = 0; l < draws; l++) {
            double[] theta = sir.sample(rng);
            assertTrue(theta[1] <= theta[0]);
            sum += theta[1];
        }
        // γ has standard deviation 0.22: five standard errors, a false alarm in two million.
        assertEquals(0.01 + 0.99 / 4, sum / draws, 5 * 0.22 / Math.sqrt(draws));
        assertEquals(-Math.log(0.99 * 0.49), sir.logDensity(new double[] {0.5, 0.3}), 1e-12);
        assertEquals(Double.NEGATIVE_INFINITY, sir.logDensity(new double[] {0.5, 0.6}));
        assertEquals(Double.NEGATIVE_INFINITY, sir.logDensity(new double[] {0.001, 0.0005}));
        assertFalse(sir.contains(new double[] {0.5, 0.6}));
        assertEquals(List.of("uniform(0.01, 1)", "uniform(0.01, beta)"), sir.notation());
    }

    @Test
    void aNameThatIsNotThereIsAnsweredWithThoseThatAre() {
        Prior wrong = Prior.of("beta", uniform(0, 1)).and("gamma", "", Support.REAL, e -> normal(e.of("betta"), 1));
        String message = assertThrows(IllegalArgumentException.class, () -> wrong.sample(new Seed(1).stream(0)))
                .getMessage();
        assertTrue(message.contains("[beta]") && message.contains("betta"), message);
        assertThrows(
                IllegalArgumentException.class,
                () -> Prior.of("a", normal(0, 1)).and("a", normal(0, 1)));
        assertThrows(
                IllegalArgumentException.class,
                () -> Prior.of("a", normal(0, 1)).logDensity(new double[2]));
    }
}
