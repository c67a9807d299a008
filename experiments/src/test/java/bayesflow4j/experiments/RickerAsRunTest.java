package bayesflow4j.experiments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.head.HeadKind;
import bayesflow4j.method.TrainingListener;
import bayesflow4j.posterior.Estimator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RickerAsRunTest {
    @TempDir
    Path folder;

    /** The experiment, hardly trained. */
    private record Hurried(Experiment whole) implements Experiment {
        @Override
        public String name() {
            return whole.name();
        }

        @Override
        public String title() {
            return whole.title();
        }

        @Override
        public List<HeadKind> ownHeads() {
            return whole.ownHeads();
        }

        @Override
        public List<Recipe> recipes(Effort effort) {
            return whole.recipes(effort).stream().map(Hurried::hurried).toList();
        }

        private static Recipe hurried(Recipe recipe) {
            Map<String, Object> settings = new LinkedHashMap<>(recipe.settings());
            settings.put("training", Map.of("budget", Map.of("steps", 3), "batch", 8, "validationSets", 16));
            if (settings.containsKey("abc"))
                settings.put("abc", Map.of("simulations", 100, "accepted", 20, "observations", 500));
            return new Recipe(recipe.name(), recipe.model(), recipe.method(), settings);
        }

        @Override
        public Findings findings(Map<String, Estimator> networks, Testing testing) {
            return whole.findings(networks, testing);
        }
    }

    private Results run() throws IOException {
        return new Reproduction(
                        new Hurried(Experiments.named("ricker:as-run")),
                        Effort.SMOKE,
                        7,
                        folder.resolve("ricker-as-run"),
                        new Circumstances("./bayesflow reproduce ricker:as-run", "abc", "test"),
                        TrainingListener.SILENT,
                        () -> false)
                .run();
    }

    /** The second run reads the networks, of kinds that are known to the experiment alone, instead of training them. */
    @Test
    void everyMethodHasAColumnBesideThePapersNumbers() throws IOException {
        Results first = run();
        assertEquals(
                List.of("cVAE", "cVAE-IAF", "DeepInference", "ABC-NN"),
                first.findings().compared().stream().map(Section::method).toList());
        assertTrue(first.goals().isEmpty(), "mistakes have no goals");
        String page = Files.readString(folder.resolve("ricker-as-run/results.md"));
        assertTrue(page.contains("(paper 0.419)"), page);
        for (String note : first.findings().notes()) assertTrue(page.contains(note), note);
        Results second = run();
        for (int i = 0; i < 4; i++)
            assertEquals(
                    first.findings().compared().get(i).metrics(),
                    second.findings().compared().get(i).metrics());
        String overview = Overview.markdown(folder, Experiments.withVariants());
        assertTrue(overview.contains("(ricker-as-run/results.md) | smoke | no goals |"), overview);
    }

    @Test
    void theBudgetPaperHasTheAuthorsNetworksAndPlan() {
        for (Recipe recipe : new RickerAsRun().recipes(Effort.PAPER)) {
            String settings = recipe.settings().toString();
            assertTrue(settings.contains("steps=100000") && settings.contains("every=2000"), settings);
            assertTrue(settings.contains("kind=recurrent"), settings);
            assertEquals(!recipe.method().equals("cvae-iaf"), settings.contains("[128, 128, 128, 128, 128]"), settings);
        }
        assertFalse(Experiments.all().stream().anyMatch(experiment -> experiment instanceof RickerAsRun));
    }
}
