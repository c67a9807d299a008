package bayesflow4j.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.model.distribution.Distribution;
import bayesflow4j.model.distribution.Support;
import bayesflow4j.model.notation.NotationException;
import bayesflow4j.random.Seed;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WrittenPriorTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "uniform(0.1, 2)",
                "log-uniform(1.0E-5, 100)",
                "normal(-3, 0.25)",
                "log-normal(0.3333333333333333, 2)",
                "half-normal(1.5)",
                "gamma(2, 0.1)",
                "beta(0.5, 0.5)",
                "exponential(1.0E20)",
                "student-t(2.5, 0, 1)"
            })
    void everyReadyDistributionComesBackAsItWasWritten(String notation) {
        assertEquals(List.of(notation), one(notation).notation());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 + 2 * 3 | 7",
                "(1 + 2) * 3 | 9",
                "8 / 4 / 2 | 1",
                "5 - 2 - 1 | 2",
                "2 ^ 3 ^ 2 | 512",
                "-2 ^ 2 | -4",
                "2 ^ -1 | 0.5",
                "3 * -2 | -6",
                "+4 | 4",
                "exp(0) + log(1) + sqrt(9) | 4",
                ".5 + 1. + 1e1 + 2E-1 | 11.7",
                "((((1)))) | 1"
            })
    void arithmeticIsTheUsualOne(String expression, double expected) {
        Distribution point = Distribution.normal(expected, 1);
        double[] draw = one("normal(" + expression + ", 1)").sample(new Seed(1).stream(0));
        assertEquals(point.sample(new Seed(1).stream(0)), draw[0]);
    }

    @Test
    void aChainBehavesLikeTheOneWrittenInJava() {
        Prior java = Prior.of("arrival", Distribution.uniform(0.1, 2))
                .and("service", "", Support.between(0.1, 2), e -> Distribution.uniform(0.1, e.of("arrival")))
                .and(
                        "noise",
                        "",
                        Support.POSITIVE,
                        e -> Distribution.gamma(2 * e.of("service"), StrictMath.exp(e.of("arrival")) / 3));
        LinkedHashMap<String, String> lines = new LinkedHashMap<>();
        lines.put("arrival", "uniform(0.1, 2)");
        lines.put("service", " Uniform( .1 ,arrival ) ");
        lines.put("noise", "gamma(2*service, exp(arrival)/3)");
        Prior read = Prior.parse(List.copyOf(lines.keySet()), List.copyOf(lines.values()));
        assertEquals(java.parameters(), read.parameters());
        assertEquals("Uniform( .1 ,arrival )", read.notation().get(1));
        for (int i = 0; i < 100; i++) {
            double[] theta = java.sample(new Seed(7).stream(i));
            assertArrayEquals(theta, read.sample(new Seed(7).stream(i)));
            assertEquals(java.logDensity(theta), read.logDensity(theta));
            assertArrayEquals(java.toReal(theta), read.toReal(theta));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "unifrom(0, 1) | 1 | unknown distribution \"unifrom\"; did you mean \"uniform\"?",
                "uniform(0, arival) | 12 | unknown name \"arival\"; did you mean \"arrival\"?",
                "uniform(0, sin(arrival)) | 12 | unknown function \"sin\"",
                "uniform(0, sqr(arrival)) | 12 | did you mean \"sqrt\"?",
                "uniform(0, last) | 12 | \"last\" comes later",
                "uniform(0, self) | 12 | cannot depend on itself",
                "uniform(0) | 10 | expected uniform(lower, upper), got 1 of 2",
                "uniform(0, 1, 2) | 13 | expected uniform(lower, upper), got more",
                "uniform(0, 1 | 13 | expected \")\" or an operator, got the end",
                "uniform(0, 1) + 1 | 15 | expected nothing more, got \"+\"",
                "uniform(0, 1$) | 13 | expected \")\" or an operator, got \"$\"",
                "uniform(0, ) | 12 | expected a number or a name, got \")\"",
                "uniform 3 | 9 | expected \"(\" after uniform",
                "uniform(1e999, 1) | 9 | expected a number, got \"1e999\"",
                "uniform(1e, 1) | 9 | expected a number",
                "uniform(2, 1) | 1 | expected lower < upper, got 2.0 and 1.0",
                "uniform(3, arrival) | 1 | expected lower < upper",
                "normal(0, 1 - 1) | 1 | deviation: expected a positive number",
                "3 | 1 | unknown distribution \"3\"",
                "'' | 1 | expected a distribution such as uniform(0, 1), got the end"
            })
    void whatCannotBeReadIsSaidWithItsColumn(String notation, int column, String problem) {
        NotationException e = assertThrows(
                NotationException.class,
                () -> Prior.parse(
                        List.of("arrival", "self", "last"), List.of("uniform(0.1, 2)", notation, "uniform(0, 1)")));
        assertEquals("self", e.parameter());
        assertEquals(column, e.column(), e.getMessage());
        assertTrue(e.problem().contains(problem), e.getMessage());
    }

    @Test
    void deepNestingIsRefusedInsteadOfExhaustingTheStack() {
        String deep = "normal(" + "(".repeat(100_000) + "1" + ")".repeat(100_000) + ", 1)";
        assertThrows(NotationException.class, () -> one(deep));
        assertThrows(NotationException.class, () -> one("normal(" + "2^".repeat(100_000) + "2, 1)"));
    }

    @Test
    void aFactorThatDoesNotExistForSomeValuesSaysWhichOnes() {
        Prior prior = Prior.parse(List.of("a", "b"), List.of("uniform(0, 1)", "uniform(0.5, a)"));
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> prior.logDensity(new double[] {0.25, 0.6}));
        assertEquals(
                "b ~ uniform(0.5, a) where a = 0.25: uniform: expected lower < upper, got 0.5 and 0.25",
                e.getMessage());
    }

    private static Prior one(String notation) {
        return Prior.parse(List.of("v"), List.of(notation));
    }
}
