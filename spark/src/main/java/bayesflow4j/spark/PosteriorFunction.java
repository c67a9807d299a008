package bayesflow4j.spark;

import bayesflow4j.check.Likeness;
import bayesflow4j.inference.Inference;
import bayesflow4j.inference.PosteriorSummary;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Posterior;
import bayesflow4j.posterior.Schema;
import bayesflow4j.random.Seed;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * (k, x) ↦ p(θ | x) as a function that travels to executors: L draws, which depend on the seed and k only, or what they say. It may
 * be used in any function that Spark runs.
 */
public final class PosteriorFunction implements Serializable {
    private final SharedEstimator estimator;
    private final int draws;
    private final Seed seed;

    PosteriorFunction(SharedEstimator estimator, int draws, Seed seed) {
        this.estimator = estimator;
        this.draws = draws;
        this.seed = seed;
    }

    /**
     * The posterior of a data set in a few numbers.
     *
     * @param parameters by name
     * @param distance of the data from those of training; NaN where the estimator cannot tell
     * @param pValue of the test that they are alike; NaN where the estimator cannot tell
     * @param unlike whether the test says that they are not
     */
    public record Summary(Map<String, PosteriorSummary> parameters, double distance, double pValue, boolean unlike) {}

    /** What data sets must be like. */
    public Schema schema() {
        return estimator.loaded().estimator().schema();
    }

    /** Why a data set cannot be used, if it cannot. */
    public Optional<String> fault(Observations x) {
        return schema().fault(x);
    }

    /** The draws for data set number k: the same as those of {@code bayesflow infer}. */
    public Draws draws(long k, Observations x) {
        return draws(k, given(x));
    }

    /** What the draws for data set number k say, and whether the data are like those of training. */
    public Summary summary(long k, Observations x) {
        Posterior posterior = given(x);
        Likeness likeness = estimator.loaded().reference().likeness(List.of(x), List.of(posterior));
        Map<String, PosteriorSummary> parameters = PosteriorSummary.of(draws(k, posterior));
        return likeness.available()
                ? new Summary(
                        parameters,
                        likeness.each().getFirst().distance(),
                        likeness.each().getFirst().pValue(),
                        likeness.isUnlike(0))
                : new Summary(parameters, Double.NaN, Double.NaN, false);
    }

    private Posterior given(Observations x) {
        schema().require(x);
        return estimator.loaded().estimator().given(x);
    }

    private Draws draws(long k, Posterior posterior) {
        return Inference.draws(posterior, k, draws, seed);
    }
}
