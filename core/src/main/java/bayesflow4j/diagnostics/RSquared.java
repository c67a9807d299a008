package bayesflow4j.diagnostics;

/** R² = 1 − Σ(E[θ | xₖ] − θₖ)² / Σ(θₖ − mean θ)²: the fraction of the truths' variance that posterior means explain. */
public record RSquared() implements Metric {
    @Override
    public String name() {
        return "r2";
    }

    @Override
    public double[] of(Recovery recovery) {
        double[] values = new double[recovery.parameters().size()];
        for (int j = 0; j < values.length; j++) {
            Sample truth = new Sample(recovery.truth(j));
            values[j] = 1 - Sample.squaredError(recovery.means(j), truth.values()) / truth.squares();
        }
        return values;
    }
}
