package bayesflow4j.hypotheses;

import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Summarized;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * p(M₁ | x) … p(M_J | x) for one data set x, and the Bayes factors p(x | Mᵢ) / p(x | Mⱼ), as several classifiers estimate them.
 * Estimates are means over the classifiers on the scale of logarithms. Their standard error is the standard deviation of one
 * classifier, not of the mean: classifiers learn from the same simulations, so that their errors are alike in part.
 */
public final class ModelProbabilities implements Summarized {
    private final List<String> models;
    private final List<Double> prior;
    private final double[][] logEvidence;
    private final double[] summary;

    /**
     * What some classifiers say about a data set.
     *
     * @param models their names [J]
     * @param prior their probabilities [J]
     * @param logEvidence log p(x | Mⱼ) [E][J] by each of E classifiers, up to a constant of the classifier's own
     * @param summary s(x) [S]
     */
    public ModelProbabilities(List<String> models, List<Double> prior, double[][] logEvidence, double[] summary) {
        this.models = List.copyOf(models);
        this.prior = Hypotheses.normalized(prior, models.size());
        this.logEvidence = Arrays.stream(logEvidence).map(double[]::clone).toArray(double[][]::new);
        this.summary = summary.clone();
        if (logEvidence.length == 0)
            throw new IllegalArgumentException("logEvidence: expected at least one row, got none");
        for (double[] row : logEvidence)
            if (row.length != models.size())
                throw new IllegalArgumentException(
                        "logEvidence: expected rows of " + models.size() + " numbers, got " + row.length);
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
        double[][] members = Arrays.stream(logEvidence).map(this::posterior).toArray(double[][]::new);
        return IntStream.range(0, models.size())
                .mapToDouble(j ->
                        estimate(Arrays.stream(members).mapToDouble(p -> p[j])).se())
                .toArray();
    }

    private static Estimate estimate(DoubleStream byClassifier) {
        double[] values = byClassifier.toArray();
        Estimate mean = Estimate.ofMean(values);
        return new Estimate(mean.mean(), mean.se() * Math.sqrt(values.length));
    }

    /** log (p(x | Mᵢ) / p(x | Mⱼ)), the natural logarithm of the Bayes factor, with its standard error. */
    public Estimate logBayesFactor(int i, int j) {
        return estimate(Arrays.stream(logEvidence).mapToDouble(row -> row[i] - row[j]));
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
        return new ModelProbabilities(models, weights, logEvidence, summary);
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
