package bayesflow4j.amortized;

import bayesflow4j.head.categorical.CategoricalHead;
import bayesflow4j.head.categorical.Refit;
import bayesflow4j.storage.ModelPrior;
import java.util.List;

/**
 * What training leaves of the models of a comparison, whatever their prior probabilities.
 *
 * @param classifiers an amortized posterior of the model's indicator [J] with a categorical head
 * @param refits coefficients of the features of each classifier by some refits [E][R][J][P], see {@link Refit}
 * @param labels the index of the model of each reference data set [n]; none in files of earlier versions
 * @param shares of the models among the simulations that the classifiers were trained on [J]
 * @param priors of the models' parameters, where they can be written
 */
record LearnedEvidence(
        AmortizedPosterior classifiers,
        double[][][][] refits,
        int[] labels,
        List<Double> shares,
        List<ModelPrior> priors) {
    /** Makes the shares sum to 1, and refuses classifiers without a categorical head. */
    LearnedEvidence {
        if (!(classifiers.design().head() instanceof CategoricalHead))
            throw new IllegalArgumentException("classifiers: expected a categorical head, got "
                    + classifiers.design().head().kind());
        shares = normalized("shares", shares, models(classifiers));
        priors = List.copyOf(priors);
    }

    private static int models(AmortizedPosterior classifiers) {
        return classifiers.schema().parameters().size();
    }

    /** J. */
    int models() {
        return models(classifiers);
    }

    static List<Double> normalized(String what, List<Double> weights, int models) {
        double sum = weights.stream().mapToDouble(w -> w).sum();
        if (weights.size() != models || !weights.stream().allMatch(w -> w > 0 && w < Double.POSITIVE_INFINITY))
            throw new IllegalArgumentException(
                    what + ": expected " + models + " positive numbers, one for each model, got " + weights);
        return weights.stream().map(w -> w / sum).toList();
    }
}
