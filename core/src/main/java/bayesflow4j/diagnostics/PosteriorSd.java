package bayesflow4j.diagnostics;

/** sd[θ | xₖ], averaged over the data sets: the width of the posteriors in the parameter's own unit. */
public record PosteriorSd() implements Metric {
    @Override
    public String name() {
        return "posteriorSd";
    }

    @Override
    public double[] of(Recovery recovery) {
        double[] values = new double[recovery.parameters().size()];
        for (int j = 0; j < values.length; j++) values[j] = new Sample(recovery.sds(j)).mean();
        return values;
    }
}
