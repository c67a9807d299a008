package bayesflow4j.model;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * M pairs (θ, x) from the joint distribution, all with the same N.
 *
 * @param theta θ [M, D]
 * @param count N
 * @param width d
 * @param x the data sets one after the other [M, N, d]
 * @param failures the draws that failed and were replaced
 */
public record Batch(double[][] theta, int count, int width, float[] x, Failures failures) {
    public Batch {
        if ((long) theta.length * count * width != x.length)
            throw new IllegalArgumentException("batch: expected M × N × d values, got " + theta.length + " × " + count
                    + " × " + width + " and " + x.length);
    }

    /** M. */
    public int size() {
        return theta.length;
    }

    /** Data set m, a copy. */
    public Observations observations(int m) {
        int length = count * width;
        return new Observations(count, width, Arrays.copyOfRange(x, m * length, (m + 1) * length));
    }

    /** All data sets, copies. */
    public List<Observations> observations() {
        return IntStream.range(0, size()).mapToObj(this::observations).toList();
    }
}
