package bayesflow4j.diagnostics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.numbers.gamma.RegularizedBeta;

/**
 * How well normal scores [K] can be predicted from statistics of the data [K][Q]: the fraction of variance that a linear
 * regression explains, and its F-test. Under exact posteriors the scores are standard normal and independent of the data; a
 * posterior that ignores the data leaves them predictable, although its ranks are uniform.
 */
record Predictability(double explained, double pValue) {
    /** A column is dropped if the columns before it explain all but this fraction of it. */
    private static final double COLLINEAR = 1e-8;

    /** At least this many data sets per regressor; more regressors would leave too few degrees of freedom. */
    private static final int DATA_SETS_PER_REGRESSOR = 5;

    static Predictability of(double[] scores, List<double[]> statistics) {
        double[] residual = centered(scores);
        double total = dot(residual, residual);
        List<double[]> basis = new ArrayList<>();
        for (double[] statistic : statistics) {
            if (basis.size() >= scores.length / DATA_SETS_PER_REGRESSOR) break;
            double[] direction = centered(normalRanks(statistic));
            double length = dot(direction, direction);
            // Twice: one pass leaves rounding errors where columns are nearly collinear.
            for (int pass = 0; pass < 2; pass++)
                for (double[] unit : basis) subtract(direction, unit, dot(direction, unit));
            double rest = dot(direction, direction);
            if (!(rest > COLLINEAR * length) || length == 0) continue;
            for (int k = 0; k < direction.length; k++) direction[k] /= Math.sqrt(rest);
            basis.add(direction);
            subtract(residual, direction, dot(residual, direction));
        }
        if (basis.isEmpty() || total == 0) return new Predictability(0, 1);
        double left = Math.clamp(dot(residual, residual) / total, 0, 1);
        int freedom = scores.length - basis.size() - 1;
        return new Predictability(1 - left, RegularizedBeta.value(left, freedom / 2.0, basis.size() / 2.0));
    }

    /** Φ⁻¹ of the ranks, ties at their middle, so that outliers and scales do not matter. */
    private static double[] normalRanks(double[] values) {
        int n = values.length;
        Integer[] order = IntStream.range(0, n).boxed().toArray(Integer[]::new);
        Arrays.sort(order, Comparator.comparingDouble(i -> values[i]));
        double[] ranks = new double[n];
        for (int from = 0; from < n; ) {
            int to = from;
            while (to < n && values[order[to]] == values[order[from]]) to++;
            double score = StandardNormal.quantile((from + to) / (2.0 * n));
            for (int i = from; i < to; i++) ranks[order[i]] = score;
            from = to;
        }
        return ranks;
    }

    private static double[] centered(double[] values) {
        double mean = new Sample(values).mean();
        return Arrays.stream(values).map(v -> v - mean).toArray();
    }

    private static void subtract(double[] from, double[] unit, double amount) {
        for (int k = 0; k < from.length; k++) from[k] -= amount * unit[k];
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int k = 0; k < a.length; k++) sum += a[k] * b[k];
        return sum;
    }
}
