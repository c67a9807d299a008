package bayesflow4j.diagnostics;

/** (E[θ | xₖ] − θₖ) / sd[θ | xₖ], averaged over the data sets: the bias in posterior standard deviations, 0 when exact. */
public record ZScore() implements Metric {
    @Override
    public String name() {
        return "zScore";
    }

    @Override
    public double[] of(Recovery recovery) {
        double[] values = new double[recovery.parameters().size()];
        for (int j = 0; j < values.length; j++) values[j] = new Sample(perDataSet(recovery, j)).mean();
        return values;
    }

    /**
     * The z-score of parameter {@code j} in each data set [K]. Where all L draws are the same, it is 0 or, if the truth is another
     * value, ±√L: what one draw at the truth would make it.
     */
    public static double[] perDataSet(Recovery recovery, int j) {
        double[] z = recovery.means(j);
        double[] truth = recovery.truth(j);
        double[] sd = recovery.sds(j);
        double most = Math.sqrt(recovery.drawsPerDataSet());
        for (int k = 0; k < z.length; k++)
            z[k] = sd[k] > 0 ? (z[k] - truth[k]) / sd[k] : most * Math.signum(z[k] - truth[k]);
        return z;
    }
}
