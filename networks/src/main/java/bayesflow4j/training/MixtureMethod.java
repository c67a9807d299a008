package bayesflow4j.training;

import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.head.mixture.MixtureHead;
import bayesflow4j.model.GenerativeModel;

/** Posteriors as mixtures of normals on the unconstrained scale. */
public final class MixtureMethod implements NeuralMethod {
    @Override
    public String name() {
        return "mixture";
    }

    @Override
    public String description() {
        return "mixture of correlated normal distributions from a network";
    }

    @Override
    public boolean knowsDensity() {
        return true;
    }

    @Override
    public String reference() {
        return "Bishop (1994), mixture density networks";
    }

    @Override
    public NetworkDesign design(GenerativeModel model) {
        return NetworkDesign.of(model).withHead(MixtureHead.DEFAULT);
    }
}
