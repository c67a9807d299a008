package bayesflow4j.diagnostics;

/** √(mean of (E[θ | xₖ] − θₖ)²) / (max θₖ − min θₖ): the error of posterior means relative to the range of the truths. */
public record Nrmse() implements Metric {
    @Override
    public String name() {
        return "nrmse";
    }

    @Override
    public double[] of(Recovery recovery) {
        double[] values = new double[recovery.parameters().size()];
        for (int j = 0; j < values.length; j++) {
            Sample truth = new Sample(recovery.truth(j));
            double meanSquare = Sample.squaredError(recovery.means(j), truth.values()) / recovery.dataSets();
            values[j] = Math.sqrt(meanSquare) / truth.range();
        }
        return values;
    }
}
