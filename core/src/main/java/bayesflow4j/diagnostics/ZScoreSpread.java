package bayesflow4j.diagnostics;

/** The standard deviation of the z-scores: near 1 when exact, more when posteriors are too narrow, less when too wide. */
public record ZScoreSpread() implements Metric {
    @Override
    public String name() {
        return "zScoreSpread";
    }

    @Override
    public double[] of(Recovery recovery) {
        double[] values = new double[recovery.parameters().size()];
        for (int j = 0; j < values.length; j++) values[j] = new Sample(ZScore.perDataSet(recovery, j)).sd();
        return values;
    }
}
