package bayesflow4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.data.NpyArray;
import bayesflow4j.data.Npz;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Data as they come from the field, from the file to the report: covariates, gaps, names, formats. */
@Timeout(180)
class FieldDataTest extends CommandTest {
    private static final String MODEL = """
            name: catches
            parameters: {rate: uniform(0, 2)}
            context: {effort: uniform(1, 20)}
            data: {kind: series, columns: [catch], observations: 3..8, missing: {share: 0..0.5}}
            simulator: {java: {class: bayesflow4j.cli.Effort}}
            """;

    private static final String LAKES = """
            data_set;catch;effort;Year
            Loch Ness;9,5;10;1990
            Loch Ness;;10;1991
            Loch Ness;10,5;10;1992
            Loch Ness;NA;10;1993
            Lac L\u00E9man;2;5;1990
            Lac L\u00E9man;3,5;5;1991
            Lac L\u00E9man;2,5;5;1992
            """;

    @BeforeEach
    void files() {
        write("model.yaml", MODEL);
        write("lakes.csv", LAKES);
    }

    /** The rate is catch / effort, about 1 and about ½, with a deviation of 0.07 and 0.12 if it is conditioned on effort. */
    @Test
    void covariatesAndGapsGoFromTheFileToTheReport() throws IOException {
        assertDone("train", "@model.yaml", "--steps", "600", "-o", "@net.safetensors");
        assertTrue(out().contains("Next:    bayesflow check " + path("net.safetensors") + " --model "), out());
        assertTrue(out().contains("-o " + path("net-check")), out());
        assertDone(
                "infer",
                "@net.safetensors",
                "@lakes.csv",
                "--model",
                "@model.yaml",
                "--format",
                "netcdf,stan",
                "-o",
                "@out");
        assertTrue(err().contains("read with semicolons between columns and decimal commas"), err());
        assertTrue(err().contains("2 of 7 values are missing (29 %)"), err());
        assertTrue(out().contains("Loch Ness") && out().contains("Lac L\u00E9man"), out());
        List<String> summary = Files.readAllLines(path("out").resolve("summary.csv"));
        assertEquals(1, mean(summary.get(1)), 0.25, summary.get(1));
        assertEquals(0.53, mean(summary.get(2)), 0.25, summary.get(2));
        String report = Files.readString(path("out").resolve("report.html"));
        assertTrue(report.contains("Loch Ness") && report.contains("Year"));
        assertTrue(
                Files.readString(path("out/figures/predictive-Loch-Ness.svg")).contains(">Loch Ness</text>"));
        assertTrue(Files.exists(path("out/figures/marginals-Lac-L\u00E9man.png")));
        assertTrue(Files.size(path("out").resolve("posterior.nc")) > 10_000);
        assertTrue(
                Files.readString(path("out").resolve("stan/Loch-Ness.csv")).contains(".chain,.iteration,.draw,rate"));
        Map<String, NpyArray> arrays = Npz.read(path("out").resolve("draws.npz"));
        assertEquals(new NpyArray.Texts(List.of("rate")), arrays.get("parameters"));
        assertEquals(new NpyArray.Texts(List.of("Loch Ness", "Lac L\u00E9man")), arrays.get("data_sets"));
        assertTrue(Files.readString(path("out").resolve("draws.csv")).contains(",\"Loch Ness\"\n"));
        refusals();
    }

