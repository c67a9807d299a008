package bayesflow4j.training;

import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.head.variational.VariationalHead;
import bayesflow4j.model.GenerativeModel;

/** A conditional variational autoencoder with a Gaussian decoder whose variances are learned. */
public final class VariationalMethod implements NeuralMethod {
    @Override
    public String name() {
        return "cvae";
    }

    @Override
    public String description() {
        return "conditional variational autoencoder; its density is an estimate by importance sampling";
    }

    @Override
    public boolean knowsDensity() {
        return true;
    }

    @Override
    public String reference() {
        return "Sohn et al. (2015)";
    }

    @Override
    public NetworkDesign design(GenerativeModel model) {
        return NetworkDesign.of(model).withHead(VariationalHead.DEFAULT);
    }
}
