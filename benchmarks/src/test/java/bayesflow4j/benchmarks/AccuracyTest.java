package bayesflow4j.benchmarks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.benchmarks.Accuracy.Result;
import bayesflow4j.benchmarks.Accuracy.Setup;
import bayesflow4j.benchmarks.tasks.References;
import bayesflow4j.benchmarks.tasks.Task;
import bayesflow4j.benchmarks.tasks.Tasks;
import bayesflow4j.method.Budget;
import bayesflow4j.method.Fitting;
import bayesflow4j.method.Method;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.random.Seed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccuracyTest {
    private static final Setup SETUP = new Setup(2, 500, 7, Optional.empty());

    @TempDir
    Path directory;

    /** A method that is a function of model and fitting. */
    private record Plain(BiFunction<GenerativeModel, Fitting, Estimator> fitted) implements Method {
        @Override
        public String name() {
            return "plain";
        }

        @Override
        public String description() {
            return "a function";
        }

        @Override
        public String needs() {
            return "nothing";
        }

        @Override
        public boolean amortized() {
            return true;
        }

        @Override
        public boolean knowsDensity() {
            return false;
        }

        @Override
        public String reference() {
            return "";
        }

        @Override
        public Map<String, Object> settings(GenerativeModel model, Fitting fitting) {
            return Map.of();
        }

        @Override
        public Estimator fit(GenerativeModel model, Fitting fitting) {
            return fitted.apply(model, fitting);
        }
    }

    private Result measure(Method method, String task) {
        References references = new References(Optional.of(directory), new Seed(1));
        return new Accuracy(SETUP, references).measure(method, Tasks.named(task), 300, Fitting.DEFAULT);
    }

    /** 2 · 2 · 500 points have a standard error of 0.011: 0.555 is passed once in three million times. */
    @Test
    void theExactPosteriorCannotBeToldApartAndThePriorCan() {
        Task task = Tasks.named("two-moons");
        Result exact = measure(new Plain((model, fitting) -> task.exact()), "two-moons");
        assertEquals(2, exact.c2st().size());
        assertTrue(exact.accuracy().mean() < 0.555, exact.toString());
        Result prior = measure(
                new Plain((model, fitting) ->
                        Estimator.of("prior", model, x -> (count, seed) -> prior(model, count, seed))),
                "two-moons");
        assertTrue(prior.accuracy().mean() > 0.9, prior.toString());
    }

    private static Draws prior(GenerativeModel model, int count, Seed seed) {
        double[][] rows = IntStream.range(0, count)
                .mapToObj(l -> model.prior().sample(seed.stream(l)))
                .toArray(double[][]::new);
        return Draws.of(model.prior().names(), rows);
    }

    /** Likewise; and the draws are not the references themselves, which a classifier would tell apart as badly. */
    @Test
    void referencesAgreeWithOtherExactDraws() {
        Task task = Tasks.named("two-moons");
        References references = new References(Optional.of(directory), new Seed(1));
        Result result = new Accuracy(SETUP, references).ofReferences(task);
        assertEquals(0, result.simulations());
        assertTrue(result.accuracy().mean() < 0.555, result.toString());
        AccuracyResults results = new AccuracyResults(directory.resolve("exact"));
        results.write(result, "command", "abc");
        assertEquals(Optional.of(result), results.find("two-moons", 0, Accuracy.EXACT, SETUP));
        AccuracyPage.write(results, Accuracy.EXACT);
        assertTrue(Files.exists(directory.resolve("exact").resolve("results-exact.md")));
    }

    @Test
    void theMethodSeesTheSimulationsThatWereAskedFor() {
        Task task = Tasks.named("gaussian-mixture");
        measure(
                new Plain((model, fitting) -> {
                    assertEquals(300, fitting.table().orElseThrow().size());
                    assertEquals(Optional.empty(), fitting.budget());
                    return task.exact();
                }),
                "gaussian-mixture");
    }

    @Test
    void referencesAreDrawnOnceAndTheSameWithoutADirectory() throws Exception {
        Task task = Tasks.named("two-moons");
        References kept = new References(Optional.of(directory.resolve("kept")), new Seed(3));
        double[][] first = kept.of(task, 1, 200).rows();
        try (var files = Files.list(directory.resolve("kept"))) {
            assertEquals(1, files.count());
        }
        assertArrayEquals(first, kept.of(task, 1, 200).rows());
        assertArrayEquals(
                first,
                new References(Optional.empty(), new Seed(3)).of(task, 1, 200).rows());
        assertThrows(IllegalArgumentException.class, () -> kept.of(task, 10, 200));
    }

    @Test
    void resultsAreFoundAgainAndOtherSetupsAreRefused() {
        AccuracyResults results = new AccuracyResults(directory.resolve("new"));
        Setup setup = new Setup(2, 500, -7, Optional.of(new Budget.Steps(20)));
        Result result = new Result("slcp", "flow", 300, setup, List.of(0.75, 0.8), 1.5, 0.25);
        assertEquals(Optional.empty(), results.find("slcp", 300, "flow", setup));
        results.write(result, "./bayesflow bench accuracy", "abc");
        assertEquals(Optional.of(result), results.find("slcp", 300, "flow", setup));
        assertEquals(Optional.empty(), results.find("slcp", 400, "flow", setup));
        String message = assertThrows(IllegalStateException.class, () -> results.find("slcp", 300, "flow", SETUP))
                .getMessage();
        assertTrue(
                message.contains("expected 2 observations, 500 draws, seed 7 and the method's own budget, got 2"
                        + " observations, 500 draws, seed -7 and 20 steps; choose another directory"),
                message);
    }

    @Test
    void thePageHasAllResultsOfAMethodInTheOrderOfTheTasks() throws Exception {
        AccuracyResults results = new AccuracyResults(directory.resolve("page"));
        results.write(new Result("two-moons", "flow", 10_000, SETUP, List.of(0.53, 0.55), 1.5, 0.25), "two", "abc");
        results.write(new Result("slcp", "flow", 10_000, SETUP, List.of(0.70, 0.74), 2.5, 0.25), "one", "abc");
        results.write(new Result("slcp", "flow", 1_000, SETUP, List.of(0.98, 0.98), 0.5, 0.25), "one", "abd");
        results.write(new Result("slcp", "other-flow", 1_000, SETUP, List.of(0.9, 0.9), 0.5, 0.25), "x", "y");
        AccuracyPage.write(results, "flow");
        String page = Files.readString(directory.resolve("page").resolve("results-flow.md"));
        assertTrue(page.contains("2 of 3 are better than NPE (bold), and 1 of 3 goals are reached."), page);
        assertTrue(page.contains("""
                        | slcp | 1000 | 0.980 ± 0.000 | 0.50 | 0.975 | 0.831 | 0.975, missed by 0.005 |
                        | slcp | 10000 | **0.720** ± 0.020 | 2.50 | 0.901 | 0.646 | 0.750 ✓ |
                        | two-moons | 10000 | **0.540** ± 0.010 | 1.50 | 0.606 | 0.513 | 0.530, missed by 0.010 |
                        """), page);
        assertTrue(page.contains("- commits: abd; abc\n- 2 observations, 500 draws, seed 7"), page);
    }

    @Test
    void impossibleSetupsAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new Setup(11, 500, 1, Optional.empty()));
        assertThrows(IllegalArgumentException.class, () -> new Setup(1, 99, 1, Optional.empty()));
    }
}
