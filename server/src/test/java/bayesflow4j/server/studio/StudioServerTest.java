package bayesflow4j.server.studio;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.catalog.Models;
import bayesflow4j.inference.Inference;
import bayesflow4j.inference.ObservedData;
import bayesflow4j.models.Influenza;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.EstimatorFile;
import bayesflow4j.storage.Json;
import bayesflow4j.training.Trainer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The work behind the page. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class StudioServerTest {
    private static final List<List<Integer>> SCHOOL = IntStream.range(0, 14)
            .mapToObj(t -> List.of((int) Influenza.OBSERVED.at(t, 0)))
            .toList();

    private static Estimator estimator;

    @TempDir
    private Path folder;

    private StudioServer studio;
    private Page page;

    @BeforeAll
    static void train() {
        estimator = Trainer.of(Models.named("influenza")).withSteps(20).train();
    }

    @BeforeEach
    void start() throws Exception {
        EstimatorFile.write(estimator, folder.resolve("flu.safetensors"));
        Files.writeString(folder.resolve("model.yaml"), """
                name: coin
                parameters:
                  p: uniform(0, 1)
                data: {kind: set, columns: [heads], observations: 5..20}
                simulator:
                  command: [touch, executed]
                """);
        open(Set.of());
    }

    private void open(Set<Path> allowed) throws Exception {
        studio = StudioServer.start(folder, allowed, 0, line -> {});
        page = new Page(studio.address());
    }

    @AfterEach
    void stop() {
        page.close();
        studio.close();
    }

    private static Map<String, Object> task(String name, String model, Map<String, ?> budget) {
        return Map.of("name", name, "model", model, "method", "flow", "budget", budget, "seed", 3);
    }

    @Test
    void onlyTheBrowserThatKnowsTheTokenComesIn() throws Exception {
        assertEquals(200, page.get("/api/studio").statusCode());
        assertTrue(page.get("/").body().contains("main.js"));
        URI guessed = URI.create(studio.address().toString().replaceAll("token=.*", "token=guess"));
        try (Page stranger = new Page(guessed)) {
            assertEquals(401, stranger.get("/api/studio").statusCode());
            assertFalse(stranger.get("/").body().contains("main.js"));
            assertEquals(401, stranger.get("/main.js").statusCode());
        }
    }

    @Test
    void everyFileOfThePageIsThereAndNoOther() throws Exception {
        for (String file : List.of("main.js", "d3.js", "studio.css", "view-infer.js", "data-view.js", "icon.svg"))
            assertEquals(200, page.get("/" + file).statusCode(), file);
        for (String file : List.of("flu.safetensors", "model.yaml", "..%2fpom.xml", "StudioServer.class"))
            assertTrue(page.get("/" + file).statusCode() >= 400, file);
        assertTrue(page.get("/")
                .headers()
                .firstValue("Content-Security-Policy")
                .orElse("")
                .contains("default-src 'none'"));
    }

    @Test
    void theDrawsAreThoseOfInfer() throws Exception {
        Map<?, ?> reply = page.object(
                "/api/infer",
                Map.of(
                        "network",
                        "flu.safetensors",
                        "sets",
                        List.of(Map.of("name", "school", "rows", SCHOOL)),
                        "draws",
                        100,
                        "seed",
                        5));
        Draws draws = Inference.of("flu", estimator, ObservedData.of(Influenza.OBSERVED, "school"), 100, new Seed(5))
                .draws()
                .getFirst();
        Map<?, ?> set = (Map<?, ?>) ((List<?>) reply.get("sets")).getFirst();
        List<?> first = (List<?>) ((List<?>) set.get("draws")).getFirst();
        float[] expected = Description.rounded(draws.column(0));
        for (int l = 0; l < expected.length; l++) assertEquals(expected[l], ((Number) first.get(l)).floatValue());
        assertTrue(set.get("misspecification").toString().contains("p_value"));
    }

    @Test
    void whatIsDownloadedIsWhatInferWrites() throws Exception {
        Map<String, ?> asked = Map.of(
                "network",
                "flu.safetensors",
                "sets",
                List.of(Map.of("name", "school", "rows", SCHOOL)),
                "draws",
                50,
                "seed",
                5);
        Inference.of("flu", estimator, ObservedData.of(Influenza.OBSERVED, "school"), 50, new Seed(5))
                .write(folder);
        assertEquals(
                Files.readString(folder.resolve("draws.csv")),
                page.post("/api/download/draws.csv", asked).body());
        assertEquals(404, page.post("/api/download/..%2fflu", asked).statusCode());
        assertTrue(page.post("/api/download/report.html", asked).body().contains("<!doctype html>"));
    }

    @Test
    void theSimulatorOfAFileRunsOnlyIfItWasNamed() throws Exception {
        Map<String, ?> asked = Map.of("model", "model.yaml", "theta", List.of(0.5), "count", 5);
        assertEquals(403, page.post("/api/simulate", asked).statusCode());
        assertEquals(
                403,
                page.post("/api/runs", task("coin", "model.yaml", Map.of("steps", 5)))
                        .statusCode());
        assertFalse(Files.exists(folder.resolve("executed")));
        for (String outside : List.of(
                "/etc/passwd.yaml",
                "../model.yaml",
                folder.resolve("model.yaml").toString()))
            assertEquals(
                    404, page.post("/api/simulate", Map.of("model", outside)).statusCode(), outside);
        stop();
        open(Set.of(folder.resolve("model.yaml")));
        assertEquals(422, page.post("/api/simulate", asked).statusCode());
    }

    @Test
    void dataAreSimulatedAtAnyParameters() throws Exception {
        Map<?, ?> model = page.object("/api/model", Map.of("model", "sir"));
        Map<?, ?> live = page.object(
                "/api/simulate", Map.of("model", "sir", "theta", model.get("start"), "count", 200, "sets", 3));
        assertEquals(3, ((List<?>) live.get("sets")).size());
        assertEquals(
                422,
                page.post("/api/simulate", Map.of("model", "sir", "theta", List.of(-1, 3)))
                        .statusCode());
        Map<?, ?> prior = page.object("/api/simulate", Map.of("model", "gmm", "sets", 4));
        assertEquals(4, ((List<?>) prior.get("sets")).size());
    }

    @Test
    void droppedDataAreReadAsInferReadsThem() throws Exception {
        Map<?, ?> reply = page.object(
                "/api/data",
                Map.of("name", "mine.csv", "csv", "ward,in_bed\n1,3\n2,8\n", "columns", List.of("in_bed")));
        assertEquals(List.of("ward"), reply.get("ignored"));
        assertTrue(Json.write(reply).contains("\"rows\":[[3.0],[8.0]]"), reply.toString());
        Map<?, ?> gap = page.object(
                "/api/data", Map.of("name", "gap.csv", "csv", "in_bed\n3\nNA\n", "columns", List.of("in_bed")));
        assertTrue(Json.write(gap).contains("\"rows\":[[3.0],[null]]"), gap.toString());
        assertEquals(
                422,
                page.post("/api/data", Map.of("name", "x", "csv", "a\nb\n", "columns", List.of("in_bed")))
                        .statusCode());
        assertEquals(
                404,
                page.post("/api/data", Map.of("file", "../secret.csv", "columns", List.of("in_bed")))
                        .statusCode());
    }

    @Test
    void aCheckTellsTheVerdictAndShowsEachDataSet() throws Exception {
        assertTrue(standing().contains("never checked"), standing());
        page.object("/api/check", Map.of("network", "flu.safetensors", "data_sets", 40, "draws", 50));
        Map<?, ?> state = Map.of("state", "running");
        while (state.get("state").equals("running")) {
            Thread.sleep(100);
            state = page.object("/api/check/state", Map.of("network", "flu.safetensors"));
        }
        assertEquals("done", state.get("state"), state.toString());
        assertTrue(Json.write(state).contains("\"headline\""));
        Map<?, ?> one = page.object("/api/check/dataset", Map.of("network", "flu.safetensors", "data_set", 7));
        assertEquals(3, ((List<?>) one.get("truth")).size());
        assertEquals(
                404,
                page.post("/api/check/dataset", Map.of("network", "flu.safetensors", "data_set", 40))
                        .statusCode());
        assertTrue(standing().contains("on 40 simulated data sets"), standing());
    }

    /** What inference says about the network. */
    private String standing() throws Exception {
        Map<?, ?> sets = Map.of("name", "school", "rows", SCHOOL);
        Map<?, ?> reply =
                page.object("/api/infer", Map.of("network", "flu.safetensors", "sets", List.of(sets), "draws", 20));
        return ((Map<?, ?>) reply.get("standing")).get("sentence").toString();
    }

    @Test
    void aRunIsStoppedSurvivesTheStudioAndIsResumed() throws Exception {
        page.post("/api/runs", task("long", "gmm", Map.of("steps", 100_000)));
        Map<?, ?> running = page.awaitRun("long", List.of("running"));
        while (((List<?>) running.get("losses")).isEmpty()) {
            Thread.sleep(100);
            running = page.awaitRun("long", List.of("running", "failed"));
            assertEquals("running", running.get("state"), running.toString());
        }
        assertEquals(
                409,
                page.post("/api/runs", task("long", "gmm", Map.of("steps", 5))).statusCode());
        stop();
        assertTrue(Files.exists(folder.resolve("long.safetensors.checkpoint")));
        open(Set.of());
        Map<?, ?> stopped = page.awaitRun("long", List.of("stopped"));
        assertEquals(true, stopped.get("resumable"));
        page.post("/api/runs/long/resume", Map.of());
        page.awaitRun("long", List.of("running"));
        page.post("/api/runs/long/stop", Map.of());
        page.awaitRun("long", List.of("stopped"));
        page.post("/api/runs/long/forget", Map.of());
        assertFalse(Files.exists(folder.resolve("long.safetensors.checkpoint")));
    }

    @Test
    void aCrashOfOneRunTakesNothingElseWithIt() throws Exception {
        page.post("/api/runs", task("victim", "gmm", Map.of("steps", 100_000)));
        page.post("/api/runs", task("other", "gmm", Map.of("steps", 3)));
        page.awaitRun("victim", List.of("running"));
        ProcessHandle.current()
                .children()
                .filter(child -> child.info().command().orElse("").endsWith("java"))
                .sorted((a, b) -> a.info()
                        .startInstant()
                        .orElseThrow()
                        .compareTo(b.info().startInstant().orElseThrow()))
                .findFirst()
                .orElseThrow()
                .destroyForcibly();
        Map<?, ?> victim = page.awaitRun("victim", List.of("failed"));
        assertTrue(victim.get("failure").toString().contains("ended with code"), victim.toString());
        page.awaitRun("other", List.of("done"));
        assertTrue(Files.exists(folder.resolve("other.safetensors")));
        assertEquals(200, page.get("/api/studio").statusCode());
    }

    @Test
    void aTrainingInAProcessGivesTheNetworkOfTheLibrary() throws Exception {
        page.post("/api/runs", task("same", "gmm", Map.of("steps", 4)));
        page.awaitRun("same", List.of("done"));
        Estimator here = Trainer.of(Models.named("gmm"))
                .withSteps(4)
                .withSeed(new Seed(3))
                .train();
        Estimator there = EstimatorFile.read(folder.resolve("same.safetensors"));
        var x = Models.named("gmm").batch(new Seed(8), 0, 1).observations(0);
        assertArrayEquals(
                here.given(x).sample(20, new Seed(1)).column(0),
                there.given(x).sample(20, new Seed(1)).column(0));
    }
}
