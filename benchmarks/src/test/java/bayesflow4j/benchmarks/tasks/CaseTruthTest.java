package bayesflow4j.benchmarks.tasks;

import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.catalog.CaseMethods;
import bayesflow4j.catalog.Models;
import bayesflow4j.comparison.C2st;
import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.method.CaseFit;
import bayesflow4j.method.Fitting;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Posterior;
import bayesflow4j.random.Seed;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Methods for one data set against exact posteriors, by C2ST of 1000 draws each, whose standard error is about .01. Seeds are
 * fixed, so nothing here fails by chance; bounds leave some .03 for other machines' rounding.
 */
class CaseTruthTest {
    private static final int DRAWS = 1000;

    private static Fitting fitting(Map<String, Object> settings) {
        return Fitting.DEFAULT.withSettings(Map.of("case", settings)).withSeed(new Seed(1));
    }

    private static Estimate c2st(
            GenerativeModel model, Observations x, Posterior exact, String method, Map<String, Object> settings) {
        Draws draws = CaseMethods.named(method)
                .fit(model, x, fitting(settings))
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
    @CsvSource({
        "snpe-a, 2, .64",
        "snpe-b, 1, .62",
        "snpe-b, 2, .64",
        "snpe-c, 1, .60",
        "snpe-c, 2, .58",
        "tsnpe, 2, .60"
    })
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

    /** Two dimensions, and ABC by rejection for comparison: the 1000 nearest of as many simulations from the prior. */
    @Test
    void populationsOnTwoMoons() {
        Task task = Tasks.named("two-moons");
        Observations x = Observations.ofVector(0, 0);
        CaseFit fit =
                CaseMethods.named("smc-abc").fit(task.model(), x, fitting(Map.of("particles", 1000, "populations", 8)));
        Draws exact = task.posterior(x).sample(DRAWS, new Seed(9));
        Estimate populations = C2st.of(exact, fit.posterior().sample(DRAWS, new Seed(3)), new Seed(4));
        int simulations = (int) fit.provenance().simulations();
        Estimate rejection = C2st.of(exact, nearest(task.model(), simulations), new Seed(4));
        assertTrue(populations.mean() < 0.62, populations.toString());
        assertTrue(populations.mean() < rejection.mean() - 0.05, populations + " and " + rejection);
    }

    /** The parameters of those of so many simulations from the prior that are nearest to zero. */
    private static Draws nearest(GenerativeModel model, int simulations) {
        SimulationTable table = SimulationTable.of(model.batches(new Seed(7), simulations, 1));
        double[][] rows = IntStream.range(0, simulations)
                .boxed()
                .sorted(Comparator.comparingDouble(i ->
                        Math.hypot(table.x().get(i).at(0, 0), table.x().get(i).at(0, 1))))
                .limit(DRAWS)
                .map(table.theta()::get)
                .toArray(double[][]::new);
        return Draws.of(model.prior().names(), rows);
    }

    /** Two modes: rounds must not lose one, and are at least as good as one round of as many simulations. */
    @ParameterizedTest
    @CsvSource({"snpe-a, 3, .60", "snpe-b, 3, .66", "snpe-c, 3, .79", "tsnpe, 3, .66"})
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
