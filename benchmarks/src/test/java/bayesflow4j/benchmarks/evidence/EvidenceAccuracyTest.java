package bayesflow4j.benchmarks.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bayesflow4j.diagnostics.Estimate;
import java.util.List;
import org.junit.jupiter.api.Test;

class EvidenceAccuracyTest {
    private static final EvidenceAccuracy KNOWN = new EvidenceAccuracy(
            List.of(0.0, 4.0, -4.0, -5.0),
            List.of(new Estimate(1, 1), new Estimate(3, 1), new Estimate(-3, 1), new Estimate(2, 1)));

    /** Bayes factors of 1 learned as 10, of 10⁴ as 10³ for and against, and of 10⁻⁵ as 100. */
    @Test
    void errorsOfProbabilities() {
        double expected = (10 / 11.0 - 0.5 + 2 * (1 / 1001.0 - 1 / 10_001.0) + 100 / 101.0 - 1 / 100_001.0) / 4;
        assertEquals(expected, KNOWN.meanAbsoluteErrorOfProbability().mean(), 1e-12);
    }

    @Test
    void smallProbabilitiesAreThoseOfTheImprobableModel() {
        EvidenceAccuracy.Improbable small = KNOWN.below(0.001);
        assertEquals(3, small.dataSets());
        assertEquals(1 / 10_001.0, small.exact(), 1e-12);
        assertEquals(1 / 1001.0, small.learned(), 1e-12);
        assertEquals(0, KNOWN.below(1e-9).dataSets());
        assertEquals(Double.NaN, KNOWN.below(1e-9).learned());
    }
}
