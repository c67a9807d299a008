package bayesflow4j.experiments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.diagnostics.Metrics;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GoalTest {
    private static Goal goal(String metric, double mean, double se, double bound) {
        return new Goal("BayesFlow", "T=500", metric, "r", new Estimate(mean, se), bound);
    }

    @Test
    void withinOneStandardErrorCounts() {
        assertTrue(goal("nrmse", 0.043, 0.002, 0.041).isMet());
        assertFalse(goal("nrmse", 0.0431, 0.002, 0.041).isMet());
        assertTrue(goal("r2", 0.978, 0.002, 0.980).isMet());
        assertFalse(goal("r2", 0.9779, 0.002, 0.980).isMet());
    }

    @Test
    void everyNumberOfThePaperThatCanBeBetterIsAGoal() {
        Metrics metrics = new Metrics(List.of("r"), 500, 1000, Map.of())
                .with("nrmse", "r", new Estimate(0.05, 0.001))
                .with("calibrationError", "rho", new Estimate(0.05, 0.001))
                .with("posteriorSd", "r", new Estimate(3, 0.1))
                .with("nrmse", "u", new Estimate(0.29, 0.01));
        Section section = new Section(
                "BayesFlow", "T=500, Table 1", metrics, Reference.of("ricker", "T=500, Table 1", "BayesFlow"));
        List<Goal> goals = Goal.of(List.of(section));
        assertEquals(List.of(0.041, 0.02), goals.stream().map(Goal::bound).toList());
        assertEquals(
                "Calibration error of rho by BayesFlow at T=500, Table 1: 0.0500 ± 0.001, expected at most 0.0200",
                Tables.sentence(goals.getLast()));
    }

    /** The paper's numbers beside ours that are no goals: those of u, and of other methods all but NRMSE and R². */
    @Test
    void eachMethodHasItsOwnColumnOfThePaper() {
        Reference reference = Reference.of("ricker", "T=500, Table 1", "ABC-NN");
        assertEquals(0.053, reference.goal("nrmse", "r").orElseThrow());
        assertEquals(0.966, reference.goal("r2", "r").orElseThrow());
        assertEquals(0.291, reference.paper("nrmse", "u").orElseThrow());
        assertTrue(reference.goal("nrmse", "u").isEmpty());
        assertEquals(0.283, reference.paper("calibrationError", "rho").orElseThrow());
        assertEquals(0.06, reference.goal("calibrationError", "rho").orElseThrow());
        assertTrue(reference.goal("resimulationError", "all").isEmpty());
    }

    @Test
    void whatThePaperDoesNotTellIsNoGoal() {
        assertTrue(Reference.of("regression", "N=50").paper().isEmpty());
        assertTrue(Reference.hours("regression").isEmpty());
        assertEquals(23.2, Reference.hours("lfm").orElseThrow());
    }
}
