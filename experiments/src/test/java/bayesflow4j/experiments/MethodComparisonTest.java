package bayesflow4j.experiments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.catalog.Models;
import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.diagnostics.Metrics;
import bayesflow4j.method.TrainingListener;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.report.Table;
import bayesflow4j.storage.EstimatorFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MethodComparisonTest {
    private static final String AT = "T=500, Table 1";

    @TempDir
    Path folder;

    /** Every method of the Ricker table, hardly trained. */
    private record Hurried(int rows) implements Experiment {
        private static final Map<String, Object> TRAINING =
                Map.of("budget", Map.of("steps", 3), "batch", 8, "validationSets", 16);

        private GenerativeModel model() {
            return Models.named("ricker");
        }

        private MethodComparison comparison() {
            return new MethodComparison(
                    AT,
                    100,
                    List.of(50.5, 0.51, 11.0, 0.8),
                    RickerContenders.ALL.stream().map(this::hurried).toList());
        }

        private Contender hurried(Contender one) {
            Map<String, Object> settings = new LinkedHashMap<>(Map.of("training", TRAINING));
            if (one.settings().get(Effort.SMOKE).containsKey("abc"))
                settings.put("abc", Map.of("simulations", rows, "observations", 100));
            return new Contender(one.label(), one.method(), Map.of(Effort.SMOKE, settings), one.normal());
        }

        @Override
        public String name() {
            return "ricker";
        }

        @Override
        public String title() {
            return "All methods in a hurry";
        }

        @Override
        public List<Recipe> recipes(Effort effort) {
            return Stream.concat(
                            Stream.of(new Recipe("ricker", model(), "flow", Map.of("training", TRAINING))),
                            comparison().recipes(model(), effort).stream())
                    .toList();
        }

        @Override
        public Findings findings(Map<String, Estimator> networks, Testing testing) {
            Map<String, Estimator> methods = comparison().methods(model(), networks);
            MethodComparison.Compared compared = comparison().compared(model(), methods, testing);
            return new Findings(
                    compared.sections(),
                    List.of(),
                    List.of(comparison().posteriors(model(), methods)),
                    compared.notes());
        }
    }

    private Results run() throws IOException {
        return new Reproduction(
                        new Hurried(100),
                        Effort.SMOKE,
                        7,
                        folder,
                        new Circumstances("./bayesflow reproduce ricker", "abc", "test"),
                        TrainingListener.SILENT,
                        () -> false)
                .run();
    }

    @Test
    void everyMethodHasASectionAndAFile() throws IOException {
        List<Section> sections = run().findings().compared();
        assertEquals(
                List.of("BayesFlow", "cVAE", "cVAE-IAF", "DeepInference", "ABC-NN", "ABC-RF"),
                sections.stream().map(Section::method).toList());
        for (Section section : sections)
            for (String metric : List.of("calibrationError", "nrmse", "r2"))
                for (String parameter : List.of("r", "sigma", "rho", "u"))
                    assertTrue(
                            Double.isFinite(
                                    section.metrics().value(metric, parameter).mean()),
                            section.method() + " " + metric + " of " + parameter);
        String page = Files.readString(folder.resolve("results.md"));
        assertTrue(page.contains("|  | BayesFlow | cVAE | cVAE-IAF | DeepInference | ABC-NN | ABC-RF |"), page);
        assertTrue(
                page.contains("By the mean calibration error over all parameters, the paper ranks BayesFlow (0.032"),
                page);
        assertTrue(Files.exists(folder.resolve("figures/methods.png")));
        assertTheGoalsOfNormalsAreThoseOfTheBestNormals(sections);
        assertEveryFileIsKnownByItsRecipe();
    }

    /** DeepInference alone has goals beside the paper's for every parameter, u included. */
    private static void assertTheGoalsOfNormalsAreThoseOfTheBestNormals(List<Section> sections) {
        for (Section section : sections)
            assertEquals(
                    section.method().equals("DeepInference"),
                    section.goal("nrmse", "u").isPresent(),
                    section.method());
        Section normal = sections.get(3);
        assertTrue(normal.goal("calibrationError", "sigma").isPresent());
        assertTrue(normal.goal("nrmse", "r").orElseThrow().bound() <= 0.052, "the paper's number or better");
    }

    /** So that a second run takes it up again, and one with other settings refuses it. */
    private void assertEveryFileIsKnownByItsRecipe() throws IOException {
        for (Recipe recipe : new Hurried(100).recipes(Effort.SMOKE)) {
            Estimator read = EstimatorFile.read(folder.resolve("networks/" + recipe.name() + ".safetensors"));
            assertTrue(recipe.made(read), recipe.name());
            Map<String, Object> others = new LinkedHashMap<>(recipe.settings());
            others.remove(others.containsKey("abc") ? "abc" : "training");
            assertFalse(new Recipe(recipe.name(), recipe.model(), recipe.method(), others).made(read), recipe.name());
        }
    }

    private static Section section(String method, double nrmse, double r2) {
        Metrics metrics = new Metrics(List.of("r"), 500, 1000, Map.of())
                .with("nrmse", "r", new Estimate(nrmse, 0.001))
                .with("r2", "r", new Estimate(r2, 0.001))
                .with("calibrationError", "r", new Estimate(nrmse, 0.001))
                .with(MethodComparison.TRAINING_TIME, Metrics.ALL, new Estimate(20, 0));
        return new Section(method, AT, metrics, Reference.of("ricker", AT, method));
    }

    @Test
    void theBestOfEachRowStandsOut() {
        List<Section> sections = List.of(section("BayesFlow", 0.05, 0.9), section("ABC-RF", 0.04, 0.8));
        Table table = ComparisonTable.of(sections, best -> "**" + best + "**");
        assertEquals(
                List.of("NRMSE of r", "0.0500 ± 0.001 (paper 0.0410) ✗", "**0.0400 ± 0.001** (paper 0.0440) ✓"),
                table.rows().get(1));
        assertEquals(
                List.of("R² of r", "**0.900 ± 0.001** (paper 0.980) ✗", "0.800 ± 0.001 (paper 0.977) ✗"),
                table.rows().get(2));
        assertEquals(
                List.of("Training, minutes of processor time", "20.0", "20.0"),
                table.rows().getLast());
    }
}
