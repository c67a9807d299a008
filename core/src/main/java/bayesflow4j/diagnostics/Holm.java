package bayesflow4j.diagnostics;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Holm's correction: rejecting all hypotheses with an adjusted p-value of at most α keeps the family-wise error rate at α.
 */
public final class Holm {
    private Holm() {}

    /** Adjusted p-values, in the order of the given ones; valid under any dependence between the tests. */
    public static double[] adjusted(double[] pValues) {
        int n = pValues.length;
        int[] order = IntStream.range(0, n)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> pValues[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] adjusted = new double[n];
        double largest = 0;
        for (int i = 0; i < n; i++) {
            largest = Math.max(largest, Math.min(1, (n - i) * pValues[order[i]]));
            adjusted[order[i]] = largest;
        }
        return adjusted;
    }
}
