package bayesflow4j.experiments;

import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.posterior.Draws;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The standard deviation of draws from a posterior and its relative standard error.
 *
 * @param relativeError √((κ − 1) / 4n), where κ is the kurtosis and n the effective number of draws
 */
record Width(double sd, double relativeError) {
    /** Of parameter {@code j}. */
    static Width of(Draws draws, int j) {
        double[] values = draws.column(j);
        double mean = Arrays.stream(values).average().orElseThrow();
        double squares = 0;
        double fourths = 0;
        for (double value : values) {
            double square = (value - mean) * (value - mean);
            squares += square;
            fourths += square * square;
        }
        double kurtosis = fourths * values.length / (squares * squares);
        return new Width(draws.sd()[j], Math.sqrt((kurtosis - 1) / (4 * effective(draws))));
    }

    /**
     * (Σ c)² / Σ c², where c counts the equal draws: draws of weighted particles repeat those of large weight, and repeats tell
     * nothing new.
     */
    static double effective(Draws draws) {
        Map<List<Double>, Long> counts = new HashMap<>();
        for (double[] row : draws.rows())
            counts.merge(Arrays.stream(row).boxed().toList(), 1L, Long::sum);
        double squares =
                counts.values().stream().mapToDouble(c -> (double) c * c).sum();
        return (double) draws.count() * draws.count() / squares;
    }

    /** This over that of an independent posterior. */
    Estimate over(Width other) {
        double ratio = sd / other.sd;
        return new Estimate(ratio, ratio * Math.hypot(relativeError, other.relativeError));
    }
}
