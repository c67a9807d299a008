package bayesflow4j.amortized;

import bayesflow4j.head.categorical.CategoricalHead;
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

    /**
     * The comparison by trained classifiers.
     *
     * @param classifiers an amortized posterior of the model's indicator [J] with a categorical head
     * @param shares of the models among the simulations that it was trained on [J]
     * @param prior probabilities of the models, up to a factor [J]
     */
    public AmortizedComparison(AmortizedPosterior classifiers, List<Double> shares, List<Double> prior) {
        if (!(classifiers.design().head() instanceof CategoricalHead))
            throw new IllegalArgumentException("classifiers: expected a categorical head, got "
                    + classifiers.design().head().kind());
        int models = classifiers.schema().parameters().size();
        this.classifiers = classifiers;
        this.shares = normalized("shares", shares, models);
        this.prior = normalized("prior", prior, models);
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
        return new ModelProbabilities(models(), prior, logEvidence, summary);
    }

    @Override
    public List<Double> prior() {
        return prior;
    }

    @Override
    public AmortizedComparison withPrior(List<Double> weights) {
        return new AmortizedComparison(classifiers, shares, weights);
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

    /** The classifiers and their summary networks, as a posterior of the model's indicator. */
    public AmortizedPosterior classifiers() {
        return classifiers;
    }

    List<Double> shares() {
        return shares;
    }
}
