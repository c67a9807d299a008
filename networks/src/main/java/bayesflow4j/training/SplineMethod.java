package bayesflow4j.training;

import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.model.GenerativeModel;

/** A neural spline flow, on the prior's quantiles where all parameters have bounded supports. */
public final class SplineMethod implements NeuralMethod {
    @Override
    public String name() {
        return "spline";
    }

    @Override
    public String description() {
        return "spline couplings, for sharp edges and many modes; on the prior's quantiles where it is bounded";
    }

    @Override
    public boolean knowsDensity() {
        return true;
    }

    @Override
    public String reference() {
        return "Durkan et al. (2019), neural spline flows";
    }

    @Override
    public NetworkDesign design(GenerativeModel model) {
        return NetworkDesign.of(model).withSplines(model.prior());
    }

    @Override
    public NetworkDesign design(GenerativeModel model, int stored) {
        return NetworkDesign.of(model, stored).withSplines(model.prior());
    }

    @Override
    public boolean usesSurrogates() {
        return true;
    }
}
