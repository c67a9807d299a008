package bayesflow4j.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.EstimatorFile;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TrainCommandTest extends CommandTest {
    private static final List<String> SHORT = List.of("--steps", "800", "--seed", "4");

    private static final String OWN = """
            name: walk
            parameters: {drift: "normal(0, 1)"}
            data: {kind: set, columns: [y], observations: 5..9}
            simulator: {java: {class: bayesflow4j.cli.ShiftedNoise}}
            """;

    private double[] draws(String network) throws IOException {
        Estimator posterior = EstimatorFile.read(path(network));
        return posterior
                .given(Observations.ofVector(0.1, 0.7, -1, 0.3, 2))
                .sample(50, new Seed(1))
                .column(2);
    }

    /** Settings without options of their own, for a model without a file. */
    @Test
    void settingsComeFromAFile() {
        write("mine.yaml", "network:\n  head: {correlated: true}\ntraining: {batch: 48, optimizer: adam}\n");
        String[] explain = {"train", "mvn", "--method", "heteroscedastic", "--settings", "@mine.yaml", "--explain"};
        assertDone(explain);
        assertTrue(out().contains("correlated: true"), out());
        assertTrue(out().contains("batch: 48"), out());
        write("mine.yaml", "training:\n  bach: 48\n");
        assertRefused("mine.yaml:2:3: training.bach: not known", explain);
        assertRefused("none.yaml:1:1: no such file", "train", "mvn", "--settings", "@none.yaml", "--explain");
    }

    /** What a file of settings does not name is as the model file says. */
    @Test
    void settingsReplaceThoseOfTheModelFile() {
        write("walk.yaml", OWN + "training: {batch: 24, patience: 7}\n");
        write("mine.yaml", "training: {batch: 48}\n");
        assertDone("train", "@walk.yaml", "--settings", "@mine.yaml", "--explain");
        assertTrue(out().contains("batch: 48"), out());
        assertTrue(out().contains("patience: 7"), out());
        write("mine.yaml", "training: {batch: 48}\nnetwork: {heat: 1}\n");
        assertRefused("mine.yaml:2:11: network.heat", "train", "@walk.yaml", "--settings", "@mine.yaml", "--explain");
    }

    @Test
    void resumedTrainingGivesTheNetworkOfOneThatWasNotStopped() throws Exception {
        Process process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "--add-modules",
                        "jdk.incubator.vector",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-Dbayesflow.terminal=true",
                        "bayesflow4j.cli.Main",
                        "train",
                        "mvn",
                        "--steps",
                        "800",
                        "--seed",
                        "4",
                        "-o",
                        path("net.safetensors").toString())
                .redirectErrorStream(true)
                .start();
        try (BufferedReader output = process.inputReader()) {
            // Progress renews its line a few times a second from the first step on.
            StringBuilder text = new StringBuilder();
            for (int next = 0; next >= 0 && !text.toString().contains("loss"); next = output.read())
                if (next > 0) text.append((char) next);
            assertTrue(text.toString().contains("loss"), "the process ended: " + text);
            // Unlike that of the process, destroy of its handle leaves its output open.
            process.toHandle().destroy();
            String end = output.readAllAsString();
            assertTrue(process.waitFor(60, TimeUnit.SECONDS));
            assertEquals(128 + 15, process.exitValue(), end);
            assertTrue(end.contains("To continue, run the same command with --resume."), end);
        }
        assertTrue(Files.exists(path("net.safetensors.checkpoint")));
        assertFalse(Files.exists(path("net.safetensors")));
        assertRefused("add --resume to continue, or --force to start over", train("net.safetensors"));
        assertRefused(
                "seed: 4, not 5",
                "train",
                "mvn",
                "-o",
                "@net.safetensors",
                "--steps",
                "800",
                "--seed",
                "5",
                "--resume");
        assertDone(train("net.safetensors", "--resume"));
        assertTrue(err().contains("resumed after step"), err());
        assertFalse(Files.exists(path("net.safetensors.checkpoint")));
        assertDone(train("whole.safetensors", "--resume"));
        assertTrue(err().contains("training starts from the beginning"), err());
        assertArrayEquals(draws("whole.safetensors"), draws("net.safetensors"));
        assertRefused("@net.safetensors exists; choose another name or add --force", train("net.safetensors"));
    }

    private static String[] train(String file, String... more) {
        List<String> all = new ArrayList<>(List.of("train", "mvn", "-o", "@" + file));
        all.addAll(SHORT);
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    @Test
    void aTableOfSimulationsTakesThePlaceOfTheSimulator() throws IOException {
        assertDone("simulate", "mvn", "-n", "300", "-o", "@sims.npz");
        assertDone("train", "mvn", "--table", "@sims.npz", "--steps", "100", "-o", "@net.safetensors", "--json");
        assertEquals(100, new ObjectMapper().readTree(out()).get("steps").asInt());
        assertRefused(
                "expected a file .npz, .csv or .parquet",
                "train",
                "mvn",
                "--table",
                "@sims.txt",
                "-o",
                "@x.safetensors");
        assertRefused("x: expected shape", "train", "sir", "--table", "@sims.npz", "-o", "@x.safetensors");
        assertRefused(
                "expected steps or minutes for stored simulations",
                "train",
                "mvn",
                "--table",
                "@sims.npz",
                "--simulations",
                "99",
                "-o",
                "@x.safetensors");
    }

    /** The loss of the prior is some 7 nats on this scale; the last of 600 steps on 40 data sets loses far more. */
    @Test
    void trainingTooLongOnTooFewSimulationsKeepsTheBestNetwork() throws IOException {
        assertDone("simulate", "mvn", "-n", "50", "-o", "@few.npz");
        assertDone("train", "mvn", "--table", "@few.npz", "--steps", "600", "-o", "@net.safetensors", "--json");
        double loss = new ObjectMapper().readTree(out()).get("validation_loss").asDouble();
        assertTrue(loss < 7, "validation loss " + loss);
    }

    @Test
    void quietMeansQuiet() {
        assertDone("train", "gmm", "--steps", "50", "-o", "@net.safetensors", "--quiet");
        assertEquals("", out() + err());
    }

    @Test
    void whatIsExplainedCanBeWrittenIntoTheModelFile() throws IOException {
        write("model.yaml", OWN);
        assertDone("train", "@model.yaml", "--explain");
        String explained = out();
        assertTrue(explained.contains("blocks: 6"), explained);
        write("model.yaml", OWN + explained.replace("blocks: 6", "blocks: 3"));
        assertDone("train", "@model.yaml", "--explain", "--minutes", "2");
        assertEquals(
                explained
                        .replace("blocks: 6", "blocks: 3")
                        .replace("{steps: 20000} ", "{minutes: 2.0} ")
                        .replaceAll(" +", " "),
                out().replaceAll(" +", " "));
    }

    @Test
    void aModelOfOnesOwnIsTrainedAndCheckedWithItsSettings() throws IOException {
        write("model.yaml", OWN + """
                network: {summary: {width: 16}, head: {blocks: 2, hidden: [16]}}
                training: {budget: {steps: 200}, batch: 16, rate: {kind: constant}}
                """);
        assertDone("train", "@model.yaml", "-o", "@net.safetensors");
        assertDone("info", "@net.safetensors");
        assertTrue(
                out().contains(
                                "{kind: invariant, modules: 1, width: 16, depth: 3, out: 64, pool: moments_and_maxima, products: true}"),
                out());
        assertRefused("name its file: bayesflow check", "check", "@net.safetensors", "-o", "@check");
        assertDone(
                "check",
                "@net.safetensors",
                "--model",
                "@model.yaml",
                "--datasets",
                "40",
                "--draws",
                "40",
                "-o",
                "@check",
                "--json");
        String grade = new ObjectMapper().readTree(out()).get("grade").asText();
        assertTrue(List.of("good", "fair", "poor").contains(grade), out());
        assertDone("simulate", "@model.yaml", "-n", "2", "-o", "@data.csv");
        assertDone("infer", "@net.safetensors", "@data.csv", "-n", "20", "-o", "@posterior");
    }

    @Test
    void aModelFileThatIsCalledLikeAReadyModelIsOnesOwn() throws IOException {
        write("model.yaml", OWN.replace("name: walk", "name: sir"));
        assertDone("train", "@model.yaml", "--steps", "20", "-o", "@net.safetensors");
        assertTrue(out().contains("--model " + path("model.yaml")), out());
        assertDone("simulate", "@model.yaml", "-n", "1", "-o", "@data.csv");
        assertDone("infer", "@net.safetensors", "@data.csv", "-n", "20", "-o", "@posterior");
        assertRefused("name its file: bayesflow check", "check", "@net.safetensors", "-o", "@check");
    }

    @Test
    void storedSimulationsNeedNoSimulator() throws IOException {
        write("model.yaml", OWN);
        assertDone("simulate", "@model.yaml", "-n", "200", "-o", "@sims.npz");
        write("bare.yaml", OWN.replaceAll("simulator:.*\n", ""));
        assertDone("train", "@bare.yaml", "--table", "@sims.npz", "--steps", "50", "-o", "@net.safetensors");
        assertDone("simulate", "@model.yaml", "-n", "1", "-o", "@data.csv");
        assertDone("infer", "@net.safetensors", "@data.csv", "-n", "20", "-o", "@posterior");
        assertRefused("no simulator; add a section", "train", "@bare.yaml", "--steps", "9", "-o", "@other.safetensors");
        assertRefused(
                "no simulator; add a section", "check", "@net.safetensors", "--model", "@bare.yaml", "-o", "@check");
        assertDone(heldOut("@net.safetensors", "@bare.yaml", "@sims.npz", "@check"));
        assertTrue(out().contains("Tested on 40 simulations of " + path("sims.npz")), out());
        assertDone("simulate", "@model.yaml", "-n", "250", "-o", "@more.npz");
        assertRefused(
                "expected the 200 simulations that the network was trained on, got 250",
                heldOut("@net.safetensors", "@bare.yaml", "@more.npz", "@other"));
    }

    private static String[] heldOut(String network, String model, String table, String directory) {
        return new String[] {"check", network, "--model", model, "--table", table, "--draws", "50", "-o", directory};
    }

    @Test
    void anEnsembleIsTrainedAskedAndCheckedAsOneNetwork() throws IOException {
        write("model.yaml", OWN + "training: {members: 2}\n");
        assertDone("simulate", "@model.yaml", "-n", "200", "-o", "@sims.npz");
        assertDone("train", "@model.yaml", "--table", "@sims.npz", "--steps", "50", "-o", "@net.safetensors", "--json");
        assertEquals(100, new ObjectMapper().readTree(out()).get("steps").asInt());
        assertDone("info", "@net.safetensors");
        assertTrue(out().contains("members: 2"), out());
        assertDone("simulate", "@model.yaml", "-n", "1", "-o", "@data.csv");
        assertDone("infer", "@net.safetensors", "@data.csv", "-n", "20", "-o", "@posterior");
        assertTrue(out().contains("The members of the ensemble"), out());
        assertDone("infer", "@net.safetensors", "@data.csv", "-n", "20", "-o", "@posterior", "--force", "--json");
        assertEquals(
                1,
                new ObjectMapper()
                        .readTree(out())
                        .at("/data_sets/0/disagreement")
                        .size());
        assertDone(List.of(
                        "check",
                        "@net.safetensors",
                        "--model",
                        "@model.yaml",
                        "--datasets",
                        "20",
                        "--draws",
                        "50",
                        "-o",
                        "@check",
                        "--json")
                .toArray(String[]::new));
        assertEquals(1, new ObjectMapper().readTree(out()).get("disagreement").size());
    }

    @Test
    void designsAreComparedAndTheComparisonIsShown() throws IOException {
        write("model.yaml", OWN + """
                tune:
                  designs:
                    - {name: narrow, summary: {width: 8, out: 8}}
                    - {name: wide, head: {hidden: [80]}}
                """);
        assertDone("simulate", "@model.yaml", "-n", "200", "-o", "@sims.npz");
        assertDone("train", "@model.yaml", "--table", "@sims.npz", "--steps", "400", "-o", "@net.safetensors");
        assertDone("info", "@net.safetensors");
        assertTrue(out().contains("Designs compared by"), out());
        assertTrue(out().lines().anyMatch(line -> line.matches(" +(narrow|wide) +100 .* chosen")), out());
        assertDone("train", "@model.yaml", "--explain");
        assertTrue(out().contains("{name: narrow, "), out());
        assertRefused(
                "budget: expected enough for 300 steps to compare 2 designs, got 200 steps",
                "train",
                "@model.yaml",
                "--steps",
                "200",
                "-o",
                "@other.safetensors");
    }

    @Test
    void theDesignsThatWouldRaceAreExplained() {
        assertDone("train", "mvn", "--tune", "--explain");
        assertTrue(out().contains("{name: default, "), out());
        assertTrue(out().contains("{name: flow matching, "), out());
        assertWrong(
                "--tune: expected a method that trains networks, got abc-rf",
                "train",
                "mvn",
                "--method",
                "abc-rf",
                "--tune",
                "-o",
                "@net");
    }

    @Test
    void mistakesInTheSettingsAreFoundAtTheirPlace() {
        assertSettings("6:11: network.head.block: not known, expected one of", "network:\n   head: {block: 3}\n");
        assertSettings("did you mean blocks?", "network: {head: {block: 3}}\n");
        assertSettings(
                "Unknown kind \"recurent\". Did you mean \"recurrent\"?", "network: {summary: {kind: recurent}}\n");
        assertSettings("network.summary.width: expected a whole number from 1", "network: {summary: {width: wide}}\n");
        assertSettings("5:28: ", "network: {summary: {width: wide}}\n");
        assertSettings(
                "5:20: network.summary: expected a network for data of kind SET",
                "network: {summary: {kind: identity}}\n");
        assertSettings(
                "budget: expected one of steps, minutes, simulations", "training: {budget: {steps: 3, minutes: 1}}\n");
        assertSettings("batch: expected", "training: {batch: 0}\n");
    }

    private void assertSettings(String expected, String sections) {
        write("model.yaml", OWN + sections);
        int code = run("train", "@model.yaml", "-o", "@net.safetensors");
        assertTrue(code == 1 || code == 2, "exit code " + code);
        assertTrue(err().contains(expected), err());
    }

    @Test
    void wrongUseIsSaid() {
        assertWrong("Missing required option: '--output=FILE'", "train", "mvn");
        assertWrong("mutually exclusive", "train", "mvn", "--steps", "3", "--minutes", "1", "-o", "@net");
        assertWrong("steps: expected at least 1, got 0", "train", "mvn", "--steps", "0", "-o", "@net");
        assertWrong("--threads: expected at least 1", "train", "mvn", "--threads", "0", "-o", "@net");
        assertWrong("Did you mean \"ricker\"?", "train", "rikcer", "-o", "@net");
        assertRefused("does not exist; create it first", "train", "mvn", "-o", "@no/net");
    }
}
