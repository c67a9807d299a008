package bayesflow4j.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bayesflow4j.posterior.Provenance.Trial;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrialTableTest {
    @Test
    void theChosenDesignIsFirstThenThoseThatWentFurthest() {
        Table table = TrialTable.of(List.of(
                new Trial("c", 100, 3, 1.5, 0.2, false),
                new Trial("b", 100, 2, 0.5, 0.1, false),
                new Trial("d", 200, 1.25, 0.25, 0.125, false),
                new Trial("a", 200, 1, 0, 0, true)));
        assertEquals(
                List.of("a", "d", "b", "c"),
                table.rows().stream().map(List::getFirst).toList());
        assertEquals(List.of("a", "200", "1.000", "", "chosen"), table.rows().getFirst());
        assertEquals(
                List.of("d", "200", "1.250", "0.250 ± 0.125", ""), table.rows().get(1));
    }
}
