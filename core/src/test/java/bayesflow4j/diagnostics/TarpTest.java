package bayesflow4j.diagnostics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Fixed seeds; an exact posterior gives a p-value below 0.01 at one seed of a hundred. */
class TarpTest {
    private final UniformityTest test = UniformityTest.of(1000, 100);

    @Test
    void exactPosteriorsPassAndWrongOnesFail() {
        assertTrue(pValue(ConjugateToy.EXACT) > 0.01);
        assertTrue(pValue(ConjugateToy.NARROW) < 1e-4);
        assertTrue(pValue(ConjugateToy.WIDE) < 1e-4);
        assertTrue(pValue(ConjugateToy.SHIFTED) < 1e-4);
    }

    private double pValue(ConjugateToy.Claim claim) {
        return pValue(ConjugateToy.recovery(1000, 100, new Seed(21), claim));
    }

    private double pValue(Recovery recovery) {
        return test.pValue(Tarp.ranks(recovery, new Seed(4)).resolved(new Seed(5)));
    }

    /** Both margins are exact, the correlation is missing: only a test of the joint posterior can see it. */
    @Test
    void aMissingCorrelationIsCaughtThoughAllMarginsAreRight() {
        List<Draws> draws = new ArrayList<>();
        double[][] truth = new double[1000][];
        for (int k = 0; k < 1000; k++) {
            RandomGenerator rng = new Seed(6).stream(k);
            truth[k] = correlated(rng);
            double[][] rows = new double[100][];
            for (int l = 0; l < rows.length; l++) rows[l] = new double[] {rng.nextGaussian(), rng.nextGaussian()};
            draws.add(Draws.of(ConjugateToy.PARAMETERS, rows));
        }
        Recovery recovery = Recovery.of(ConjugateToy.PARAMETERS, truth, draws);
        for (int j = 0; j < 2; j++) assertTrue(test.pValue(recovery.ranks(j).resolved(new Seed(5))) > 0.01);
        assertTrue(pValue(recovery) < 1e-3);
    }

    private static double[] correlated(RandomGenerator rng) {
        double shared = rng.nextGaussian();
        return new double[] {shared, 0.98 * shared + Math.sqrt(1 - 0.98 * 0.98) * rng.nextGaussian()};
    }

    @Test
    void theSameSeedGivesTheSameRanks() {
        Recovery recovery = ConjugateToy.recovery(50, 20, new Seed(1), ConjugateToy.EXACT);
        assertArrayEquals(
                Tarp.ranks(recovery, new Seed(4)).below(),
                Tarp.ranks(recovery, new Seed(4)).below());
    }
}
