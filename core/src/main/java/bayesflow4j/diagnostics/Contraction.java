package bayesflow4j.diagnostics;

import bayesflow4j.model.Prior;
import bayesflow4j.random.Seed;
import java.util.Arrays;

/**
 * 1 − Var[θ | xₖ] / Var[θ], averaged over the data sets: 0 when the data tell nothing about the parameter, 1 when they tell
 * everything.
 */
public final class Contraction implements Metric {
    /** Their standard deviation is known to 0.7 %, the contraction of a parameter to 1.4 % of what is left. */
    private static final int PRIOR_DRAWS = 10_000;

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

    /** With standard deviations of 10 000 draws from the prior. */
    public static Contraction of(Prior prior, Seed seed) {
        double[][] draws = new double[PRIOR_DRAWS][];
        for (int i = 0; i < draws.length; i++) draws[i] = prior.sample(seed.child("prior").stream(i));
        double[] sd = new double[draws[0].length];
        for (int j = 0; j < sd.length; j++) {
            int column = j;
            sd[j] = new Sample(Arrays.stream(draws).mapToDouble(d -> d[column]).toArray()).sd();
        }
        return ofPrior(sd);
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
