package bayesflow4j.model;

import bayesflow4j.model.distribution.Support;
import java.util.List;
import java.util.random.RandomGenerator;

/** One value of θ, for simulations at given parameters; everything but the draws is that of a prior. */
record PointPrior(Prior prior, double[] theta) implements Prior {
    PointPrior {
        if (theta.length != prior.dimension())
            throw new IllegalArgumentException(
                    "theta: expected " + prior.dimension() + " parameters, got " + theta.length);
        theta = theta.clone();
    }

    @Override
    public double[] sample(RandomGenerator rng) {
        return theta.clone();
    }

    @Override
    public double logDensity(double[] other) {
        return prior.logDensity(other);
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
    public Support support(int index, double[] other) {
        return prior.support(index, other);
    }
}
