package bayesflow4j.experiments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.catalog.Models;
import bayesflow4j.check.ModelCheck;
import bayesflow4j.diagnostics.Metrics;
import bayesflow4j.head.flow.CouplingDesign;
import bayesflow4j.head.flow.CouplingHead;
import bayesflow4j.method.TrainingEvent;
import bayesflow4j.method.TrainingListener;
import bayesflow4j.method.TrainingStopped;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.report.RecoveryFigures;
import bayesflow4j.summary.Identity;
import bayesflow4j.training.TrainingPlan;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReproductionTest {
    @TempDir
    Path folder;

    /** As small as an experiment can be: two networks that hardly train. */
    private record Toy(long steps) implements Experiment {
        @Override
        public String name() {
            return "ricker";
        }

        @Override
        public String title() {
            return "A toy";
        }

        @Override
        public List<Recipe> recipes(Effort effort) {
            NetworkDesign design =
                    new NetworkDesign(new Identity(), new CouplingHead(1, CouplingDesign.PAPER.withHidden(8)), false);
            TrainingPlan plan = TrainingPlan.DEFAULT.withSteps(steps).withValidation(100, 32);
            return List.of(
                    new Recipe("first", Models.named("mvn:dimension=2"), design, plan),
                    new Recipe("second", Models.named("mvn:dimension=2"), design, plan));
        }

        @Override
        public Findings findings(Map<String, Estimator> networks, Testing testing) {
            ModelCheck check = testing.check(Models.named("mvn:dimension=2"), networks.get("second"), testing.seed());
            Metrics metrics = check.metrics();
            // Under a name that the paper has numbers for.
            for (String metric : List.of("nrmse", "r2"))
                metrics = metrics.with(metric, "rho", metrics.value(metric, "mu1"));
            return new Findings(
                    List.of(new Section("BayesFlow", "T=500", metrics, Reference.of("ricker", "T=500"))),
                    List.of(RecoveryFigures.recovery(check.recovery())),
                    List.of("A note."));
        }
    }

    private Reproduction reproduction(Experiment experiment, Path where, TrainingListener listener, AtomicLong stopAt) {
        return new Reproduction(
                experiment,
                Effort.SMOKE,
                7,
                where,
                new Circumstances("./bayesflow reproduce toy", "abc", "test"),
                listener,
                () -> stopAt.decrementAndGet() == 0);
    }

    @Test
    void anInterruptedRunEndsAsOneThatWasNot() throws IOException {
        Toy toy = new Toy(400);
        Path whole = folder.resolve("whole");
        reproduction(toy, whole, TrainingListener.SILENT, new AtomicLong(-1)).run();
        Path broken = folder.resolve("broken");
        Reproduction stopped = reproduction(toy, broken, TrainingListener.SILENT, new AtomicLong(650));
        assertThrows(TrainingStopped.class, stopped::run);
        assertFalse(stopped.isDone());
        assertTrue(Files.exists(broken.resolve("networks/first.safetensors")));
        assertTrue(Files.exists(broken.resolve("networks/second.checkpoint")));
        int[] resumed = {0};
        reproduction(
                        toy,
                        broken,
                        event -> {
                            if (event instanceof TrainingEvent.Resumed) resumed[0]++;
                        },
                        new AtomicLong(-1))
                .run();
        assertEquals(1, resumed[0]);
        JsonNode first = sections(whole);
        assertEquals(first, sections(broken));
        for (String name : List.of("results.md", "report.html", "figures/recovery.png", "figures/recovery.svg"))
            assertTrue(Files.exists(broken.resolve(name)), name);
        assertFalse(Files.exists(broken.resolve("networks/second.checkpoint")));
        assertTrue(stopped.isDone());
    }

    private static JsonNode sections(Path where) throws IOException {
        return new JsonMapper()
                .readTree(Files.readString(where.resolve("results.json")))
                .get("sections");
    }

    @Test
    void thePapersNumbersStandBesideOurs() throws IOException {
        Results results = reproduction(new Toy(100), folder, TrainingListener.SILENT, new AtomicLong(-1))
                .run();
        JsonNode number = sections(folder).get(0).path("metrics").path("nrmse").path("rho");
        assertEquals(0.017, number.path("paper").asDouble());
        assertTrue(number.has("mean") && number.has("se") && number.has("met"), number.toString());
        assertEquals(2, results.goals().size());
        String page = Files.readString(folder.resolve("results.md"));
        assertTrue(page.contains("(paper 0.0170)"), page);
        assertTrue(page.contains("./bayesflow reproduce toy"), page);
    }

    @Test
    void networksOfOtherSettingsAreRefused() throws IOException {
        reproduction(new Toy(100), folder, TrainingListener.SILENT, new AtomicLong(-1))
                .run();
        Files.delete(folder.resolve("results.json"));
        String message = assertThrows(
                        IllegalStateException.class,
                        () -> reproduction(new Toy(200), folder, TrainingListener.SILENT, new AtomicLong(-1))
                                .run())
                .getMessage();
        assertTrue(message.contains("first.safetensors was trained with another budget"), message);
    }

    @Test
    void resultsOfAnotherExperimentAreNotReplaced() throws IOException {
        Files.writeString(
                folder.resolve("results.json"), "{\"experiment\": \"sir\", \"budget\": \"cpu\", \"seed\": 1}");
        String message = assertThrows(
                        IllegalStateException.class,
                        () -> reproduction(new Toy(1), folder, TrainingListener.SILENT, new AtomicLong(-1))
                                .isDone())
                .getMessage();
        assertTrue(message.contains("has the results of sir with budget cpu and seed 1"), message);
    }
}
