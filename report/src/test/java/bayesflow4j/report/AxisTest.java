package bayesflow4j.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.model.Prior;
import bayesflow4j.posterior.Derived;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AxisTest {
    private static final List<Axis> AXES =
            Axis.of(Prior.parse(List.of("r", "K"), List.of("uniform(0.05, 1)", "log-uniform(50, 5000)")));

    private static List<String> labels(double from, double to) {
        Axis axis = AXES.get(1);
        return axis.ticks(axis.at(from), axis.at(to)).stream()
                .map(Axis.Tick::label)
                .toList();
    }

    @Test
    void logarithmicAxesHaveRoundLabelsAtEveryZoom() {
        assertEquals(List.of("100", "300", "1000", "3000"), labels(50, 5000));
        assertEquals(List.of("0.001", "0.01", "0.1", "1", "10"), labels(0.001, 20));
        assertEquals(List.of("250", "300", "350"), labels(230, 360));
        assertEquals(List.of("20", "50", "100", "200"), labels(15, 300));
        assertEquals(List.of(), AXES.get(0).ticks(0, 1));
    }

    /** Twice a log-uniform capacity is as unreadable on a linear axis as the capacity itself. */
    @Test
    void derivedQuantitiesOfManyMagnitudesAreLogarithmic() {
        List<String> names = List.of("r", "K");
        Prior prior = Prior.parse(names, List.of("uniform(0.05, 1)", "log-uniform(10, 10000)"));
        Map<String, String> formulas = new LinkedHashMap<>();
        formulas.put("double", "2 * K");
        formulas.put("halflife", "log(2) / r");
        formulas.put("difference", "K - 100");
        assertEquals(
                List.of(false, true, true, false, false),
                Axis.of(prior, Derived.of(names, formulas)).stream()
                        .map(Axis::logarithmic)
                        .toList());
    }

    /** A kernel estimate of 20 000 draws has a relative deviation of about 2 %: flat, not half as high at its ends. */
    @Test
    void aUniformSampleIsFlatUpToItsBounds() {
        RandomGenerator rng = new Seed(1).stream(0);
        double[] draws = IntStream.range(0, 20_000)
                .mapToDouble(i -> rng.nextDouble(0.05, 1))
                .toArray();
        SmoothDensity smooth = SmoothDensity.of(draws, 0.05, 1);
        double[] inner = Arrays.copyOfRange(smooth.density(), 1, smooth.density().length - 1);
        assertEquals(1 / 0.95, Arrays.stream(inner).min().orElseThrow(), 0.12);
        assertEquals(1 / 0.95, Arrays.stream(inner).max().orElseThrow(), 0.12);
        assertEquals(0.05, smooth.at()[0]);
        assertEquals(1, smooth.at()[smooth.at().length - 1]);
    }

    @Test
    void densitiesIntegrateToOne() {
        RandomGenerator rng = new Seed(2).stream(0);
        double[] draws =
                IntStream.range(0, 2000).mapToDouble(i -> rng.nextExponential()).toArray();
        for (double low : new double[] {0, Double.NEGATIVE_INFINITY}) {
            SmoothDensity smooth = SmoothDensity.of(draws, low, Double.POSITIVE_INFINITY);
            double sum = 0;
            for (int i = 1; i < smooth.at().length; i++)
                sum += (smooth.at()[i] - smooth.at()[i - 1]) * (smooth.density()[i] + smooth.density()[i - 1]) / 2;
            assertEquals(1, sum, 0.02);
        }
        SmoothDensity single = SmoothDensity.of(new double[] {3, 3, 3}, 0, 10);
        assertTrue(Arrays.stream(single.density()).allMatch(Double::isFinite));
    }
}
