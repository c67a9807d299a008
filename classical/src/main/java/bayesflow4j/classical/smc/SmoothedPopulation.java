package bayesflow4j.classical.smc;

import bayesflow4j.model.Parameter;
import bayesflow4j.model.Prior;
import bayesflow4j.model.distribution.Support;
import java.util.List;
import java.util.random.RandomGenerator;

/** A population smoothed by its kernel, as a distribution on the domain of the prior. */
record SmoothedPopulation(Prior prior, Perturbation kernel) implements Prior {
    @Override
    public double[] sample(RandomGenerator rng) {
        return prior.fromReal(kernel.sample(rng));
    }

    @Override
    public double logDensity(double[] theta) {
        if (!prior.contains(theta)) return Double.NEGATIVE_INFINITY;
        return kernel.logDensity(prior.toReal(theta)) + prior.logSlope(theta);
    }

    @Override
    public List<String> notation() {
        return prior.notation();
    }

    @Override
    public List<Parameter> parameters() {
        return prior.parameters();
    }

    @Override
    public Support support(int index, double[] theta) {
        return prior.support(index, theta);
    }
}
