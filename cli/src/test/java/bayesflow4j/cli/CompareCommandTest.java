package bayesflow4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Models of noise with and without a free drift, from the first command to the last. */
class CompareCommandTest extends CommandTest {
    private static final String DATA =
            "data: {kind: set, columns: [y], observations: 5..10}\nsimulator: {java: {class: bayesflow4j.cli.ShiftedNoise}}\n";

    @BeforeEach
    void models() {
        write("near.yaml", "name: near\nparameters:\n  drift: normal(0, 0.1)\n" + DATA);
        write("far.yaml", "name: far\nparameters:\n  drift: normal(3, 1)\n" + DATA);
        write("other.yaml", "name: other\nparameters: {}\n" + DATA.replace("[y]", "[z]"));
        write(
                "observed.csv",
                "data_set,y\n" + "0,0.1\n0,-0.3\n0,0.4\n0,0.2\n0,-0.9\n" + "1,3.1\n1,2.7\n1,4.4\n1,2.2\n1,3.3\n");
    }

    @Test
    void modelsAreComparedCheckedAndAsked() throws IOException {
        assertDone("compare", "@near.yaml", "@far.yaml", "--steps", "60", "--prior", "1,3", "-o", "@c.safetensors");
        assertTrue(out().contains("near | far: 60 steps"), out());
        assertDone("info", "@c.safetensors");
        assertTrue(out().contains("far: 0.750"), out());
        assertTrue(out().contains("never checked"), out());
        write("observed.csv", Files.readString(path("observed.csv")).replace("\n1,", "\n\"Loch, N\","));
        assertDone("infer", "@c.safetensors", "@observed.csv", "-o", "@inferred");
        assertTrue(err().contains("warning: This comparison was never checked"), err());
        assertTrue(out().contains("Loch, N"), out());
        List<String> lines = Files.readAllLines(path("inferred/probabilities.csv"));
        assertEquals("data_set,near,far,none_of_them", lines.getFirst());
        assertTrue(Double.parseDouble(lines.get(1).split(",")[1]) > 0.5, lines.toString());
        assertTrue(lines.get(2).startsWith("\"Loch, N\","), lines.toString());
        assertTrue(Double.parseDouble(lines.get(2).split(",")[3]) > 0.5, lines.toString());
        assertTrue(Files.readString(path("inferred/bayes-factors.csv")).contains("\n\"Loch, N\","));
        assertTrue(Files.readString(path("inferred/figures/probabilities.svg")).contains("Loch, N"));
        assertTrue(Files.exists(path("inferred/figures/bayes-factors.png")));
        assertRefused("with --model", "check", "@c.safetensors", "-o", "@checked");
        assertDone(
                "check",
                "@c.safetensors",
                "--model",
                "@far.yaml",
                "--model",
                "@near.yaml",
                "--datasets",
                "40",
                "-o",
                "@checked");
        assertTrue(out().contains("true model / most probable"), out());
        assertTrue(Files.readString(path("checked/check.json")).contains("\"brier\""));
        assertTrue(
                Pattern.compile("near +\\d+ ± \\d+ +\\d+ ± \\d+").matcher(out()).find(), out());
        assertDone("info", "@c.safetensors");
        assertTrue(out().contains("its check") && out().contains("on 40 data sets"), out());
        assertDone("infer", "@c.safetensors", "@observed.csv", "-o", "@again");
        assertTrue((out() + err()).contains("on 40 data sets"), out() + err());
        assertTrue(Files.readString(path("again/report.html")).contains("on 40 data sets"));
        write("near.yaml", Files.readString(path("near.yaml")).replace("normal(0, 0.1)", "normal(0, 0.5)"));
        assertRefused(
                "near has another prior than the comparison was trained with: drift ~ normal(0, 0.5), not normal(0, 0.1)",
                "check",
                "@c.safetensors",
                "--model",
                "@far.yaml",
                "--model",
                "@near.yaml",
                "-o",
                "@third");
        assertRefused("name each of them once", "check", "@c.safetensors", "--model", "@far.yaml", "-o", "@third");
    }

