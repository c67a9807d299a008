package bayesflow4j.training;

import static bayesflow4j.model.ObservationCount.between;
import static bayesflow4j.training.NormalMeans.MODELS;
import static bayesflow4j.training.NormalMeans.SHORT;
import static bayesflow4j.training.NormalMeans.dataSets;
import static bayesflow4j.training.NormalMeans.draw;
import static bayesflow4j.training.NormalMeans.exact;
import static bayesflow4j.training.NormalMeans.within;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.hypotheses.ModelComparison;
import bayesflow4j.method.Budget;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.model.Observations;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Comparisons of stored simulations. */
class ComparisonTablesTest {
    /** All classifiers learn the same rows by heart; held-out rows tell so. */
    @Test
    void standardErrorsOfTablesAreHonestToo() {
        List<SimulationTable> tables = List.of(
                SimulationTable.of(MODELS.models().get(0).batches(new Seed(5), 1000, 1)),
                SimulationTable.of(MODELS.models().get(1).batches(new Seed(6), 1000, 1)));
        ModelComparison comparison = ComparisonTrainer.train(MODELS, tables, SHORT.withBudget(new Budget.Steps(600)));
        double within = within(comparison, 0, 4);
        assertTrue(within >= 0.9, within + " within two standard errors");
    }

    /** Three times as many simulations of one model as of the other must not count as evidence. */
    @Test
    void sharesOfTablesAreTakenOff() {
        List<SimulationTable> tables = List.of(
                SimulationTable.of(MODELS.models().get(0).batches(new Seed(5), 900, 1)),
                SimulationTable.of(MODELS.models().get(1).batches(new Seed(6), 300, 1)));
        ModelComparison comparison = ComparisonTrainer.train(MODELS, tables, SHORT.withBudget(new Budget.Steps(300)));
        double bias = 0;
        int undecided = 0;
        for (Observations x : dataSets(300)) {
            if (Math.abs(exact(x)) > 1) continue;
            bias += comparison.given(x).log10BayesFactor(1, 0).mean() - exact(x);
            undecided++;
        }
        assertEquals(0, bias / undecided, 0.25, "log10 3 is 0.48");
    }

    /** A table of few rows and one of many: data sets that only one model has would be certainly its own. */
    @Test
    void onlyTheNumbersOfRowsThatAllTablesHaveAreLearned() {
        List<SimulationTable> tables = List.of(
                SimulationTable.of(
                        MODELS.models().get(0).withCount(between(5, 15)).batches(new Seed(5), 300, 1)),
                SimulationTable.of(
                        MODELS.models().get(1).withCount(between(10, 40)).batches(new Seed(6), 300, 1)));
        ModelComparison comparison = ComparisonTrainer.train(MODELS, tables, SHORT);
        assertEquals(between(10, 15), comparison.schema().count());
        Observations few = draw(0, 7, new Seed(1).stream(0));
        assertThrows(IllegalArgumentException.class, () -> comparison.given(few));
        ModelComparison same = ComparisonTrainer.train(
                MODELS, SHORT.withTable(MODELS.pooled(tables).table()));
        assertTrue(Arrays.equals(
                comparison.given(draw(0, 12, new Seed(1).stream(0))).probabilities(),
                same.given(draw(0, 12, new Seed(1).stream(0))).probabilities()));
    }
}
