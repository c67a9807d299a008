package bayesflow4j.models;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.catalog.Models;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.model.SimulatorLaws;
import bayesflow4j.random.Seed;
import org.junit.jupiter.api.Test;

class LfmTest extends SimulatorLaws {
    private static final double DT = 0.001;

    @Override
    protected GenerativeModel model() {
        return Models.named("lfm");
    }

    /**
     * At α = 2 the evidence is a Wiener process with drift v, so from z it reaches a before 0 with probability
     * p = (1 − e^(−2vz)) / (1 − e^(−2va)), after (a·p − z)/v on average. Seen at steps of dt only, it passes a threshold by
     * 0.5826·√dt on average (Siegmund 1979), which is as if both thresholds lay that much further out. Five standard errors, a
     * false alarm in two million, plus dt for the higher order of that correction.
     */
    @Test
    void atAlphaTwoChoicesAndTimesAreThoseOfTheWienerProcess() {
        double shift = 0.5826 * Math.sqrt(DT);
        double[][] cases = {{2, -1, 1, 0.5}, {0.7, -3, 1.4, 0.3}, {4, -0.5, 0.8, 0.7}};
        int trials = 60_000;
        for (double[] c : cases) {
            double t0 = 0.4;
            double[] theta = {c[0], c[1], c[2], t0, c[3], 2};
            Observations x = model().simulator().simulate(theta, trials, new Seed(1).stream(0));
            for (int condition = 0; condition < 2; condition++) {
                double v = c[condition];
                double a = c[2] + 2 * shift;
                double z = c[2] * c[3] + shift;
                double p = Math.expm1(-2 * v * z) / Math.expm1(-2 * v * a);
                double mean = (a * p - z) / v;
                double upper = 0;
                double sum = 0;
                double squares = 0;
                for (int n = 0; n < trials; n++) {
                    double time = Math.abs(x.at(n, condition)) - t0;
                    upper += x.at(n, condition) > 0 ? 1 : 0;
                    sum += time;
                    squares += time * time;
                }
                double spread = Math.sqrt(squares / trials - Math.pow(sum / trials, 2));
                assertEquals(p, upper / trials, 5 * Math.sqrt(p * (1 - p) / trials) + DT, "choice, v " + v);
                assertEquals(mean, sum / trials, 5 * spread / Math.sqrt(trials) + DT, "time, v " + v);
                // Without the correction the times would not fit: the test can tell.
                double plain = Math.expm1(-2 * v * c[2] * c[3]) / Math.expm1(-2 * v * c[2]);
                double uncorrected = (c[2] * plain - c[2] * c[3]) / v;
                assertTrue(Math.abs(uncorrected - sum / trials) > 5 * spread / Math.sqrt(trials) + DT);
            }
        }
    }

    /** A jump decides a trial within the first 50 ms, which a Wiener process does not. */
    @Test
    void theTailMatters() {
        int[] quick = new int[2];
        for (int i = 0; i < 2; i++) {
            Observations x = model().simulator()
                    .simulate(new double[] {1, -1, 2, 0.3, 0.5, i == 0 ? 1.2 : 2}, 5000, new Seed(2).stream(0));
            for (float rt : x.values()) if (Math.abs(rt) < 0.35f) quick[i]++;
        }
        assertTrue(quick[0] > 100 && quick[1] < 10, quick[0] + " and " + quick[1]);
    }

    @Test
    void responsesComeAfterTheNonDecisionTimeAndWithinFiveSecondsOfIt() {
        Observations x =
                model().simulator().simulate(new double[] {0, -0.01, 3, 0.9, 0.5, 2}, 500, new Seed(3).stream(0));
        boolean undecided = false;
        for (float rt : x.values()) {
            assertTrue(Math.abs(rt) > 0.9f && Math.abs(rt) <= 5.9001f);
            undecided |= rt > 5.8999f;
        }
        assertTrue(undecided);
    }

    @Test
    void theNoiseOfTheTextIsLarger() {
        double[] theta = {1, -1, 2, 0.3, 0.5, 1.9};
        double wiener = 0;
        double unit = 0;
        for (float rt :
                model().simulator().simulate(theta, 2000, new Seed(4).stream(0)).values()) wiener += Math.abs(rt);
        for (float rt : Models.named("lfm:noise=unit")
                .simulator()
                .simulate(theta, 2000, new Seed(4).stream(0))
                .values()) unit += Math.abs(rt);
        assertTrue(unit < 0.8 * wiener, unit + " and " + wiener);
    }
}
