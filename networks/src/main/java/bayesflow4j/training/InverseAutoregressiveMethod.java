package bayesflow4j.training;

import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.head.variational.InverseAutoregressiveHead;
import bayesflow4j.model.GenerativeModel;

/** A conditional variational autoencoder with an inverse autoregressive flow on its encoder. */
public final class InverseAutoregressiveMethod implements NeuralMethod {
    @Override
    public String name() {
        return "cvae-iaf";
    }

    @Override
    public String description() {
        return "conditional variational autoencoder with a flow on its encoder; its density is an estimate by importance sampling";
    }

    @Override
    public boolean knowsDensity() {
        return true;
    }

    @Override
    public String reference() {
        return "Kingma et al. (2016)";
    }

    @Override
    public NetworkDesign design(GenerativeModel model) {
        return NetworkDesign.of(model).withHead(InverseAutoregressiveHead.DEFAULT);
    }
}
