package bayesflow4j.diagnostics;

import java.util.Arrays;

/** The fraction of truths inside the central interval of the given level; for exact posteriors it equals the level. */
public record Coverage(double level) implements Metric {
    /** Checks that the level is a probability. */
    public Coverage {
        if (!(level > 0 && level <= 1))
            throw new IllegalArgumentException("level: expected more than 0 and at most 1, got " + level);
    }

    /** "coverage90" for a level of 0.9. */
    @Override
    public String name() {
        return "coverage" + Math.round(100 * level);
    }

    @Override
    public double[] of(Recovery recovery) {
        double[] values = new double[recovery.parameters().size()];
        for (int j = 0; j < values.length; j++) values[j] = of(recovery.levels(j), level);
        return values;
    }

    /** The fraction of the levels [K] that are at most {@code level}. */
    static double of(double[] levels, double level) {
        return (double) Arrays.stream(levels).filter(a -> a <= level + ROUNDING).count() / levels.length;
    }

    /** Counts a truth at the end of an interval as inside, however its position was rounded. */
    private static final double ROUNDING = 1e-12;
}
