package bayesflow4j.report;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.hypotheses.ModelProbabilities;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ComparisonFiguresTest {
    private static List<ModelProbabilities> of(int models) {
        double[][] evidence = {
            new double[models], IntStream.range(0, models).asDoubleStream().toArray()
        };
        return List.of(new ModelProbabilities(
                IntStream.range(0, models).mapToObj(j -> "model " + j).toList(),
                IntStream.range(0, models).mapToObj(j -> 1.0).toList(),
                evidence,
                new double[2][0][],
                new double[0]));
    }

    /** Six models are 15 pairs, of which nine have a panel. */
    @Test
    void captionsSayWhatIsLeftOut() {
        String six = ComparisonFigures.bayesFactors(of(6), List.of("one")).reading();
        assertTrue(six.contains("the first 9 of 15 pairs of models. All are in bayes-factors.csv."), six);
        String many = ComparisonFigures.probabilities(of(20), List.of("one")).reading();
        assertTrue(many.contains("the first 12 of 20 models. All are in probabilities.csv."), many);
        assertFalse(
                ComparisonFigures.bayesFactors(of(3), List.of("one")).reading().contains("Shown are"));
    }
}
