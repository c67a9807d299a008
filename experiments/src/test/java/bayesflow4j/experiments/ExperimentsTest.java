package bayesflow4j.experiments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.head.flow.CouplingHead;
import bayesflow4j.method.Budget;
import bayesflow4j.training.TrainingPlan;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExperimentsTest {
    @Test
    void allOfThePaperAreThere() {
        assertEquals(
                List.of("mvn", "gmm", "regression", "ricker", "lfm", "sir", "lotka-volterra"),
                Experiments.all().stream().map(Experiment::name).toList());
        assertEquals(
                "lotka-volterra:prior=log-uniform",
                Experiments.named("lotka-volterra:prior=log-uniform")
                        .recipes(Effort.CPU)
                        .getFirst()
                        .model()
                        .name());
    }

    @Test
    void anUnknownNameIsAnsweredWithTheNearest() {
        String message = assertThrows(IllegalArgumentException.class, () -> Experiments.named("rickr"))
                .getMessage();
        assertTrue(message.contains("Did you mean \"ricker\"?"), message);
    }

    /** Improvements are for every user: but for depth, where depth is the question, nothing is tuned for an experiment. */
    @Test
    void theCpuBudgetUsesTheDefaults() {
        for (Experiment experiment : Experiments.all()) {
            assertFalse(experiment.recipes(Effort.CPU).isEmpty(), experiment.name());
            for (Recipe recipe : flows(experiment, Effort.CPU)) {
                NetworkDesign defaults = NetworkDesign.of(recipe.model());
                CouplingHead head = (CouplingHead) recipe.design().head();
                if (experiment.name().equals("gmm")) head = head.withBlocks(((CouplingHead) defaults.head()).blocks());
                assertEquals(defaults, recipe.design().withHead(head));
                assertEquals(
                        TrainingPlan.of(recipe.model()).withBudget(recipe.plan().budget()), recipe.plan());
            }
        }
    }

    private static List<Recipe> flows(Experiment experiment, Effort effort) {
        return experiment.recipes(effort).stream()
                .filter(recipe -> recipe.method().equals("flow"))
                .toList();
    }

    /** The other methods, too, are used as anyone would use them: only budgets, of the forests too, and the T of tables are set. */
    @Test
    void theMethodsOfTheRickerTableHaveTheirDefaults() {
        List<Recipe> recipes = Experiments.named("ricker").recipes(Effort.CPU);
        assertEquals(
                List.of("flow", "cvae", "cvae-iaf", "heteroscedastic", "abc-nn", "abc-rf"),
                recipes.stream().map(Recipe::method).toList());
        for (Recipe recipe : recipes.subList(1, recipes.size())) {
            Recipe plain = new Recipe(recipe.name(), recipe.model(), recipe.method(), Map.of());
            assertEquals(plain.design(), recipe.design());
            assertEquals(plain.plan().withSteps(RickerContenders.CPU_STEPS), recipe.plan());
            assertTrue(((Map<?, ?>) recipe.settings().getOrDefault("abc", Map.of()))
                    .keySet().stream().allMatch(List.of("observations", "simulations", "trees", "draws")::contains));
        }
    }

    /** The designs of the paper's networks are fixed, whatever the defaults become. */
    @Test
    void thePaperBudgetUsesTheAuthorsSteps() {
        List<Long> steps = Experiments.all().stream()
                .flatMap(e -> e.recipes(Effort.PAPER).stream())
                .map(r -> ((Budget.Steps) r.plan().budget()).count())
                .distinct()
                .sorted()
                .toList();
        assertEquals(List.of(25_000L, 50_000L, 100_000L), steps);
        assertTrue(Experiments.all().stream()
                .flatMap(e -> flows(e, Effort.PAPER).stream())
                .map(r -> (CouplingHead) r.design().head())
                .noneMatch(head -> head.coupling().linear() || head.coupling().closed()));
    }
}
