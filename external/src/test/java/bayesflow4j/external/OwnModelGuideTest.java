package bayesflow4j.external;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bayesflow4j.model.Batch;
import bayesflow4j.model.Covariates;
import bayesflow4j.random.Seed;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code docs/own-model.md} shows the files that these tests run, and the lines that are really sent. */
@Timeout(60)
class OwnModelGuideTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+) (\\S+)\\n(.*?)^```$");

    private static List<MatchResult> blocks() throws IOException {
        return BLOCK.matcher(Files.readString(ROOT.resolve("docs/own-model.md")))
                .results()
                .toList();
    }

    @Test
    void theGuideShowsTheExamplesAsTheyAre() throws IOException {
        int shown = 0;
        for (MatchResult block : blocks())
            if (block.group(2).contains("/")) {
                assertEquals(Files.readString(ROOT.resolve(block.group(2))), block.group(3), block.group(2));
                shown++;
            }
        assertEquals(8, shown);
    }

    @Test
    void theGuideShowsTheLinesThatAreSentAndUnderstood() throws IOException {
        int shown = 0;
        for (MatchResult block : blocks()) {
            if (block.group(2).equals("request")) {
                shown++;
                Task task = new Task(7, new double[] {0.5, 0.25}, Covariates.NONE, 60, -1);
                assertEquals(
                        RequestLine.of(
                                task, new DataShape(List.of("arrival", "service"), List.of("length", "wait")), 0),
                        block.group(3));
            }
            if (block.group(2).equals("answer")) {
                shown++;
                DataShape shape = new DataShape(List.of("arrival", "service"), List.of("length", "wait"));
                List<Reply> replies = block.group(3)
                        .lines()
                        .map(line -> ReplyReader.read(line, shape))
                        .toList();
                assertEquals(3, ((Reply.Rows) replies.get(0)).count());
                assertEquals(new Reply.Refusal(7, "the queue never empties"), replies.get(1));
            }
        }
        assertEquals(2, shown, "requests and answers in the guide");
    }

    @ParameterizedTest
    @ValueSource(strings = {"queue", "batch", "walk", "r"})
    void anExampleSimulatesTheSameForAnyNumberOfWorkers(String example) throws IOException, InterruptedException {
        assumeTrue(!example.equals("r") || rReadsJson(), "R with jsonlite is not installed");
        ModelFile file = ModelFile.read(ROOT.resolve("examples/external/" + example + "/model.yaml"));
        Batch one = batch(file, 1, 1);
        Batch three = batch(file, 3, 12);
        assertEquals(0, one.failures().count(), one.failures().report());
        assertArrayEquals(one.theta(), three.theta());
        assertArrayEquals(one.x(), three.x());
        assertTrue(one.count() >= file.count().least()
                && one.count() <= file.count().most());
    }

    private static Batch batch(ModelFile file, int workers, int threads) {
        try (ExternalSimulator simulator = file.open(workers);
                ForkJoinPool pool = new ForkJoinPool(threads)) {
            return file.model(simulator).batch(new Seed(5), 0, 24, pool);
        }
    }

    /** 240 throws or more, each of variance 1/4 at most: five standard errors are 0.17, false alarms below one in a million. */
    @Test
    void groupsKeepTheirRequestsApart() {
        ModelFile file = ModelFile.read(ROOT.resolve("examples/external/batch/model.yaml"));
        Batch batch = batch(file, 1, 24);
        double difference = 0;
        for (int m = 0; m < batch.size(); m++) {
            float[] throwsOfOne = batch.observations(m).values();
            double mean = 0;
            for (float heads : throwsOfOne) mean += heads / throwsOfOne.length;
            difference += (mean - batch.theta()[m][0]) / batch.size();
        }
        assertEquals(0, difference, 0.17);
    }

    private static boolean rReadsJson() throws IOException, InterruptedException {
        boolean installed = Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "Rscript")));
        return installed
                && new ProcessBuilder("Rscript", "--vanilla", "-e", "library(jsonlite)")
                                .redirectErrorStream(true)
                                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                                .start()
                                .waitFor()
                        == 0;
    }
}
