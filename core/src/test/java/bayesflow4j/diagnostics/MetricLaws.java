package bayesflow4j.diagnostics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What holds for every metric; a new one adds a subclass. Numbers are at seed 11, 400 data sets, 200 draws. */
abstract class MetricLaws {
    static final Recovery EXACT = toy(ConjugateToy.EXACT);
    static final Recovery NARROW = toy(ConjugateToy.NARROW);
    static final Recovery WIDE = toy(ConjugateToy.WIDE);
    static final Recovery SHIFTED = toy(ConjugateToy.SHIFTED);
    static final Recovery PRIOR = toy(ConjugateToy.PRIOR);

    private static Recovery toy(ConjugateToy.Claim claim) {
        return ConjugateToy.recovery(400, 200, new Seed(11), claim);
    }

    abstract Metric metric();

    /** What the exact posterior must give for both parameters, within {@link #tolerance}. */
    abstract double exact();

    abstract double tolerance();

    /** Wrong posteriors that the metric must tell from the exact one by more than three tolerances. */
    abstract List<Recovery> told();

    /** The metric for parameters that are given in units a thousand times smaller. */
    Metric inOtherUnit() {
        return metric();
    }

    /** The factor that a change of unit by 1000 multiplies the metric with. */
    double unit() {
        return 1;
    }

    @Test
    void exactPosteriorsGiveTheExpectedValue() {
        for (double value : metric().of(EXACT)) assertTrue(Math.abs(value - exact()) < tolerance(), "got " + value);
    }

    @Test
    void wrongPosteriorsAreToldApart() {
        assertTrue(!told().isEmpty());
        for (Recovery wrong : told())
            for (double value : metric().of(wrong))
                assertTrue(Math.abs(value - exact()) > 3 * tolerance(), metric().name() + " got " + value);
    }

    @Test
    void theOrderOfDataSetsDoesNotMatter() {
        int[] reversed = IntStream.range(0, 400).map(k -> 399 - k).toArray();
        assertArrayEquals(metric().of(EXACT), metric().of(EXACT.at(reversed)), 1e-12);
    }

    @Test
    void unitsDoNotMatter() {
        double[] expected = metric().of(NARROW);
        double[] actual = inOtherUnit().of(rescaled(NARROW));
        for (int j = 0; j < expected.length; j++) expected[j] *= unit();
        assertArrayEquals(expected, actual, 1e-8 * unit());
    }

    private static Recovery rescaled(Recovery recovery) {
        double[][] truth = new double[recovery.dataSets()][2];
        List<Draws> draws = new ArrayList<>();
        for (int k = 0; k < truth.length; k++) {
            double[][] rows = new double[recovery.drawsPerDataSet()][2];
            for (int j = 0; j < 2; j++) {
                truth[k][j] = 1000 * recovery.truth(j)[k] + 5;
                for (int l = 0; l < rows.length; l++)
                    rows[l][j] = 1000 * recovery.draws(k).value(l, j) + 5;
            }
            draws.add(Draws.of(recovery.parameters(), rows));
        }
        return Recovery.of(recovery.parameters(), truth, draws);
    }
}
