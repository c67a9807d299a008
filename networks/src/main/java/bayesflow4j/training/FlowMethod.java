package bayesflow4j.training;

import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.model.GenerativeModel;

/** The paper's method: a summary network and a conditional invertible network, trained together. */
public final class FlowMethod implements NeuralMethod {
    @Override
    public String name() {
        return "flow";
    }

    @Override
    public String description() {
        return "summary network and conditional invertible network, trained once for all data sets";
    }

    @Override
    public boolean knowsDensity() {
        return true;
    }

    @Override
    public String reference() {
        return "Radev et al. (2020), BayesFlow";
    }

    @Override
    public NetworkDesign design(GenerativeModel model) {
        return NetworkDesign.of(model);
    }

    @Override
    public NetworkDesign design(GenerativeModel model, int stored) {
        return NetworkDesign.of(model, stored);
    }

    @Override
    public boolean usesSurrogates() {
        return true;
    }
}
