package bayesflow4j.training;

import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.head.mixture.MixtureHead;
import bayesflow4j.model.GenerativeModel;

/**
 * Posteriors as independent normals on the unconstrained scale (DeepInference); {@code network: {head: {correlated: true}}} adds
 * correlations.
 */
public final class HeteroscedasticMethod implements NeuralMethod {
    @Override
    public String name() {
        return "heteroscedastic";
    }

    @Override
    public String description() {
        return "one normal distribution for each data set, its mean and standard deviations from a network";
    }

    @Override
    public boolean knowsDensity() {
        return true;
    }

    @Override
    public String reference() {
        return "Sheehan and Song (2016); Jiang et al. (2017)";
    }

    @Override
    public NetworkDesign design(GenerativeModel model) {
        return NetworkDesign.of(model).withHead(MixtureHead.normal(false));
    }
}
