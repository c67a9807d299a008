package bayesflow4j.experiments;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.diagnostics.Metrics;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CalibrationNotesTest {
    private static final String METRIC = "calibrationError";

    /** A method with these calibration errors of r and σ, each ± .01, and the paper's for both. */
    private static Section section(String method, double r, double sigma, Double paper) {
        Metrics metrics = new Metrics(List.of("r", "sigma"), 500, 1000, Map.of())
                .with(METRIC, "r", new Estimate(r, 0.01))
                .with(METRIC, "sigma", new Estimate(sigma, 0.01));
        Reference reference = paper == null
                ? Reference.NONE
                : new Reference(Map.of(), Map.of(METRIC, Map.of("r", paper, "sigma", paper)), Map.of());
        return new Section(method, "T=500", metrics, reference);
    }

    @Test
    void whereBayesFlowIsTheBestNothingIsExplained() {
        assertEquals(
                List.of(
                        "No method has a smaller calibration error than BayesFlow, by more than one standard error of the"
                                + " difference, for any parameter."),
                CalibrationNotes.of(
                        List.of(section("BayesFlow", 0.02, 0.02, null), section("cVAE", 0.01, 0.03, null))));
    }

    /** 1.4 standard errors of the difference, and then 2.8. */
    @Test
    void aDifferenceIsChanceUntilItExceedsTwoStandardErrors() {
        Section ours = section("BayesFlow", 0.05, 0.02, null);
        String larger = "The calibration error is smaller than BayesFlow's, by more than one standard error of the"
                + " difference, with cVAE for r (%s ± 0.01 against 0.0500 ± 0.01, %s standard errors). Of 2 comparisons of"
                + " methods that are equally well calibrated, chance makes about 0 look like that; ";
        assertEquals(
                larger.formatted("0.0300", "1.4")
                        + "no difference exceeds two standard errors, so chance explains them.",
                CalibrationNotes.of(List.of(ours, section("cVAE", 0.03, 0.02, null)))
                        .getFirst());
        assertEquals(
                larger.formatted("0.0100", "2.8")
                        + "chance does not explain the differences of more than two standard errors: cVAE for r. There"
                        + " BayesFlow is not the best calibrated.",
                CalibrationNotes.of(List.of(ours, section("cVAE", 0.01, 0.02, null)))
                        .getFirst());
    }

    /** Of means over two parameters: ± .0071, so that .03 from BayesFlow's is three standard errors of the difference. */
    @Test
    void itSaysWhetherThePapersRankingHolds() {
        Section ours = section("BayesFlow", 0.02, 0.02, 0.03);
        Section forest = section("ABC-RF", 0.5, 0.5, null);
        assertEquals(
                "By the mean calibration error over all parameters, the paper ranks BayesFlow (0.0300), cVAE (0.200); here"
                        + " the order is BayesFlow (0.0200 ± 0.007), cVAE (0.0500 ± 0.007). The paper's ranking of BayesFlow"
                        + " before cVAE holds, by more than two standard errors of each difference.",
                CalibrationNotes.of(List.of(ours, section("cVAE", 0.05, 0.05, 0.2), forest))
                        .getLast());
        assertEquals(
                "By the mean calibration error over all parameters, the paper ranks BayesFlow (0.0300), ABC-NN (0.100), cVAE"
                        + " (0.200); here the order is cVAE (0.0150 ± 0.007), BayesFlow (0.0200 ± 0.007), ABC-NN (0.0500 ±"
                        + " 0.007). The paper's ranking does not hold: correctly implemented, cVAE is not worse calibrated than"
                        + " BayesFlow by more than two standard errors of the difference; only ABC-NN still so.",
                CalibrationNotes.of(List.of(ours, section("cVAE", 0.01, 0.02, 0.2), section("ABC-NN", 0.05, 0.05, 0.1)))
                        .getLast());
    }
}
