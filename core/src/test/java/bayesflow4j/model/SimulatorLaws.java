package bayesflow4j.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.random.Seed;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

/** What every generative model promises. A subclass says which model. */
public abstract class SimulatorLaws {
    private static final Seed SEED = new Seed(12);

    protected abstract GenerativeModel model();

    /** Whether data have noise of their own, beyond that of θ. */
    protected boolean isNoisy() {
        return true;
    }

    @Test
    void dataHaveTheShapeThatWasAskedForAndAreFinite() {
        GenerativeModel model = model();
        for (int count : new int[] {model.count().least(), model.count().most()})
            for (int k = 0; k < 5; k++) {
                double[] theta = model.prior().sample(SEED.stream(k));
                Observations x = model.simulator().simulate(theta, count, SEED.child("data").stream(k));
                assertEquals(count, x.count());
                assertEquals(model.width(), x.width());
                for (float value : x.values()) assertTrue(Float.isFinite(value));
            }
    }

    @Test
    void theSameStreamGivesTheSameData() {
        GenerativeModel model = model();
        double[] theta = model.prior().sample(SEED.stream(0));
        int count = model.count().least();
        Observations once = model.simulator().simulate(theta.clone(), count, SEED.stream(1));
        assertEquals(once, model.simulator().simulate(theta.clone(), count, SEED.stream(1)));
    }

    @Test
    void anotherStreamGivesOtherData() {
        GenerativeModel model = model();
        boolean differs = false;
        for (int k = 0; k < 10; k++) {
            double[] theta = model.prior().sample(SEED.stream(k));
            int count = model.count().least();
            Observations once = model.simulator().simulate(theta.clone(), count, SEED.child("one").stream(k));
            differs |= !once.equals(model.simulator().simulate(theta.clone(), count, SEED.child("two").stream(k)));
        }
        assertEquals(isNoisy(), differs);
    }

    @Test
    void theParametersMatter() {
        GenerativeModel model = model();
        int count = model.count().least();
        boolean differs = false;
        for (int k = 0; k < 10; k++) {
            Observations one = model.simulator().simulate(model.prior().sample(SEED.stream(k)), count, SEED.stream(99));
            Observations two =
                    model.simulator().simulate(model.prior().sample(SEED.stream(k + 10)), count, SEED.stream(99));
            differs |= !one.equals(two);
        }
        assertTrue(differs, "ten pairs of parameters gave the same data");
    }

    @Test
    void aBatchIsTheSameOnAnyNumberOfThreads() {
        GenerativeModel model = model();
        Batch alone = model.batch(SEED, 3, 9);
        for (int threads : new int[] {1, 2, 5}) {
            try (ForkJoinPool pool = new ForkJoinPool(threads)) {
                assertSame(alone, model.batch(SEED, 3, 9, pool));
            }
        }
        Batch other = model.batch(SEED, 4, 9);
        assertNotEquals(alone.theta()[0][0], other.theta()[0][0]);
    }

    @Test
    void aLargerBatchBeginsWithTheSmallerOne() {
        GenerativeModel model = model();
        Batch large = model.batch(SEED, 5, 7);
        Batch small = model.batch(SEED, 5, 3);
        for (int m = 0; m < 3; m++) {
            assertArrayEquals(small.theta()[m], large.theta()[m]);
            assertEquals(small.observations(m), large.observations(m));
        }
    }

    private static void assertSame(Batch expected, Batch actual) {
        assertEquals(expected.count(), actual.count());
        assertArrayEquals(expected.x(), actual.x());
        for (int m = 0; m < expected.size(); m++) assertArrayEquals(expected.theta()[m], actual.theta()[m]);
        assertEquals(expected.failures().count(), actual.failures().count());
    }
}
