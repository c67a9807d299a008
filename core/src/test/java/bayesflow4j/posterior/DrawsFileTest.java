package bayesflow4j.posterior;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bayesflow4j.data.DataFileException;
import bayesflow4j.data.NpyArray;
import bayesflow4j.data.Npz;
import bayesflow4j.data.Reader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DrawsFileTest {
    private static final List<String> NAMES = List.of("beta", "gamma");

    @TempDir
    private Path folder;

    private final List<Draws> draws = List.of(
            Draws.of(NAMES, new double[] {0.1, 2, 1 / 3.0, 4}), Draws.of(NAMES, new double[] {5, 6, 7, -8e-30}));

    @Test
    void bothFormsComeBackAsTheyWere() {
        Path csv = folder.resolve("draws.csv");
        Path npz = folder.resolve("draws.npz");
        DrawsFile.writeCsv(csv, draws, List.of());
        DrawsFile.writeNpz(npz, draws, List.of());
        for (Path file : List.of(csv, npz)) {
            List<Draws> back = DrawsFile.read(file, NAMES);
            assertEquals(2, back.size());
            for (int k = 0; k < 2; k++)
                for (int j = 0; j < 2; j++)
                    assertArrayEquals(draws.get(k).column(j), back.get(k).column(j));
        }
    }

    @Test
    void columnsMayStandInAnyOrderAndDataSetsMayCountFromOne() throws IOException {
        Path file = written("gamma,draw,beta,lp,data_set\n2,0,0.1,9,1\n4,1,0.3,9,1\n6,0,5,9,2\n8,1,7,9,2\n");
        assertArrayEquals(
                new double[] {5, 6}, DrawsFile.read(file, NAMES).get(1).row(0));
    }

    @Test
    void mistakesNameFileLineAndColumn() throws IOException {
        assertMessage(":1: expected a column \"gamma\", got [data_set, beta, draw]", "data_set,draw,beta\n0,0,1\n");
        assertMessage(":3: gamma: expected a number, got \"x\"", "data_set,draw,beta,gamma\n0,0,1,2\n0,1,1,x\n");
        assertMessage(":2: beta: expected a number, got \"NaN\"", "data_set,draw,beta,gamma\n0,0,NaN,2\n");
        assertMessage(": data set 1: expected draws, got none", "data_set,draw,beta,gamma\n0,0,1,2\n2,0,1,2\n");
        assertMessage(
                ": data set 1: expected 2 draws as in data set 0, got 1",
                "data_set,draw,beta,gamma\n0,0,1,2\n0,1,1,2\n1,0,1,2\n");
        assertMessage(": data_set: expected numbers from 0 or from 1, the first is 7", "data_set,beta,gamma\n7,1,2\n");
        assertMessage(": expected at least one draw, got none", "data_set,draw,beta,gamma\n");
    }

    private void assertMessage(String expected, String content) throws IOException {
        Path file = written(content);
        String message = assertThrows(DataFileException.class, () -> DrawsFile.read(file, NAMES))
                .getMessage();
        assertEquals(file + expected, message);
    }

    private Path written(String content) throws IOException {
        return Files.writeString(folder.resolve("given.csv"), content);
    }

    @Test
    void anArchiveMustHoldTheArrayInItsShape() {
        Path file = folder.resolve("other.npz");
        Npz.write(file, Map.of("theta", new NpyArray.Doubles(new double[4], 2, 2)));
        assertNpz(file, ": expected an array \"draws\", got [theta]");
        Npz.write(file, Map.of("draws", new NpyArray.Doubles(new double[6], 1, 2, 3)));
        assertNpz(file, ": draws: expected shape [data sets, draws, 2], got [1, 2, 3]");
        Npz.write(file, Map.of("draws", new NpyArray.Doubles(new double[] {1, 2, Double.NaN, 4}, 1, 2, 2)));
        assertNpz(file, ": draws[0, 1] of beta: expected a finite number, got NaN");
    }

    /** Where R has the package; names that R would change stay as they are. */
    @Test
    void packagePosteriorOfRReadsCmdStanFiles() throws IOException, InterruptedException {
        Optional<Reader> r = Reader.r("posterior");
        assumeTrue(r.isPresent(), "R has no package posterior");
        Path file = folder.resolve("stan.csv");
        DrawsFile.writeStan(
                file, Draws.of(List.of("beta", "1/gamma"), new double[] {0.25, 2, 1 / 3.0, 4}), List.of("a comment"));
        assertTrue(r.get().runs("""
                        library(posterior)
                        draws <- as_draws_df(read.csv(commandArgs(TRUE)[1], comment.char = "#", check.names = FALSE))
                        stopifnot(variables(draws) == c("beta", "1/gamma"), ndraws(draws) == 2, nchains(draws) == 1)
                        stopifnot(extract_variable(draws, "beta") == c(0.25, 1 / 3))
                        stopifnot(summarise_draws(draws)$mean[2] == 3)
                        """, file.toString()));
    }

    private static void assertNpz(Path file, String expected) {
        assertEquals(
                file + expected,
                assertThrows(DataFileException.class, () -> DrawsFile.read(file, NAMES))
                        .getMessage());
    }
}
