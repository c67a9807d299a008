package bayesflow4j.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.model.notation.NotationException;
import bayesflow4j.model.notation.VectorForm;
import bayesflow4j.random.Seed;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Priors beyond the simplest, under the laws of all priors. */
class MorePriorsTest {
    private static Prior of(String... lines) {
        Map<String, String> written = new LinkedHashMap<>();
        for (int i = 0; i < lines.length; i += 2) written.put(lines[i], lines[i + 1]);
        return Prior.parse(List.copyOf(written.keySet()), List.copyOf(written.values()));
    }

    /** The parameters that are inferred: what the others leave has no distribution. */
    private static Prior vector(String text, int inferred, String... names) {
        Map<String, String> lines = VectorForm.lines(List.of(names), text);
        return Prior.parse(
                List.of(names).subList(0, inferred), List.copyOf(lines.values()).subList(0, inferred));
    }

    @Nested
    class HeavyTails extends PriorLaws {
        @Override
        protected Prior prior() {
            return of("c", "cauchy(1, 2)", "h", "half-cauchy(0.5)", "i", "inverse-gamma(3, 2)", "w", "weibull(1.5, 4)");
        }
    }

    @Nested
    class TruncatedByOthers extends PriorLaws {
        @Override
        protected Prior prior() {
            return of(
                    "a", "normal(0, 1) truncated(-1, 2)",
                    "b", "normal(a, 1) truncated(a, inf)",
                    "c", "gamma(2, 1) truncated(-inf, max(3, abs(a)))",
                    "d", "student-t(3, 0, 1) truncated(min(a, b, 0) - 1, 4)",
                    "e", "log-normal(0, 1) truncated(0.2, 5)");
        }
    }

    @Nested
    class Shares extends PriorLaws {
        @Override
        protected Prior prior() {
            return vector("dirichlet(2, 3, 1.5, 4)", 3, "p1", "p2", "p3", "p4");
        }
    }

    @Nested
    class Ordered extends PriorLaws {
        @Override
        protected Prior prior() {
            return vector("ordered(-1, 4)", 3, "low", "middle", "high");
        }
    }

    @Nested
    class Correlated extends PriorLaws {
        @Override
        protected Prior prior() {
            return vector("correlated-normal(1, -2, 0; 0.5, 2, 1; 0.8, -0.3, 0.1)", 3, "x", "y", "z");
        }
    }

    /** Means of 20 000 draws lie within five standard errors of theory: a false alarm once in two million. */
    @Test
    void sharesHaveTheMomentsOfADirichletDistribution() {
        Prior shares = vector("dirichlet(2, 3, 5)", 2, "p1", "p2", "p3");
        double[] sums = new double[3];
        for (int i = 0; i < 20_000; i++) {
            double[] p = shares.sample(new Seed(1).stream(i));
            sums[0] += p[0];
            sums[1] += p[1];
            sums[2] += p[0] * p[1];
        }
        // Means a/A, and E[p1 p2] = a1 a2 / (A (A + 1)); deviations from the formulas of the same distribution.
        assertEquals(0.2, sums[0] / 20_000, 5 * 0.121 / Math.sqrt(20_000));
        assertEquals(0.3, sums[1] / 20_000, 5 * 0.138 / Math.sqrt(20_000));
        assertEquals(6 / 110.0, sums[2] / 20_000, 5 * 0.04 / Math.sqrt(20_000));
    }

    /** At a point, the density of order statistics is 3! times that of independent ones, and that of normals a formula. */
    @Test
    void jointDensitiesAreThoseOfTheTextbooks() {
        Prior ordered = vector("ordered(-1, 4)", 3, "low", "middle", "high");
        assertEquals(StrictMath.log(6 / 125.0), ordered.logDensity(new double[] {0, 1, 3.5}), 1e-9);
        assertEquals(Double.NEGATIVE_INFINITY, ordered.logDensity(new double[] {1, 0, 3.5}));
        Prior correlated = vector("correlated-normal(0, 0; 1, 1; 0.6)", 2, "x", "y");
        double quadratic = (1 - 2 * 0.6 * 0.5 + 0.25) / (1 - 0.36);
        assertEquals(
                -quadratic / 2 - StrictMath.log(2 * Math.PI) - StrictMath.log(0.64) / 2,
                correlated.logDensity(new double[] {1, 0.5}),
                1e-12);
        Prior shares = vector("dirichlet(1, 1, 1)", 2, "p1", "p2", "p3");
        assertEquals(StrictMath.log(2), shares.logDensity(new double[] {0.2, 0.7}), 1e-9);
    }

    @Test
    void whatCannotBeIsRefused() {
        assertTrue(wrong("normal(0, 1) truncated(8, 9)").contains("at least 0.001 of normal(0, 1)"));
        assertTrue(wrong("normal(0, 1) truncated(2, 1)").contains("lower < upper"));
        assertTrue(wrong("normal(0, 1) truncated(2)").contains("between the bounds"));
        assertTrue(wrong("normal(min(1), 1)").contains("between arguments"));
        assertTrue(wrong("normal(inf, 1)").contains("finite"));
        assertThrows(
                NotationException.class,
                () -> VectorForm.lines(List.of("x", "y", "z"), "correlated-normal(0, 0, 0; 1, 1, 1; 0.9, 0.9, -0.9)"));
    }

    private static String wrong(String text) {
        return assertThrows(NotationException.class, () -> of("x", text)).getMessage();
    }
}
