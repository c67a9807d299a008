package bayesflow4j.amortized;

import bayesflow4j.head.categorical.CategoricalHead;
import bayesflow4j.head.categorical.Refit;
import bayesflow4j.hypotheses.ModelComparison;
import bayesflow4j.hypotheses.ModelProbabilities;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.posterior.Schema;
import bayesflow4j.posterior.Summarized;
import java.util.List;

/**
 * x ↦ p(M₁ | x) … p(M_J | x), learned once from simulations of all models by an ensemble of classifiers: {@code given(x)} costs
 * milliseconds. The classifiers learn log p(x | Mⱼ) + log share of model j among the simulations; taking the shares off leaves
 * Bayes factors, to which any prior can be added later.
 */
public final class AmortizedComparison implements ModelComparison {
    private final AmortizedPosterior classifiers;
    private final List<Double> shares;
    private final List<Double> prior;
    private final double[][][][] refits;
    private final int[] labels;

    /**
     * The comparison by trained classifiers.
     *
     * @param classifiers an amortized posterior of the model's indicator [J] with a categorical head
     * @param refits coefficients of the features of each classifier by some refits [E][R][J][P], see {@link Refit}
     * @param labels the index of the model of each reference data set [n]; none in files of earlier versions
     * @param shares of the models among the simulations that it was trained on [J]
     * @param prior probabilities of the models, up to a factor [J]
     */
    AmortizedComparison(
            AmortizedPosterior classifiers,
            double[][][][] refits,
            int[] labels,
            List<Double> shares,
            List<Double> prior) {
        if (!(classifiers.design().head() instanceof CategoricalHead))
            throw new IllegalArgumentException("classifiers: expected a categorical head, got "
                    + classifiers.design().head().kind());
        int models = classifiers.schema().parameters().size();
        this.classifiers = classifiers;
        this.refits = refits;
        this.labels = labels.clone();
        this.shares = normalized("shares", shares, models);
        this.prior = normalized("prior", prior, models);
    }

    /**
     * The comparison by trained classifiers, which are refitted to held-out data sets.
     *
     * @param labels the index of the model of each {@linkplain AmortizedPosterior#referenceSummaries reference} data set
     * @param refitting how the classifiers are refitted
     */
    public static AmortizedComparison of(
            AmortizedPosterior classifiers,
            int[] labels,
            List<Double> shares,
            List<Double> prior,
            Refitting refitting) {
        return new AmortizedComparison(classifiers, refitting.of(classifiers, labels), labels, shares, prior);
    }

    private static List<Double> normalized(String what, List<Double> weights, int models) {
        double sum = weights.stream().mapToDouble(w -> w).sum();
        if (weights.size() != models || !weights.stream().allMatch(w -> w > 0 && w < Double.POSITIVE_INFINITY))
            throw new IllegalArgumentException(
                    what + ": expected " + models + " positive numbers, one for each model, got " + weights);
        return weights.stream().map(w -> w / sum).toList();
    }

    @Override
    public ModelProbabilities given(Observations x) {
        Summarized summarized = classifiers.given(x);
        double[] summary = summarized.summary();
        double[][] logEvidence = classifiers.logits(summary);
        for (double[] row : logEvidence) for (int j = 0; j < row.length; j++) row[j] -= Math.log(shares.get(j));
        return new ModelProbabilities(models(), prior, logEvidence, refitted(logEvidence, summary), summary);
    }

    /** Log evidence by the refits of each classifier [E][R][J]. */
    private double[][][] refitted(double[][] logEvidence, double[] summary) {
        double[][][] features = classifiers.features(summary);
        double[][][] refitted = new double[refits.length][][];
        for (int e = 0; e < refits.length; e++) {
            refitted[e] = new double[refits[e].length][];
            for (int r = 0; r < refits[e].length; r++) {
                double[][] coefficients = refits[e][r];
                double[] row = refitted[e][r] = logEvidence[e].clone();
                for (int j = 0; j < row.length; j++)
                    for (int p = 0; p < coefficients[j].length; p++) row[j] += coefficients[j][p] * features[e][j][p];
            }
        }
        return refitted;
    }

    @Override
    public List<Double> prior() {
        return prior;
    }

    @Override
    public AmortizedComparison withPrior(List<Double> weights) {
        return new AmortizedComparison(classifiers, refits, labels, shares, weights);
    }

    @Override
    public Schema schema() {
        return classifiers.schema();
    }

    @Override
    public Provenance provenance() {
        return classifiers.provenance();
    }

    @Override
    public double[][] referenceSummaries() {
        return classifiers.referenceSummaries();
    }

    /** The model of each reference data set. */
    @Override
    public int[] referenceGroups() {
        return labels.clone();
    }

    /** The classifiers and their summary networks, as a posterior of the model's indicator. */
    public AmortizedPosterior classifiers() {
        return classifiers;
    }

    double[][][][] refits() {
        return refits;
    }

    List<Double> shares() {
        return shares;
    }
}
