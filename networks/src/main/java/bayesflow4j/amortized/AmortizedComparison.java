package bayesflow4j.amortized;

import bayesflow4j.hypotheses.Hypotheses;
import bayesflow4j.hypotheses.ModelComparison;
import bayesflow4j.hypotheses.ModelProbabilities;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.posterior.Schema;
import bayesflow4j.posterior.Summarized;
import bayesflow4j.storage.ModelPrior;
import java.util.List;

/**
 * x ↦ p(M₁ | x) … p(M_J | x), learned once from simulations of all models by an ensemble of classifiers: {@code given(x)} costs
 * milliseconds. The classifiers learn log p(x | Mⱼ) + log share of model j among the simulations; taking the shares off leaves
 * Bayes factors, to which any prior can be added later.
 */
public final class AmortizedComparison implements ModelComparison {
    private final LearnedEvidence learned;
    private final List<Double> prior;

    /** @param prior probabilities of the models, up to a factor [J] */
    AmortizedComparison(LearnedEvidence learned, List<Double> prior) {
        this.learned = learned;
        this.prior = LearnedEvidence.normalized("prior", prior, learned.models());
    }

    /**
     * The comparison by trained classifiers, which are refitted to held-out data sets.
     *
     * @param hypotheses the models, with their prior probabilities
     * @param classifiers an amortized posterior of the model's indicator [J] with a categorical head
     * @param labels the index of the model of each {@linkplain AmortizedPosterior#referenceSummaries reference} data set
     * @param shares of the models among the simulations that the classifiers were trained on [J]
     * @param refitting how the classifiers are refitted
     */
    public static AmortizedComparison of(
            Hypotheses hypotheses,
            AmortizedPosterior classifiers,
            int[] labels,
            List<Double> shares,
            Refitting refitting) {
        return new AmortizedComparison(
                new LearnedEvidence(
                        classifiers,
                        refitting.of(classifiers, labels),
                        labels.clone(),
                        shares,
                        ModelPrior.of(hypotheses.models())),
                hypotheses.prior());
    }

    @Override
    public ModelProbabilities given(Observations x) {
        Summarized summarized = learned.classifiers().given(x);
        double[] summary = summarized.summary();
        double[][] logEvidence = learned.classifiers().logits(summary);
        for (double[] row : logEvidence)
            for (int j = 0; j < row.length; j++)
                row[j] -= Math.log(learned.shares().get(j));
        return new ModelProbabilities(models(), prior, logEvidence, refitted(logEvidence, summary), summary);
    }

    /** Log evidence by the refits of each classifier [E][R][J]. */
    private double[][][] refitted(double[][] logEvidence, double[] summary) {
        double[][][] features = learned.classifiers().features(summary);
        double[][][][] refits = learned.refits();
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
        return new AmortizedComparison(learned, weights);
    }

    @Override
    public Schema schema() {
        return learned.classifiers().schema();
    }

    @Override
    public Provenance provenance() {
        return learned.classifiers().provenance();
    }

    @Override
    public double[][] referenceSummaries() {
        return learned.classifiers().referenceSummaries();
    }

    /** The model of each reference data set. */
    @Override
    public int[] referenceGroups() {
        return learned.labels().clone();
    }

    /** The classifiers and their summary networks, as a posterior of the model's indicator. */
    public AmortizedPosterior classifiers() {
        return learned.classifiers();
    }

    LearnedEvidence learned() {
        return learned;
    }
}
