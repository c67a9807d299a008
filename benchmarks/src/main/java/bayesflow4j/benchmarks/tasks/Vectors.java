package bayesflow4j.benchmarks.tasks;

import bayesflow4j.model.ChainPrior;
import bayesflow4j.model.Column;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.model.Scaling;
import bayesflow4j.model.distribution.Distribution;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Generative models whose data set is one vector, as all tasks have. */
final class Vectors {
    private static final String REFERENCE = "Lueckmann et al. (2021)";

    private Vectors() {}

    /** x [d] given θ. */
    @FunctionalInterface
    interface VectorSimulator {
        double[] simulate(double[] theta, RandomGenerator rng);
    }

    static GenerativeModel model(String name, Prior prior, List<Column> columns, VectorSimulator simulator) {
        return new GenerativeModel(
                name,
                prior,
                (theta, count, rng) -> Observations.ofVector(simulator.simulate(theta, rng)),
                ObservationCount.exactly(1),
                DataKind.VECTOR,
                columns,
                REFERENCE);
    }

    /** θ₁ … θ_D, independent and alike. */
    static Prior alike(String name, int dimension, Distribution each) {
        ChainPrior prior = Prior.of(name + 1, each);
        for (int i = 2; i <= dimension; i++) prior = prior.and(name + i, each);
        return prior;
    }

    /** Columns x1 … xd. */
    static List<Column> columns(String name, int width, Scaling scaling) {
        return IntStream.rangeClosed(1, width)
                .mapToObj(i -> new Column(name + i, scaling))
                .toList();
    }
}