    @Test
    void networksOfTheModelsShowWhatTheyPredict() throws IOException {
        StringBuilder many = new StringBuilder("data_set,y\n");
        for (int k = 0; k < 5; k++) for (int n = 0; n < 6; n++) many.append(k + "," + (k + 0.1 * n) + "\n");
        write("observed.csv", many.toString());
        for (String name : List.of("near", "far"))
            assertDone("train", "@" + name + ".yaml", "--steps", "20", "-o", "@" + name + ".safetensors");
        assertDone("simulate", "@near.yaml", "-n", "60", "-o", "@near.npz");
        assertDone("simulate", "@far.yaml", "-n", "60", "-o", "@far.npz");
        assertDone(
                "compare",
                "@near.yaml",
                "@far.yaml",
                "--steps",
                "20",
                "--table",
                "near=" + path("near.npz"),
                "--table",
                "far=" + path("far.npz"),
                "-o",
                "@c.safetensors");
        assertDone(
                "infer",
                "@c.safetensors",
                "@observed.csv",
                "--model",
                "@near.yaml",
                "--model",
                "@far.yaml",
                "--networks",
                path("near.safetensors") + "," + path("far.safetensors"),
                "-o",
                "@inferred");
        assertTrue(Files.exists(path("inferred/figures/predictive-0.png")));
        String whole = Files.readString(path("inferred/comparison.json"));
        assertEquals(5, whole.split("\"predictive_p_values\"").length - 1, "of all data sets");
        assertTrue(whole.contains("\"average of the models\""), whole);
        assertTrue(Files.readString(path("inferred/report.html")).contains("fit, first 3 of 5 data sets"));
        assertRefused(
                "got none of far",
                "infer",
                "@c.safetensors",
                "@observed.csv",
                "--model",
                "@near.yaml",
                "--model",
                "@far.yaml",
                "--networks",
                path("near.safetensors").toString(),
                "-o",
                "@other");
        write("wider.yaml", "name: near\nparameters:\n  drift: normal(0, 0.5)\n" + DATA);
        assertDone("train", "@wider.yaml", "--steps", "20", "-o", "@wider.safetensors");
        assertPredictionsRefused(
                "the network was trained with another prior of near than the comparison: drift ~ normal(0, 0.5), not"
                        + " normal(0, 0.1)",
                "near.yaml",
                "wider.safetensors");
        assertPredictionsRefused(
                "the model near has another prior than the comparison was trained with: drift ~ normal(0, 0.5), not"
                        + " normal(0, 0.1)",
                "wider.yaml",
                "near.safetensors");
        assertWrong("--networks", "infer", "@near.safetensors", "@observed.csv", "--networks", "x", "-o", "@other");
        assertWrong("--prior", "infer", "@near.safetensors", "@observed.csv", "--prior", "1,2", "-o", "@other");
    }

    private void assertPredictionsRefused(String why, String near, String network) {
        assertRefused(
                why,
                "infer",
                "@c.safetensors",
                "@observed.csv",
                "--model",
                "@" + near,
                "--model",
                "@far.yaml",
                "--networks",
                path(network) + "," + path("far.safetensors"),
                "-o",
                "@other");
    }

