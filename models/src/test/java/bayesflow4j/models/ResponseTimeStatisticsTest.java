package bayesflow4j.models;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.catalog.Models;
import bayesflow4j.model.Batch;
import bayesflow4j.model.Column;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.HandMadeStatistics;
import bayesflow4j.model.Observations;
import bayesflow4j.random.Seed;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResponseTimeStatisticsTest {
    private final HandMadeStatistics statistics = Models.statistics("lfm").orElseThrow();
    private final List<String> names =
            statistics.columns().stream().map(Column::name).toList();

    private double of(Observations x, String name) {
        return statistics.of().apply(x)[names.indexOf(name)];
    }

    /** By hand: condition 0 has 1 and 3 above and −2 below; condition 1 has 2, 2 and 5 below and none above. */
    @Test
    void byHand() {
        Observations x = Observations.ofRows(new double[] {1, -2}, new double[] {3, -2}, new double[] {-2, -5});
        assertEquals(28, names.size());
        assertEquals(2, of(x, "c0_upper_mean"), 1e-6);
        assertEquals(2, of(x, "c0_lower_mean"), 1e-6);
        assertEquals(-1, of(x, "c1_upper_mean"), "no trials");
        assertEquals(3, of(x, "c1_lower_mean"), 1e-6);
        assertEquals(1, of(x, "c0_upper_moment_2"), 1e-6);
        assertEquals(0, of(x, "c0_upper_moment_3"), 1e-6);
        assertEquals(1, of(x, "c0_upper_moment_6"), 1e-6);
        assertEquals(2, of(x, "c1_lower_moment_2"), 1e-6);
        assertEquals(2, of(x, "c1_lower_moment_3"), 1e-6);
        assertEquals(0, of(x, "c1_upper_moment_4"));
        assertEquals(2.0 / 3, of(x, "c0_upper_share"), 1e-6);
        assertEquals(1, of(x, "c1_lower_share"), 1e-6);
    }

    @Test
    void theModelOfStatisticsIsThatOfTheirData() {
        GenerativeModel model = Models.named("lfm");
        GenerativeModel applied = statistics.applied(model, 50);
        assertEquals(DataKind.VECTOR, applied.kind());
        Batch batch = applied.batch(new Seed(3), 0, 2);
        assertEquals(28, batch.width());
        assertTrue(batch.observations(0).values()[0] > 0);
    }
}
