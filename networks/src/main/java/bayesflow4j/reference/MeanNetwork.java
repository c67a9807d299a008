package bayesflow4j.reference;

import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.head.mixture.MeanHead;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.training.NeuralMethod;

/** x ↦ E[θ | x] on the unconstrained scale, by a network trained with squared error: the statistics of {@code abc-nn}. */
final class MeanNetwork implements NeuralMethod {
    @Override
    public String name() {
        return "mean";
    }

    @Override
    public String description() {
        return "posterior means";
    }

    @Override
    public boolean knowsDensity() {
        return false;
    }

    @Override
    public String reference() {
        return "Jiang et al. (2017)";
    }

    @Override
    public NetworkDesign design(GenerativeModel model) {
        return NetworkDesign.of(model).withHead(MeanHead.DEFAULT);
    }
}
