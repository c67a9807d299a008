package bayesflow4j.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.random.Seed;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Summaries of one model around −5 and of another around 5. */
class ReferenceGroupTest {
    private static final int EACH = 400;

    private static double[] around(int model, RandomGenerator rng) {
        return new double[] {rng.nextGaussian(10 * model - 5, 1), rng.nextGaussian()};
    }

    private static List<ReferenceGroup> groups(int each, boolean known, Seed seed) {
        RandomGenerator rng = seed.stream(0);
        double[][] summaries = new double[2 * each][];
        int[] labels = new int[2 * each];
        for (int k = 0; k < summaries.length; k++) summaries[k] = around(labels[k] = rng.nextInt(2), rng);
        return ReferenceGroup.of(summaries, new double[0][], known ? labels : new int[0]);
    }

    private static double pValue(List<ReferenceGroup> groups, double[] summary) {
        return groups.stream()
                .mapToDouble(group -> group.compare(summary, new double[0], statistic -> "")
                        .surprise()
                        .pValue())
                .max()
                .orElseThrow();
    }

    @Test
    void whatIsBetweenTheModelsIsUnlikeEach() {
        double[] between = {0, 0};
        assertTrue(pValue(groups(EACH, true, new Seed(1)), between) < 0.01);
        assertTrue(pValue(groups(EACH, false, new Seed(1)), between) > 0.5, "all together surround it");
        assertTrue(pValue(groups(EACH, true, new Seed(1)), new double[] {-5, 0}) > 0.01);
        assertTrue(pValue(groups(EACH, true, new Seed(1)), new double[] {5, 0}) > 0.01);
    }

    /** Of 20 references 500 data sets of each model: 1 % of each, within five standard errors of .0019. */
    @Test
    void eachModelHasTheFalseAlarmRate() {
        for (int model = 0; model < 2; model++) {
            int alarms = 0;
            for (int r = 0; r < 20; r++) {
                List<ReferenceGroup> groups = groups(EACH, true, new Seed(r));
                RandomGenerator rng = new Seed(r).child("new").stream(model);
                for (int k = 0; k < 500; k++) if (pValue(groups, around(model, rng)) <= 0.01) alarms++;
            }
            assertEquals(0.01, alarms / 10_000.0, 5 * 0.0019);
            assertTrue(alarms > 0);
        }
    }

    @Test
    void smallGroupsAreOne() {
        assertEquals(1, groups(30, true, new Seed(1)).size());
        assertEquals(2, groups(100, true, new Seed(1)).size());
        assertEquals(0.01, groups(EACH, true, new Seed(1)).getFirst().falseAlarmRate());
        double few = groups(60, true, new Seed(1)).getFirst().falseAlarmRate();
        assertTrue(few > 1.0 / 50 && few < 1.0 / 20, "about 30 show how far data usually are: " + few);
    }
}
