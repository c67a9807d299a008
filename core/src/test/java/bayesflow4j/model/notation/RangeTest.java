package bayesflow4j.model.notation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.model.Prior;
import bayesflow4j.model.distribution.Support;
import bayesflow4j.random.Seed;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RangeTest {
    /** Whole numbers and halves, zeros and both signs: where interval arithmetic goes wrong if it does. */
    private static final double[] CORNERS = {-3, -2, -1, -0.5, 0, 0.5, 1, 2, 3, 700};

    @Test
    void everyComputedValueLiesInTheRange() {
        RandomGenerator rng = new Seed(11).stream(0);
        int finite = 0;
        for (int i = 0; i < 200_000; i++) {
            Range a = range(rng);
            Range b = range(rng);
            Expression expression = expression(rng, 3);
            Range range = expression.range(name -> name.equals("a") ? a : b);
            double va = within(a, rng);
            double vb = within(b, rng);
            double value = expression.value(name -> name.equals("a") ? va : vb);
            if (!Double.isFinite(value)) continue;
            finite++;
            assertTrue(
                    value >= range.lower() && value <= range.upper(),
                    () -> expression + " of " + va + " in " + a + ", " + vb + " in " + b + ": " + value + " is not in "
                            + range);
        }
        assertTrue(finite > 100_000, "only " + finite + " values were numbers");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "uniform(0.1, a) | 0.1 | 2",
                "uniform(-a, 2*a + 1) | -2 | 5",
                "uniform(0, 1/a) | 0 | 2",
                "uniform(0, 1/g) | 0 | Infinity",
                "uniform(0, n^2) | 0 | Infinity",
                "uniform(-n, 1) | -Infinity | 1",
                "log-uniform(a - 1, 10) | 0 | 10",
                "uniform(sqrt(a), exp(a) + 9) | 0.7071067811865476 | 16.389056098930652",
                "uniform(0, a^g) | 0 | Infinity",
                "uniform(0, (a - 1)^2) | 0 | 1",
                "uniform(-1, (a - 1)^3) | -1 | 1"
            })
    void theDeclaredSupportIsAsWideAsItMustBe(String notation, double lower, double upper) {
        Prior prior = Prior.parse(
                List.of("a", "g", "n", "v"), List.of("uniform(0.5, 2)", "gamma(2, 1)", "normal(0, 1)", notation));
        Support support = prior.parameters().getLast().support();
        assertEquals(lower, support.lower());
        assertEquals(upper, support.upper());
    }

    private static Range range(RandomGenerator rng) {
        double one = bound(rng);
        double other = bound(rng);
        double lower = rng.nextInt(10) == 0 ? Double.NEGATIVE_INFINITY : Math.min(one, other);
        double upper = rng.nextInt(10) == 0 ? Double.POSITIVE_INFINITY : Math.max(one, other);
        return new Range(lower, upper);
    }

    private static double bound(RandomGenerator rng) {
        return rng.nextBoolean() ? CORNERS[rng.nextInt(CORNERS.length)] : 4 * rng.nextGaussian();
    }

    private static double within(Range range, RandomGenerator rng) {
        double lower = Math.max(range.lower(), -1e6);
        double upper = Math.max(lower, Math.min(range.upper(), 1e6));
        return switch (rng.nextInt(4)) {
            case 0 -> lower;
            case 1 -> upper;
            case 2 -> Math.min(upper, Math.max(lower, CORNERS[rng.nextInt(CORNERS.length)]));
            default -> Math.min(upper, Math.max(lower, lower + rng.nextDouble() * (upper - lower)));
        };
    }

    private static Expression expression(RandomGenerator rng, int depth) {
        int choice = rng.nextInt(depth == 0 ? 3 : 8);
        if (choice == 0) return new Expression.Literal(CORNERS[rng.nextInt(CORNERS.length)]);
        if (choice <= 2) return new Expression.Name(choice == 1 ? "a" : "b");
        if (choice <= 4)
            return new Expression.Call(Expression.Operation1.values()[rng.nextInt(4)], expression(rng, depth - 1));
        return new Expression.Pair(
                Expression.Operation2.values()[rng.nextInt(5)], expression(rng, depth - 1), expression(rng, depth - 1));
    }
}
