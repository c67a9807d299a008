package bayesflow4j.training;

import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.head.matching.MatchingHead;
import bayesflow4j.model.GenerativeModel;

/** Flow matching: an unconstrained network learns the velocity that carries a normal distribution to the posterior. */
public final class MatchingMethod implements NeuralMethod {
    @Override
    public String name() {
        return "flow-matching";
    }

    @Override
    public String description() {
        return "a velocity field learned by regression; draws solve a differential equation";
    }

    @Override
    public boolean knowsDensity() {
        return true;
    }

    @Override
    public String reference() {
        return "Wildberger et al. (2023), flow matching posterior estimation";
    }

    @Override
    public NetworkDesign design(GenerativeModel model) {
        return NetworkDesign.of(model).withHead(MatchingHead.DEFAULT);
    }
}
