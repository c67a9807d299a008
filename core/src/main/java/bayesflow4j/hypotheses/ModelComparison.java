package bayesflow4j.hypotheses;

import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Referenced;
import java.util.List;

/**
 * x ↦ p(M₁ | x) … p(M_J | x) for every data set x that the models can make. As an estimator it infers the indicator of the model
 * [J]. Immutable and safe to share between threads.
 */
public interface ModelComparison extends Referenced {
    @Override
    ModelProbabilities given(Observations x);

    /** The names of the models [J]. */
    default List<String> models() {
        return schema().parameterNames();
    }

    /** p(M₁) … p(M_J). */
    List<Double> prior();

    /** The same for models with prior probabilities in these proportions [J]; Bayes factors stay as they are. */
    ModelComparison withPrior(List<Double> weights);

    /** The probabilities for many data sets, on all cores. */
    default List<ModelProbabilities> given(List<Observations> dataSets) {
        return dataSets.parallelStream().map(this::given).toList();
    }
}
