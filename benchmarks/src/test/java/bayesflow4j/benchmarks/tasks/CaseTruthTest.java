package bayesflow4j.benchmarks.tasks;

import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.catalog.CaseMethods;
import bayesflow4j.catalog.Models;
import bayesflow4j.comparison.C2st;
import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.method.Fitting;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Posterior;
import bayesflow4j.random.Seed;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Methods for one data set against exact posteriors, by C2ST of 1000 draws each, whose standard error is about .01. Seeds are
 * fixed, so nothing here fails by chance; bounds leave some .03 for other machines' rounding.
 */
class CaseTruthTest {
    private static final int DRAWS = 1000;

    private static Estimate c2st(
            GenerativeModel model, Observations x, Posterior exact, String method, Map<String, Object> settings) {
        Draws draws = CaseMethods.named(method)
                .fit(
                        model,
                        x,
                        Fitting.DEFAULT.withSettings(Map.of("case", settings)).withSeed(new Seed(1)))
                .posterior()
                .sample(DRAWS, new Seed(3));
        return C2st.of(exact.sample(DRAWS, new Seed(9)), draws, new Seed(4));
    }

    private static Estimate ofTheNormal(String method, Map<String, Object> settings) {
        GenerativeModel model = Models.named("mvn");
        Observations x = model.batch(new Seed(5), 0, 1).observations(0);
        Posterior exact = Models.exactPosterior("mvn").orElseThrow().given(x);
        return c2st(model, x, exact, method, settings);
    }

    /** The mean of a normal in five dimensions. */
    @ParameterizedTest
    @CsvSource({"snpe-a, 2, .64", "snpe-b, 1, .62", "snpe-c, 1, .60", "tsnpe, 2, .60"})
    void theNormalOfFiveDimensions(String method, int rounds, double most) {
        Estimate found = ofTheNormal(method, Map.of("simulations", 1500, "rounds", rounds));
        assertTrue(found.mean() < most, method + ": " + found);
    }

    /** Distances of five numbers stay far from zero, so ε widens the posterior, less and less with more populations. */
    @Test
    void populationsOnTheNormal() {
        Estimate few = ofTheNormal("smc-abc", Map.of("particles", 1000, "populations", 3));
        Estimate many = ofTheNormal("smc-abc", Map.of("particles", 1000, "populations", 14));
        assertTrue(many.mean() < 0.72, many.toString());
        assertTrue(many.mean() < few.mean() - 0.05, many + " and " + few);
    }

    /** Two dimensions, where distances of 1 % of all simulations are short. */
    @ParameterizedTest
    @CsvSource({".62"})
    void populationsOnTwoMoons(double most) {
        Task task = Tasks.named("two-moons");
        Observations x = Observations.ofVector(0, 0);
        Estimate found =
                c2st(task.model(), x, task.posterior(x), "smc-abc", Map.of("particles", 1000, "populations", 8));
        assertTrue(found.mean() < most, found.toString());
    }

    /** Two modes: rounds must not lose one, and are at least as good as one round of as many simulations. */
    @ParameterizedTest
    @CsvSource({"snpe-a, 3, .60", "snpe-b, 3, .66", "snpe-c, 3, .80", "tsnpe, 3, .66"})
    void twoMoons(String method, int rounds, double most) {
        Task task = Tasks.named("two-moons");
        Observations x = Observations.ofVector(0, 0);
        Estimate several =
                c2st(task.model(), x, task.posterior(x), method, Map.of("simulations", 1500, "rounds", rounds));
        Estimate one = c2st(task.model(), x, task.posterior(x), method, Map.of("simulations", 1500, "rounds", 1));
        assertTrue(several.mean() < most, method + ": " + several);
        assertTrue(several.mean() <= one.mean() + 2 * Math.hypot(several.se(), one.se()), several + " and " + one);
    }
}
