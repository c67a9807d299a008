package bayesflow4j.diagnostics;

import bayesflow4j.model.Prior;
import bayesflow4j.posterior.Derived;
import bayesflow4j.random.Seed;
import java.util.Arrays;

/**
 * 1 − Var[θ | xₖ] / Var[θ], averaged over the data sets: 0 if the data say nothing about the parameter, 1 if they determine
 * it.
 */
public final class Contraction implements Metric {
    /** Enough for a standard deviation to 0.7 %, and thus 1 − contraction to 1.4 %. */
    private static final int PRIOR_DRAWS = 10_000;

    private final double[] priorSd;

    private Contraction(double[] priorSd) {
        this.priorSd = priorSd;
    }

    /** The contraction relative to these prior standard deviations [D]. */
    public static Contraction ofPrior(double[] priorSd) {
        for (double sd : priorSd)
            if (!(sd > 0)) throw new IllegalArgumentException("priorSd: expected positive numbers, got " + sd);
        return new Contraction(priorSd.clone());
    }

    /**
     * The contraction relative to the standard deviations of 10 000 prior draws, of their logarithms where the prior is
     * {@link Prior#isLogarithmic logarithmic}: relative to a recovery with the same logarithms.
     */
    public static Contraction of(Prior prior, Seed seed) {
        return of(prior, Derived.none(), seed);
    }

    /** The same for the parameters and quantities that are derived from them, see {@link Derived#logarithmic}. */
    public static Contraction of(Prior prior, Derived derived, Seed seed) {
        boolean[] logarithmic = derived.logarithmic(prior);
        double[][] draws = new double[PRIOR_DRAWS][];
        for (int i = 0; i < draws.length; i++)
            draws[i] = Recovery.logarithms(derived.appended(prior.sample(seed.child("prior").stream(i))), logarithmic);
        double[] sd = new double[draws[0].length];
        for (int j = 0; j < sd.length; j++) {
            int column = j;
            sd[j] = new Sample(Arrays.stream(draws).mapToDouble(d -> d[column]).toArray()).sd();
        }
        return ofPrior(sd);
    }

    /**
     * The contraction relative to the standard deviations of the truths, which estimate those of the prior they were drawn
     * from.
     */
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
