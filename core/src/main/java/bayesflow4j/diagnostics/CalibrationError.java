package bayesflow4j.diagnostics;

/** The median over α = 0.01, 0.02, …, 1.00 of |coverage of the central α-interval − α|. */
public record CalibrationError() implements Metric {
    private static final int LEVELS = 100;

    @Override
    public String name() {
        return "calibrationError";
    }

    @Override
    public double[] of(Recovery recovery) {
        double[] values = new double[recovery.parameters().size()];
        for (int j = 0; j < values.length; j++) values[j] = of(recovery.levels(j));
        return values;
    }

    static double of(double[] levels) {
        double[] deviations = new double[LEVELS];
        for (int i = 0; i < LEVELS; i++) {
            double level = (i + 1.0) / LEVELS;
            deviations[i] = Math.abs(Coverage.of(levels, level) - level);
        }
        return new Sample(deviations).median();
    }
}