    /** Models without simulators are trained and checked on tables; the command that is printed works as it stands. */
    @Test
    void tablesTrainAndCheck() throws IOException {
        for (String name : List.of("near", "far")) {
            assertDone("simulate", "@" + name + ".yaml", "-n", "150", "-o", "@" + name + ".csv");
            String model = Files.readString(path(name + ".yaml"));
            write(name + ".yaml", model.substring(0, model.indexOf("simulator:")));
        }
        write("far.csv", Files.readString(path("far.csv")).replaceFirst("0,0,[^\n]*", "0,0,inf"));
        String near = "near=" + path("near.csv");
        String far = "far=" + path("far.csv");
        assertDone(
                "compare",
                "@near.yaml",
                "@far.yaml",
                "--steps",
                "20",
                "--table",
                near,
                "--table",
                far,
                "-o",
                "@c.safetensors");
        assertTrue(err().contains("left out 1 of 150 simulations"), err());
        String next = out().substring(out().indexOf("Next:")).strip().split("bayesflow ")[1];
        assertDone(next.split(" "));
        assertTrue(out().startsWith("Tested on 59 simulations of near="), out());
        assertRefused(
                "expected the 299 simulations that the network was trained on, got 300",
                "check",
                "@c.safetensors",
                "--model",
                "@near.yaml",
                "--model",
                "@far.yaml",
                "--table",
                near,
                "--table",
                near.replace("near=", "far="),
                "-o",
                "@other");
    }

    /** The rows of a comparison are those that all models make; tables without common rows are refused. */
    @Test
    void rowsThatNotAllModelsMakeAreNamed() throws IOException {
        write("far.yaml", Files.readString(path("far.yaml")).replace("5..10", "8..20"));
        assertDone("compare", "@near.yaml", "@far.yaml", "--steps", "2", "-o", "@c.safetensors");
        assertTrue(err().contains("note: near makes data sets of 5…10 rows; those of the comparison have 8…10"), err());
        assertTrue(err().contains("note: far makes data sets of 8…20 rows"), err());
        assertDone("simulate", "@near.yaml", "-n", "200", "-o", "@near.npz");
        assertDone("simulate", "@far.yaml", "-n", "200", "-o", "@far.npz");
        String near = "near=" + path("near.npz");
        String far = "far=" + path("far.npz");
        String[] command = {
            "compare",
            "@near.yaml",
            "@far.yaml",
            "--steps",
            "2",
            "--table",
            near,
            "--table",
            far,
            "-o",
            "@t.safetensors"
        };
        assertDone(command);
        assertTrue(err().contains("simulations, whose N is not in 8…10 as it is for all models"), err());
        assertDone("simulate", "@far.yaml", "-n", "50", "--observations", "20", "--force", "-o", "@far.npz");
        command[command.length - 1] = "@other.safetensors";
        assertWrong("--table: expected a number of rows N that all models have, got 5…10 of near, 20 of far", command);
    }

    @Test
    void wrongUseIsExplained() {
        assertWrong("same data columns", "compare", "@near.yaml", "@other.yaml", "-o", "@c.safetensors");
        assertWrong("different names", "compare", "@near.yaml", "@near.yaml", "-o", "@c.safetensors");
        assertWrong("2", "compare", "@near.yaml", "-o", "@c.safetensors");
        assertWrong(
                "--prior: expected 2",
                "compare",
                "@near.yaml",
                "@far.yaml",
                "--prior",
                "1,1,1",
                "-o",
                "@c.safetensors");
        assertWrong(
                "--table: expected the name of a model",
                "compare",
                "@near.yaml",
                "@far.yaml",
                "--table",
                "x=y.npz",
                "-o",
                "@c.safetensors");
        assertWrong("--output", "compare", "@near.yaml", "@far.yaml");
        assertRefused("has no parameters to infer", "train", "@other.yaml", "-o", "@c.safetensors");
    }

    /** {@code docs/comparison.md} shows the files of examples/external/growth as they are. */
    @Test
    void theGuideShowsTheExamplesAsTheyAre() throws IOException {
        int shown = 0;
        for (MatchResult block : Pattern.compile("(?ms)^```(\\w+) (\\S+)\\n(.*?)^```$")
                .matcher(Files.readString(Path.of("../docs/comparison.md")))
                .results()
                .toList()) {
            assertEquals(Files.readString(Path.of("..", block.group(2))), block.group(3), block.group(2));
            shown++;
        }
        assertEquals(4, shown);
    }
}