    private static double mean(String line) {
        String[] cells = line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)");
        return Double.parseDouble(cells[4]);
    }

    private void refusals() {
        write("more.csv", "catch,effort\n" + "1,2\n".repeat(12));
        assertRefused(
                "@more.csv: expected 3 to 8 rows, the range of training, got 12; to extend it, write observations: 3..12",
                "infer",
                "@net.safetensors",
                "@more.csv",
                "-o",
                "@refused");
        write("unknown.csv", "catch,effort\n1,2\n1,\n1,2\n");
        assertRefused(
                "@unknown.csv:3: effort: expected a number, got a missing value; a known covariate is never missing",
                "infer",
                "@net.safetensors",
                "@unknown.csv",
                "-o",
                "@refused");
        write("varies.csv", "catch,effort\n1,2\n1,3\n1,2\n");
        assertRefused(
                "expected one effort for the whole data set, got 2.0 and 3.0",
                "infer",
                "@net.safetensors",
                "@varies.csv",
                "-o",
                "@refused");
        write("file", "");
        assertRefused("is a file", "infer", "@net.safetensors", "@lakes.csv", "-o", "@file/below");
    }

    @Test
    void simulationsAtGivenParameters() throws IOException {
        write("theta.csv", "note,rate\nlow,0.5\nhigh,1.5\n");
        assertDone("simulate", "@model.yaml", "--at", "@theta.csv", "-n", "3", "-o", "@sims.csv");
        assertEquals(
                List.of("data_set,rate", "0,0.5", "1,0.5", "2,0.5", "3,1.5", "4,1.5", "5,1.5"),
                Files.readAllLines(path("sims-theta.csv")));
        assertTrue(Files.readString(path("sims.csv")).startsWith("data_set,row,catch,effort\n"));
        assertTrue(Files.readString(path("sims.csv")).contains("NA"));
        write("wrong.csv", "Rate\n0.5\n");
        assertRefused(
                "@wrong.csv:1: expected a column \"rate\", got [Rate]; did you mean \"Rate\"? Rename it to rate",
                "simulate",
                "@model.yaml",
                "--at",
                "@wrong.csv",
                "-o",
                "@x.csv");
        assertWrong("--data-sets", "simulate", "@model.yaml", "-o", "@x.csv");
        assertDone("train", "@model.yaml", "--table", "@sims.csv", "--steps", "5", "-o", "@table.safetensors");
    }

    /** A model without a simulator is checked on its table, derived quantities included, by the command that is printed. */
    @Test
    void aTableTrainsAndChecksDerivedQuantities() {
        write("model.yaml", MODEL + "derived: {half: rate / 2}\n");
        assertDone("simulate", "@model.yaml", "-n", "150", "-o", "@sims.npz");
        write("model.yaml", (MODEL + "derived: {half: rate / 2}\n").replaceFirst("simulator: .*", ""));
        assertDone("train", "@model.yaml", "--table", "@sims.npz", "--steps", "5", "-o", "@net.safetensors");
        String next = out().substring(out().indexOf("Next:")).strip().split("bayesflow ")[1];
        assertTrue(next.contains("--table"), next);
        assertDone(next.split(" "));
        assertTrue(out().contains("\nhalf "), out());
    }

    /** Under another prior, ranks of a network that is right are not uniform: the network must not be blamed. */
    @Test
    void aModelWithAnotherPriorIsNoTestOfANetwork() {
        assertDone("train", "@model.yaml", "--steps", "5", "-o", "@net.safetensors");
        write("other.yaml", MODEL.replace("uniform(0, 2)", "uniform(0, 3)"));
        String difference = "rate ~ uniform(0, 3), not uniform(0, 2)";
        assertRefused(
                "the model has another prior than the network was trained with: " + difference,
                "check",
                "@net.safetensors",
                "--model",
                "@other.yaml",
                "-o",
                "@check");
        assertEquals(
                1,
                run("infer", "@net.safetensors", "@lakes.csv", "--model", "@other.yaml", "--check", "-o", "@refused"));
        assertTrue(err().contains(difference + ". Posteriors are right under their own prior only"), err());
        assertDone("infer", "@net.safetensors", "@lakes.csv", "--model", "@other.yaml", "-n", "50", "-o", "@noted");
        assertTrue(err().contains("note: the model has another prior"), err());
        assertTrue(err().contains(difference), err());
    }

    @Test
    void whatCannotBeWrittenIsFoundBeforeTraining() {
        write("file", "");
        assertRefused("does not exist", "train", "@model.yaml", "--steps", "100000000", "-o", "@none/net.safetensors");
        String tooLong = "@" + "n".repeat(300) + ".safetensors";
        assertRefused("cannot be written", "train", "@model.yaml", "--steps", "100000000", "-o", tooLong);
        String longer = "@" + "n".repeat(300);
        assertRefused("cannot be written", "simulate", "@model.yaml", "-n", "100000000", "-o", longer + ".npz");
        // The parameters go to a second file, whose name is longer.
        String almost = "@" + "n".repeat(226);
        assertRefused("-theta.csv: cannot be written", "simulate", "@model.yaml", "-n", "9", "-o", almost + ".csv");
    }
}
