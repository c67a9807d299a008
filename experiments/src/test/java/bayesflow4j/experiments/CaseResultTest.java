package bayesflow4j.experiments;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.posterior.Draws;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A fit that is done is read, not repeated. */
class CaseResultTest {
    @Test
    void itIsReadAsItWasWritten(@TempDir Path folder) {
        Draws draws = Draws.of(List.of("a", "b"), new double[][] {{1, 2}, {3, 4}});
        assertFalse(CaseResult.isIn(folder));
        new CaseResult(draws, 3.5, 700, Double.NaN, 4, true).write(folder);
        assertTrue(CaseResult.isIn(folder));
        CaseResult read = CaseResult.read(folder, List.of("a", "b"));
        assertArrayEquals(draws.rows(), read.draws().rows());
        assertEquals(3.5, read.seconds());
        assertEquals(700, read.simulations());
        assertTrue(Double.isNaN(read.epsilon()));
        assertEquals(4, read.rounds());
        assertTrue(read.resumed());
    }
}
