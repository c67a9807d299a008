package bayesflow4j.spark;

import bayesflow4j.model.DataKind;
import bayesflow4j.model.Domain;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.model.Simulator;
import bayesflow4j.model.distribution.Distribution;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.Posterior;
import bayesflow4j.storage.EstimatorFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** μ ~ N(0, 1), x₁ … x_N ~ N(μ, 1) with its exact posterior, both of which pass a {@link Turnstile}. */
public final class NormalMean implements Simulator {
    /** Another name than those of the catalog: the model is found by its file. */
    static final GenerativeModel MODEL = GenerativeModel.of(
            "normal-mean",
            Prior.of("mu", Distribution.normal(0, 1)),
            new NormalMean(),
            ObservationCount.between(3, 6),
            DataKind.SET,
            "x");

    static final Estimator ESTIMATOR = Estimator.of("exact", MODEL, NormalMean::posterior);

    @Override
    public Observations simulate(double[] theta, int count, RandomGenerator rng) {
        Turnstile.pass();
        double[] x = new double[count];
        for (int n = 0; n < count; n++) x[n] = theta[0] + rng.nextGaussian();
        return Observations.of(x);
    }

    private static Posterior posterior(Observations x) {
        Turnstile.pass();
        double sum = 0;
        for (float value : x.values()) sum += value;
        double mean = sum / (x.count() + 1);
        double sd = 1 / Math.sqrt(x.count() + 1);
        return (count, seed) -> {
            RandomGenerator rng = seed.stream(0);
            double[] draws = new double[count];
            for (int l = 0; l < count; l++) draws[l] = mean + sd * rng.nextGaussian();
            return Draws.of(List.of("mu"), draws);
        };
    }

    /** Writes the model as a file whose simulator is this class. */
    static Path modelFile(Path directory) throws IOException {
        return Files.writeString(directory.resolve("normal.yaml"), """
                name: normal-mean
                parameters: {mu: "normal(0, 1)"}
                data: {kind: set, columns: [x], observations: 3..6}
                simulator: {java: {class: bayesflow4j.spark.NormalMean}}
                """);
    }

    /** The estimator as a file without content. */
    public static final class Format implements EstimatorFormat {
        @Override
        public String name() {
            return "normal-mean";
        }

        @Override
        public boolean writes(Estimator estimator) {
            return estimator == ESTIMATOR;
        }

        @Override
        public Content write(Estimator estimator) {
            return new Content(Map.of(), Map.of());
        }

        @Override
        public Estimator read(Content content, int format, Optional<Domain> domain) {
            return ESTIMATOR;
        }
    }
}
