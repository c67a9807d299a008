package bayesflow4j.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.model.distribution.Distribution;
import bayesflow4j.random.Seed;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GapsTest {
    private static GenerativeModel model(Simulator simulator) {
        return GenerativeModel.of(
                "two",
                Prior.of("mu", Distribution.normal(0, 1)),
                simulator,
                ObservationCount.exactly(40),
                DataKind.SERIES,
                "a",
                "b");
    }

    private static GenerativeModel counting() {
        return model((theta, count, rng) -> {
            float[] x = new float[2 * count];
            for (int i = 0; i < x.length; i++) x[i] = i + 1;
            return new Observations(count, 2, x);
        });
    }

    /** 400 data sets of 80 values, half of them with another share: the mean share is known to a percent. */
    @ParameterizedTest
    @EnumSource
    void theShareIsTheOneAskedForAndTheRestIsUntouched(Gaps.Pattern pattern) {
        double missing = 0;
        for (Batch batch : counting().withGaps(new Gaps(0, 0.4, pattern)).batches(new Seed(3), 400, 8)) {
            for (Observations x : batch.observations()) {
                missing += x.missing() / 80.0 / 400;
                assertTrue(x.missing() < 80);
                for (int i = 0; i < 80; i++)
                    assertTrue(Float.isNaN(x.values()[i]) || x.values()[i] == i + 1, "value " + i);
            }
        }
        // Blocks may overlap, which costs them a little.
        assertEquals(pattern == Gaps.Pattern.RANDOM ? 0.2 : 0.18, missing, 0.025);
    }

    @Test
    void blocksAreWholeRowsInAtMostThreeRuns() {
        for (Batch batch :
                counting().withGaps(new Gaps(0.3, 0.5, Gaps.Pattern.BLOCKS)).batches(new Seed(5), 100, 1)) {
            Observations x = batch.observations(0);
            int runs = 0;
            for (int n = 0; n < 40; n++) {
                assertEquals(Float.isNaN(x.at(n, 0)), Float.isNaN(x.at(n, 1)));
                if (Float.isNaN(x.at(n, 0)) && (n == 0 || !Float.isNaN(x.at(n - 1, 0)))) runs++;
            }
            assertTrue(runs >= 1 && runs <= 3, runs + " runs");
        }
    }

    @Test
    void batchesAreAFunctionOfTheSeedAndCovariatesHaveNoGaps() {
        Covariate dose = Covariate.ofValues("dose", 1, 2);
        GenerativeModel model = counting()
                .withCovariates(
                        List.of(dose), (theta, c, count, rng) -> new Observations(count, 2, new float[2 * count]))
                .withGaps(new Gaps(0.5, 0.5, Gaps.Pattern.RANDOM));
        Batch one = model.batch(new Seed(1), 3, 5);
        assertEquals(one.observations(), model.batch(new Seed(1), 3, 5).observations());
        for (Observations x : one.observations()) {
            assertTrue(x.missing() > 0);
            for (int n = 0; n < x.count(); n++) assertTrue(x.at(n, 2) == 1 || x.at(n, 2) == 2);
        }
        Observations complete =
                model.simulator().given(one.observations(0)).simulate(new double[] {0}, 40, new Seed(1).stream(0));
        assertEquals(0, complete.missing());
    }

    @Test
    void aSimulatorMayReturnMissingValuesOnlyWhereTheModelSaysSo() {
        Simulator first = (theta, count, rng) -> {
            float[] x = new float[2 * count];
            x[0] = Float.NaN;
            return new Observations(count, 2, x);
        };
        assertThrows(SimulationFailedException.class, () -> model(first).batch(new Seed(1), 0, 30));
        assertEquals(
                1,
                model(first)
                        .withMissing()
                        .batch(new Seed(1), 0, 3)
                        .observations(0)
                        .missing());
        Simulator infinite = (theta, count, rng) -> {
            float[] x = new float[2 * count];
            x[0] = Float.POSITIVE_INFINITY;
            return new Observations(count, 2, x);
        };
        assertThrows(
                SimulationFailedException.class,
                () -> model(infinite).withMissing().batch(new Seed(1), 0, 30));
        Simulator nothing = (theta, count, rng) -> {
            float[] x = new float[2 * count];
            java.util.Arrays.fill(x, Float.NaN);
            return new Observations(count, 2, x);
        };
        SimulationFailedException e = assertThrows(
                SimulationFailedException.class,
                () -> model(nothing).withMissing().batch(new Seed(1), 0, 30));
        assertTrue(e.getMessage().contains("only missing values"), e.getMessage());
    }

    @Test
    void impossibleSharesAreRefused() {
        for (double[] share : new double[][] {{-0.1, 0.5}, {0.5, 0.2}, {0, 1}, {Double.NaN, 0.5}})
            assertThrows(IllegalArgumentException.class, () -> new Gaps(share[0], share[1], Gaps.Pattern.RANDOM));
    }
}
