package bayesflow4j.diagnostics;

import java.util.Arrays;

/**
 * 1 − Var[θ | xₖ] / Var[θ], averaged over the data sets: 0 when the data tell nothing about the parameter, 1 when they tell
 * everything.
 */
public final class Contraction implements Metric {
    private final double[] priorSd;

    private Contraction(double[] priorSd) {
        this.priorSd = priorSd;
    }

    /** With the prior's own standard deviations [D]. */
    public static Contraction ofPrior(double[] priorSd) {
        for (double sd : priorSd)
            if (!(sd > 0)) throw new IllegalArgumentException("priorSd: expected positive numbers, got " + sd);
        return new Contraction(priorSd.clone());
    }

    /** With the standard deviations of the true values, which estimate the prior's when the truths were drawn from it. */
    public static Contraction empirical() {
        return new Contraction(new double[0]);
    }

    @Override
    public String name() {
        return "contraction";
    }

    @Override
    public double[] of(Recovery recovery) {
        double[] values = new double[recovery.parameters().size()];
        for (int j = 0; j < values.length; j++) values[j] = new Sample(perDataSet(recovery, j)).mean();
        return values;
    }

    /** Contraction of parameter {@code j} in each data set [K]. */
    public double[] perDataSet(Recovery recovery, int j) {
        if (priorSd.length > 0 && priorSd.length != recovery.parameters().size())
            throw new IllegalArgumentException("priorSd: expected "
                    + recovery.parameters().size() + " numbers, one per parameter, got " + priorSd.length);
        double variance = priorSd.length > 0 ? priorSd[j] * priorSd[j] : new Sample(recovery.truth(j)).variance();
        return Arrays.stream(recovery.sds(j)).map(sd -> 1 - sd * sd / variance).toArray();
    }
}
