package bayesflow4j.models;

import bayesflow4j.model.Parameter;
import bayesflow4j.model.Prior;
import bayesflow4j.model.distribution.Support;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** A mixture of normals as p(θ), with parameters {@code name1}, {@code name2}, … */
record MixturePrior(Clusters mixture, String name, String text) implements Prior {
    @Override
    public List<Parameter> parameters() {
        return IntStream.rangeClosed(1, mixture.centers()[0].length)
                .mapToObj(i -> new Parameter(name + i, Support.REAL))
                .toList();
    }

    @Override
    public double[] sample(RandomGenerator rng) {
        return mixture.sample(rng);
    }

    @Override
    public double logDensity(double[] theta) {
        return mixture.logDensity(theta);
    }

    @Override
    public List<String> notation() {
        return Collections.nCopies(parameters().size(), text);
    }
}
