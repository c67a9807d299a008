package bayesflow4j.training;

import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.head.autoregressive.AutoregressiveHead;
import bayesflow4j.model.GenerativeModel;

/** A masked autoregressive flow. */
public final class AutoregressiveMethod implements NeuralMethod {
    @Override
    public String name() {
        return "maf";
    }

    @Override
    public String description() {
        return "masked autoregressive flow: fast densities, draws in as many passes as there are parameters";
    }

    @Override
    public boolean knowsDensity() {
        return true;
    }

    @Override
    public String reference() {
        return "Papamakarios et al. (2017)";
    }

    @Override
    public NetworkDesign design(GenerativeModel model) {
        return NetworkDesign.of(model).withHead(AutoregressiveHead.DEFAULT);
    }
}
