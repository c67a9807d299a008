package bayesflow4j.models;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.catalog.Models;
import bayesflow4j.model.Batch;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.model.SimulatorLaws;
import bayesflow4j.random.Goodness;
import bayesflow4j.random.Seed;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class SirTest extends SimulatorLaws {
    @Override
    protected GenerativeModel model() {
        return Models.named("sir");
    }

    @Test
    void thePopulationIsConservedAndNobodyFallsIllTwice() {
        Batch batch = model().batch(new Seed(1), 0, 200);
        for (int m = 0; m < batch.size(); m++) {
            Observations x = batch.observations(m);
            for (int t = 0; t < x.count(); t++) {
                assertEquals(1, x.at(t, 0) + x.at(t, 1) + x.at(t, 2), 1e-6);
                for (int c = 0; c < 3; c++) assertTrue(x.at(t, c) >= 0);
                if (t > 0) assertTrue(x.at(t, 0) <= x.at(t - 1, 0) && x.at(t, 2) >= x.at(t - 1, 2));
            }
        }
    }

    /** Every individual of the reference throws its own coin; compared at three times, with ι = 0 and ½. */
    @Test
    void equalsAReferenceThatAsksEveryIndividual() {
        int runs = 1500;
        int[] times = {20, 60, 120};
        double[] theta = {0.9, 0.25};
        for (double iota : new double[] {0, 0.5}) {
            GenerativeModel model = Models.named("sir:iota=" + iota);
            double[][] fast = new double[times.length][runs];
            double[][] slow = new double[times.length][runs];
            for (int run = 0; run < runs; run++) {
                RandomGenerator rng = new Seed(2).child("fast").stream(run);
                Observations x = model.simulator().simulate(theta.clone(), 121, rng);
                for (int i = 0; i < times.length; i++) fast[i][run] = x.at(times[i], 1);
                reference(theta, iota, times, new Seed(2).child("slow").stream(run), slow, run);
            }
            for (int i = 0; i < times.length; i++)
                Goodness.assertSame("iota " + iota + ", t " + times[i], fast[i], slow[i]);
        }
    }

    private static void reference(
            double[] theta, double iota, int[] times, RandomGenerator rng, double[][] out, int run) {
        int s = 999;
        int i = 1;
        int next = 0;
        for (int t = 0; next < times.length; t++) {
            if (t == times[next]) out[next++][run] = i / 1000f;
            double p = 1 - Math.exp(-theta[0] * (i + iota) / 1000 * 0.1);
            double q = 1 - Math.exp(-theta[1] * 0.1);
            int infected = 0;
            int recovered = 0;
            for (int k = 0; k < s; k++) if (rng.nextFloat() < p) infected++;
            for (int k = 0; k < i; k++) if (rng.nextFloat() < q) recovered++;
            s -= infected;
            i += infected - recovered;
        }
    }

    @Test
    void optionsChangeTheModelAndAreChecked() {
        assertEquals(
                "sir:gamma-from=0,iota=0",
                Models.named("sir:iota=0,gamma-from=0").name());
        assertEquals("sir", Models.named("sir:iota=0.5").name());
        assertEquals(
                "uniform(0, beta)",
                Models.named("sir:gamma-from=0").prior().notation().get(1));
        String message = assertThrows(IllegalArgumentException.class, () -> Models.named("sir:iotta=0"))
                .getMessage();
        assertTrue(message.contains("iota, gamma-from"), message);
        assertThrows(IllegalArgumentException.class, () -> Models.named("sir:iota=many"));
        assertThrows(IllegalArgumentException.class, () -> Models.named("sir:gamma-from=0.5"));
        assertThrows(IllegalArgumentException.class, () -> Models.named("sir:iota"));
    }
}
