package bayesflow4j.random;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntUnaryOperator;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/** Whether draws come from a distribution. Every check raises a false alarm once in a million. */
public final class Goodness {
    public static final double FALSE_ALARM = 1e-6;

    private Goodness() {}

    /** Kolmogorov and Smirnov's distance of a sample from a continuous distribution function. */
    public static void assertContinuous(String name, double[] sample, DoubleUnaryOperator cdf) {
        double[] sorted = sample.clone();
        Arrays.sort(sorted);
        double distance = 0;
        for (int i = 0; i < sorted.length; i++) {
            double p = cdf.applyAsDouble(sorted[i]);
            distance = Math.max(distance, Math.max(p - (double) i / sorted.length, (i + 1.0) / sorted.length - p));
        }
        double limit = Math.sqrt(Math.log(2 / FALSE_ALARM) / 2 / sorted.length);
        assertTrue(distance < limit, name + ": distance " + distance + ", limit " + limit);
    }

    /** The same between two samples, which may have ties (the check is then stricter on false alarms). */
    public static void assertSame(String name, double[] first, double[] second) {
        double[] a = first.clone();
        double[] b = second.clone();
        Arrays.sort(a);
        Arrays.sort(b);
        double distance = 0;
        int i = 0;
        int j = 0;
        while (i < a.length && j < b.length) {
            double value = Math.min(a[i], b[j]);
            while (i < a.length && a[i] == value) i++;
            while (j < b.length && b[j] == value) j++;
            distance = Math.max(distance, Math.abs((double) i / a.length - (double) j / b.length));
        }
        double limit = Math.sqrt(Math.log(2 / FALSE_ALARM) / 2 * (1.0 / a.length + 1.0 / b.length));
        assertTrue(distance < limit, name + ": distance " + distance + ", limit " + limit);
    }

    /** Pearson's χ² of draws from {@code least} on against probabilities, cells with few expected draws joined. */
    public static void assertDiscrete(
            String name, int draws, int least, int most, IntUnaryOperator draw, IntToDoubleFunction probability) {
        int[] seen = new int[most - least + 1];
        int outside = 0;
        for (int i = 0; i < draws; i++) {
            int k = draw.applyAsInt(i);
            if (k < least || k > most) outside++;
            else seen[k - least]++;
        }
        double statistic = 0;
        int cells = 0;
        double expected = 0;
        double observed = 0;
        double left = 1;
        for (int k = least; k <= most; k++) {
            expected += draws * probability.applyAsDouble(k);
            observed += seen[k - least];
            if (expected >= 20 && draws * left - expected >= 20) {
                statistic += (observed - expected) * (observed - expected) / expected;
                left -= expected / draws;
                cells++;
                expected = 0;
                observed = 0;
            }
        }
        expected = draws * left;
        observed += outside;
        if (cells == 0) {
            // A single cell: everything, or all but a handful, is one value.
            assertTrue(outside < 40, name + ": " + outside + " draws outside of " + least + " … " + most);
            return;
        }
        statistic += (observed - expected) * (observed - expected) / expected;
        double limit = ChiSquaredDistribution.of(cells).inverseSurvivalProbability(FALSE_ALARM);
        assertTrue(statistic < limit, name + ": χ² " + statistic + " on " + cells + " degrees, limit " + limit);
    }
}
