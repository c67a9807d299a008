package bayesflow4j.models.levy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class FlightsTest {
    private static Course course(double alpha, int mostSteps) {
        return new Course(0.7, 1.5, alpha, Math.pow(0.001, 1 / alpha) / Math.sqrt(2), mostSteps);
    }

    private static float[] drifts(int count) {
        float[] drift = new float[count];
        for (int i = 0; i < count; i++) drift[i] = (i % 13 - 6) * 0.001f;
        return drift;
    }

    @Test
    void lanesAndPlainLoopsGiveTheSameBits() {
        for (double alpha : new double[] {1, 1.001, 1.3, 1.5, 1.999, 2})
            for (int mostSteps : new int[] {1, 31, 32, 33, 500, 5000})
                for (int count : new int[] {0, 1, 7, 8, 203})
                    assertArrayEquals(
                            new PlainFlights().passages(5, drifts(count), course(alpha, mostSteps)),
                            new VectorFlights().passages(5, drifts(count), course(alpha, mostSteps)),
                            "alpha " + alpha + ", at most " + mostSteps + " steps, " + count + " flights");
    }

    /** So neither the width of a vector nor the order in which lanes are refilled can show. */
    @Test
    void aFlightDoesNotDependOnTheOthers() {
        int[] many = new VectorFlights().passages(6, drifts(1000), course(1.7, 5000));
        int[] few = new VectorFlights().passages(6, drifts(3), course(1.7, 5000));
        assertArrayEquals(Arrays.copyOf(many, 3), few);
    }

    /** Recorded when it was written: a change would change every result of every user. */
    @Test
    void flightsStayWhatTheyAre() {
        assertArrayEquals(GOLDEN, Flights.fastest().passages(1, drifts(8), course(1.5, 5000)));
    }

    private static final int[] GOLDEN = {-181, -188, -153, -204, -289, -347, 617, 196};

    @Test
    void lanesAreUsedWhereTheyExist() {
        assertInstanceOf(VectorFlights.class, Flights.fastest());
    }

    @Test
    void impossibleCoursesAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new Course(0, 1, 1.5, 1, 10));
        assertThrows(IllegalArgumentException.class, () -> new Course(1, 1, 1.5, 1, 10));
        assertThrows(IllegalArgumentException.class, () -> new Course(0.5, 1, 1.5, 0, 10));
        assertThrows(IllegalArgumentException.class, () -> new Course(0.5, 1, 1.5, 1, 0));
        assertThrows(
                IllegalArgumentException.class,
                () -> new PlainFlights().passages(1, drifts(1), new Course(0.5, 1, 2.5, 1, 10)));
    }
}
