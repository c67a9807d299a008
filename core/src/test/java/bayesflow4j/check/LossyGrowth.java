package bayesflow4j.check;

import static bayesflow4j.model.distribution.Distribution.logUniform;
import static bayesflow4j.model.distribution.Distribution.uniform;

import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Logistic growth from 10 to K at rate r, of which each step is seen with a log-normal error of 0.3: the posterior on a grid, given
 * some steps only. Such posteriors are calibrated, and those of K are wide.
 */
final class LossyGrowth {
    static final int STEPS = 30;
    private static final double ERROR = 0.3;
    private static final int CAPACITIES = 300;
    private static final int RATES = 120;
    private static final double LOWEST = Math.log(100);
    private static final double WIDTH = Math.log(100) / CAPACITIES;
    private static final double RATE_WIDTH = 0.9 / RATES;

    static final GenerativeModel MODEL = GenerativeModel.of(
            "growth",
            Prior.of("K", logUniform(100, 10_000)).and("r", uniform(0.1, 1)),
            (theta, count, rng) -> {
                double[] x = new double[count];
                for (int t = 0; t < count; t++)
                    x[t] = logSize(Math.log(theta[0]), theta[1], t) + ERROR * rng.nextGaussian();
                return Observations.of(x);
            },
            ObservationCount.exactly(STEPS),
            DataKind.SERIES,
            "log_size");

    /** Logarithms of sizes [CAPACITIES · RATES][STEPS]. */
    private static final double[][] PATHS = paths();

    private LossyGrowth() {}

    private static double logSize(double logCapacity, double rate, int t) {
        return logCapacity - Math.log1p((Math.exp(logCapacity) / 10 - 1) * Math.exp(-rate * t));
    }

    private static double[][] paths() {
        double[][] paths = new double[CAPACITIES * RATES][STEPS];
        for (int cell = 0; cell < paths.length; cell++)
            for (int t = 0; t < STEPS; t++)
                paths[cell][t] =
                        logSize(LOWEST + (cell / RATES + 0.5) * WIDTH, 0.1 + (cell % RATES + 0.5) * RATE_WIDTH, t);
        return paths;
    }

    /** The posterior given the steps that are seen, as probabilities of cells. */
    private static double[] cells(Observations x, IntPredicate seen) {
        int[] steps = IntStream.range(0, STEPS).filter(seen).toArray();
        double[] weights = new double[PATHS.length];
        for (int cell = 0; cell < weights.length; cell++) {
            double squares = 0;
            for (int t : steps) squares += Math.pow(x.at(t, 0) - PATHS[cell][t], 2);
            weights[cell] = -squares / (2 * ERROR * ERROR);
        }
        double most = Arrays.stream(weights).max().orElseThrow();
        for (int cell = 0; cell < weights.length; cell++) weights[cell] = Math.exp(weights[cell] - most);
        double sum = Arrays.stream(weights).sum();
        for (int cell = 0; cell < weights.length; cell++) weights[cell] /= sum;
        return weights;
    }

    /** The estimator that sees some steps only. */
    static Estimator seeing(IntPredicate seen) {
        return Estimator.of("grid", MODEL, x -> {
            double[] sums = cells(x, seen);
            for (int cell = 1; cell < sums.length; cell++) sums[cell] += sums[cell - 1];
            return (count, seed) -> draws(sums, count, seed);
        });
    }

    private static Draws draws(double[] sums, int count, Seed seed) {
        RandomGenerator rng = seed.stream(0);
        double[] values = new double[2 * count];
        for (int l = 0; l < count; l++) {
            int at = Arrays.binarySearch(sums, rng.nextDouble());
            int cell = Math.min(sums.length - 1, at < 0 ? -at - 1 : at);
            values[2 * l] = Math.exp(LOWEST + (cell / RATES + rng.nextDouble()) * WIDTH);
            values[2 * l + 1] = 0.1 + (cell % RATES + rng.nextDouble()) * RATE_WIDTH;
        }
        return Draws.of(List.of("K", "r"), values);
    }

    /** The mean of log p(K | x) − log q(K | x), where q sees some steps only, over so many data sets. */
    static double loss(IntPredicate seen, int dataSets, Seed seed) {
        return MODEL.batches(seed, dataSets, 1).parallelStream()
                .mapToDouble(batch -> {
                    double[] theta = batch.theta()[0];
                    int row = Math.clamp((int) ((Math.log(theta[0]) - LOWEST) / WIDTH), 0, CAPACITIES - 1);
                    Observations x = batch.observations(0);
                    return Math.log(of(row, cells(x, t -> true)) / of(row, cells(x, seen)));
                })
                .average()
                .orElseThrow();
    }

    private static double of(int row, double[] cells) {
        double sum = 0;
        for (int j = 0; j < RATES; j++) sum += cells[row * RATES + j];
        return sum;
    }
}
