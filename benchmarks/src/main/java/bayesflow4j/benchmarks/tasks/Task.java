package bayesflow4j.benchmarks.tasks;

import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.Posterior;
import bayesflow4j.random.Seed;
import java.util.List;

/** p(θ) p(x | θ) with ten observations, the exact p(θ | x) to draw from, and the accuracies that others have published. */
public interface Task {
    /** How many observations a task has. */
    int OBSERVATIONS = 10;

    /** p(θ) p(x | θ), of kind VECTOR. */
    GenerativeModel model();

    /** The exact p(θ | x). */
    Posterior posterior(Observations x);

    /** What others have reached. */
    Published published();

    /** The name of the model. */
    default String name() {
        return model().name();
    }

    /** The ten observations, simulated at draws from the prior by a fixed seed. */
    default List<Observations> observations() {
        return model().batch(new Seed(2021).child("observations"), 0, OBSERVATIONS)
                .observations();
    }

    /** x ↦ p(θ | x), the exact posterior as an estimator. */
    default Estimator exact() {
        return Estimator.of("exact", model(), this::posterior);
    }
}
