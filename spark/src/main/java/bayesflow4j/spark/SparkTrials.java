package bayesflow4j.spark;

import bayesflow4j.check.Trial;
import bayesflow4j.check.Trials;
import bayesflow4j.diagnostics.Resimulation;
import bayesflow4j.model.Failures;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Disagreement;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.random.Seed;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Trials by the executors of Spark. Each task computes some of them, one after the other. */
record SparkTrials(Tasks tasks, SharedModel model, SharedEstimator estimator) implements Trials {
    @Override
    public List<Trial> run(Round round) {
        Job job = new Job(model, estimator, round.count(), round.draws(), round.seed());
        return tasks.map(IntStream.range(0, round.dataSets()).boxed().toList(), job::run).stream()
                .map(Sent::trial)
                .toList();
    }

    /** What a task needs to know. */
    private record Job(SharedModel model, SharedEstimator estimator, ObservationCount count, int draws, Seed seed)
            implements Serializable {
        List<Sent> run(List<Integer> indices) {
            Estimator asked = estimator.loaded().estimator();
            return model.with(own -> {
                GenerativeModel counted = own.withCount(count);
                List<Sent> all = new ArrayList<>();
                for (int k : indices) all.add(Sent.of(Trial.of(counted, asked, draws, seed, k)));
                return all;
            });
        }
    }

    /** A trial that can travel. */
    private record Sent(double[] theta, Observations x, Failures failures, Draws draws, Map<String, Double> shares)
            implements Serializable {
        static Sent of(Trial trial) {
            Map<String, Double> shares =
                    trial.disagreement().map(Disagreement::shares).orElse(Map.of());
            return new Sent(trial.theta(), trial.x(), trial.failures(), trial.draws(), new LinkedHashMap<>(shares));
        }

        Trial trial() {
            return new Trial(
                    theta,
                    x,
                    failures,
                    draws,
                    shares.isEmpty() ? Optional.empty() : Optional.of(new Disagreement(shares)));
        }
    }

    /** A data set to simulate again. */
    private record Seen(int k, Observations x, double[] mean) implements Serializable {}

    @Override
    public double[] resimulationErrors(List<Observations> x, List<double[]> means, Seed seed) {
        List<Seen> all = IntStream.range(0, x.size())
                .mapToObj(k -> new Seen(k, x.get(k), means.get(k)))
                .toList();
        SharedModel own = model;
        List<Double> errors = tasks.map(all, some -> errors(own, some, seed));
        return errors.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static List<Double> errors(SharedModel model, List<Seen> some, Seed seed) {
        return model.with(own -> {
            Resimulation again = Resimulation.of(own, seed);
            return some.stream()
                    .map(seen -> again.error(seen.k, seen.x, seen.mean))
                    .toList();
        });
    }
}
