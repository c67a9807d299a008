package bayesflow4j.hypotheses;

import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Summarized;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * p(M₁ | x) … p(M_J | x) for one data set x, and the Bayes factors p(x | Mᵢ) / p(x | Mⱼ), as several classifiers estimate them.
 * Estimates are means over the classifiers on the scale of logarithms. The square of a standard error is the variance of one
 * classifier, not of the mean, since classifiers learn from the same simulations, plus the mean square of the changes that refits on
 * other simulations make to their own classifiers, which show errors that all classifiers share.
 */
public final class ModelProbabilities implements Summarized {
    private final List<String> models;
    private final List<Double> prior;
    private final double[][] logEvidence;
    private final double[][][] refitted;
    private final double[] summary;

    /**
     * What some classifiers say about a data set.
     *
     * @param models their names [J]
     * @param prior their probabilities [J]
     * @param logEvidence log p(x | Mⱼ) [E][J] by each of E classifiers, up to a constant of the classifier's own
     * @param refitted the same by refits of each classifier [E][R][J], R ≥ 0
     * @param summary s(x) [S]
     */
    public ModelProbabilities(
            List<String> models, List<Double> prior, double[][] logEvidence, double[][][] refitted, double[] summary) {
        this.models = List.copyOf(models);
        this.prior = Hypotheses.normalized(prior, models.size());
        this.logEvidence = rows("logEvidence", logEvidence);
        this.refitted =
                Arrays.stream(refitted).map(own -> rows("refitted", own)).toArray(double[][][]::new);
        this.summary = summary.clone();
        if (logEvidence.length == 0)
            throw new IllegalArgumentException("logEvidence: expected at least one row, got none");
        if (refitted.length != logEvidence.length)
            throw new IllegalArgumentException("refitted: expected refits of each of " + logEvidence.length
                    + " classifiers, got those of " + refitted.length);
    }

    private double[][] rows(String what, double[][] rows) {
        for (double[] row : rows)
            if (row.length != models.size())
                throw new IllegalArgumentException(
                        what + ": expected rows of " + models.size() + " numbers, got " + row.length);
        return Arrays.stream(rows).map(double[]::clone).toArray(double[][]::new);
    }

    /** The names of the models [J]. */
    public List<String> models() {
        return models;
    }

    /** p(M₁ | x) … p(M_J | x), which sum to 1. */
    public double[] probabilities() {
        double[] mean = new double[models.size()];
        for (double[] row : logEvidence) {
            double[] centered = centered(row);
            for (int j = 0; j < mean.length; j++) mean[j] += centered[j] / logEvidence.length;
        }
        return posterior(mean);
    }

    /** Each row has a constant of its own, which must not reach a mean over rows. */
    private static double[] centered(double[] row) {
        double mean = Arrays.stream(row).sum() / row.length;
        return Arrays.stream(row).map(v -> v - mean).toArray();
    }

    private double[] posterior(double[] logEvidence) {
        double[] p = new double[logEvidence.length];
        for (int j = 0; j < p.length; j++) p[j] = logEvidence[j] + Math.log(prior.get(j));
        double largest = Arrays.stream(p).max().orElseThrow();
        double sum = 0;
        for (int j = 0; j < p.length; j++) sum += p[j] = Math.exp(p[j] - largest);
        for (int j = 0; j < p.length; j++) p[j] /= sum;
        return p;
    }

    /** Standard errors of the probabilities [J]; NaN with a single classifier. */
    public double[] standardErrors() {
        return IntStream.range(0, models.size())
                .mapToDouble(j -> standardError(row -> posterior(row)[j]))
                .toArray();
    }

    /** Of an estimate, from what each classifier and each refit says. */
    private double standardError(ToDoubleFunction<double[]> by) {
        double[] values = Arrays.stream(logEvidence).mapToDouble(by).toArray();
        double squares = values.length * Math.pow(Estimate.ofMean(values).se(), 2);
        double changes = IntStream.range(0, values.length)
                .boxed()
                .flatMapToDouble(e ->
                        Arrays.stream(refitted[e]).mapToDouble(row -> Math.pow(by.applyAsDouble(row) - values[e], 2)))
                .average()
                .orElse(0);
        return Math.sqrt(squares + changes);
    }

    /** log (p(x | Mᵢ) / p(x | Mⱼ)), the natural logarithm of the Bayes factor, with its standard error. */
    public Estimate logBayesFactor(int i, int j) {
        ToDoubleFunction<double[]> by = row -> row[i] - row[j];
        double mean = Arrays.stream(logEvidence).mapToDouble(by).average().orElseThrow();
        return new Estimate(mean, standardError(by));
    }

    /** The logarithm to base 10 of the Bayes factor of model i against model j, with its standard error. */
    public Estimate log10BayesFactor(int i, int j) {
        Estimate natural = logBayesFactor(i, j);
        return new Estimate(natural.mean() / Math.log(10), natural.se() / Math.log(10));
    }

    /** The index of the most probable model. */
    public int best() {
        return IndicatorPrior.index(probabilities());
    }

    /** The same for models with prior probabilities in these proportions [J]. */
    public ModelProbabilities withPrior(List<Double> weights) {
        return new ModelProbabilities(models, weights, logEvidence, refitted, summary);
    }

    @Override
    public double[] summary() {
        return summary.clone();
    }

    /** Draws of the model's indicator: 1 for the model drawn, otherwise 0. */
    @Override
    public Draws sample(int count, Seed seed) {
        if (count < 1) throw new IllegalArgumentException("count: expected at least 1, got " + count);
        IndicatorPrior posterior = new IndicatorPrior(
                models, Arrays.stream(probabilities()).boxed().toList());
        RandomGenerator rng = seed.stream(0);
        double[][] rows = new double[count][];
        for (int l = 0; l < count; l++) rows[l] = posterior.sample(rng);
        return Draws.of(models, rows);
    }
}
