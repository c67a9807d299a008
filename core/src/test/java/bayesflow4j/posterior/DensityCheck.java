package bayesflow4j.posterior;

import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.model.Domain;
import bayesflow4j.numeric.Cholesky;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.numbers.gamma.LogGamma;

/**
 * Identities that tie the draws of a posterior to its density q, on the real points r that stand for θ; where parameters are
 * discrete, at their most frequent combination.
 */
final class DensityCheck {
    private static final int FIT = 4000;
    private static final int DRAWS = 20_000;
    private static final int DRAWS_FOR_SLOPES = 4000;
    private static final double STANDARD_ERRORS = 5;

    private final DensityPosterior posterior;
    private final Domain domain;
    private final double[][] fit;
    private final double[][] draws;
    private final int[] continuous;
    private final int dimension;
    private final double[] combination;

    DensityCheck(DensityPosterior posterior, Domain domain, Seed seed) {
        this.posterior = posterior;
        this.domain = domain;
        continuous = IntStream.range(0, domain.dimension())
                .filter(i -> !domain.parameters().get(i).support().isDiscrete())
                .toArray();
        dimension = continuous.length;
        double[][] first = real(posterior.sample(FIT, seed.child("fit")));
        combination = mostFrequent(first);
        fit = atCombination(first);
        draws = atCombination(real(posterior.sample(DRAWS, seed.child("draws"))));
    }

    private double[][] real(Draws draws) {
        return Arrays.stream(draws.rows()).map(domain::toReal).toArray(double[][]::new);
    }

    /** A real point with the discrete parameters of a most frequent combination. */
    private double[] mostFrequent(double[][] rows) {
        Map<List<Double>, Integer> counts = new HashMap<>();
        for (double[] r : rows) counts.merge(discrete(r), 1, Integer::sum);
        List<Double> most =
                Collections.max(counts.entrySet(), Map.Entry.comparingByValue()).getKey();
        return Arrays.stream(rows)
                .filter(r -> discrete(r).equals(most))
                .findFirst()
                .orElseThrow();
    }

    private List<Double> discrete(double[] r) {
        return IntStream.range(0, r.length)
                .filter(i -> Arrays.binarySearch(continuous, i) < 0)
                .mapToObj(i -> r[i])
                .toList();
    }

    /** The continuous parameters of those that have the combination. */
    private double[][] atCombination(double[][] rows) {
        return Arrays.stream(rows)
                .filter(r -> discrete(r).equals(discrete(combination)))
                .map(r -> Arrays.stream(continuous).mapToDouble(i -> r[i]).toArray())
                .toArray(double[][]::new);
    }

    private double logDensity(double[] own) {
        double[] real = combination.clone();
        for (int i = 0; i < own.length; i++) real[continuous[i]] = own[i];
        double[] theta = domain.fromReal(real);
        return posterior.logDensity(theta) - domain.logSlope(theta);
    }

    /**
     * E[1(r ∈ A) / q(r)] = volume of A for r ~ q: the density has the mass that draws put on A, and thus the right
     * constant. A is an ellipsoid around a fifth of other draws, those next to the densest one.
     */
    void mass() {
        if (dimension == 0) {
            double[] inverse = new double[DRAWS];
            Arrays.fill(inverse, 0, draws.length, Math.exp(-logDensity(new double[0])));
            assertNear("E[1(k) / q(k)]", 1, Estimate.ofMean(inverse), 0);
            return;
        }
        double[][] near = nearTheMode();
        double[] center = mean(near);
        Cholesky factor = Cholesky.of(covariance(near, center));
        // A ball of radius √(D + 2) has covariance I.
        double radius2 = dimension + 2;
        double logVolume = factor.logDet() / 2
                + dimension / 2.0 * Math.log(Math.PI * radius2)
                - LogGamma.value(dimension / 2.0 + 1);
        double[] values = Arrays.stream(draws)
                .mapToDouble(r -> isInside(r, center, factor, radius2) ? Math.exp(-logVolume - logDensity(r)) : 0)
                .toArray();
        double[] all = Arrays.copyOf(values, DRAWS);
        assertNear("E[1(r ∈ A) / q(r)] over the volume of A", 1, Estimate.ofMean(all), 0);
    }

    private double[][] nearTheMode() {
        double[] mode = Arrays.stream(fit)
                .max(Comparator.comparingDouble(this::logDensity))
                .orElseThrow();
        double[] sd = sd(fit);
        return Arrays.stream(fit)
                .sorted(Comparator.comparingDouble(r -> distance(r, mode, sd)))
                .limit(fit.length / 5)
                .toArray(double[][]::new);
    }

    private static double distance(double[] r, double[] mode, double[] sd) {
        double sum = 0;
        for (int i = 0; i < r.length; i++) sum += (r[i] - mode[i]) * (r[i] - mode[i]) / (sd[i] * sd[i]);
        return sum;
    }

    private static boolean isInside(double[] r, double[] center, Cholesky factor, double radius2) {
        double[] off = new double[r.length];
        for (int i = 0; i < off.length; i++) off[i] = r[i] - center[i];
        return Arrays.stream(factor.halfSolve(off)).map(z -> z * z).sum() < radius2;
    }

    /** Stein's identity: E[(rᵢ − c) ∂ᵢ log q(r)] = −1 for r ~ q, any constant c and every i. */
    void slopes() {
        double[] center = mean(fit);
        double[] sd = sd(fit);
        for (int i = 0; i < Math.min(dimension, 8); i++) {
            double[] values = new double[Math.min(DRAWS_FOR_SLOPES, draws.length)];
            for (int l = 0; l < values.length; l++)
                values[l] = (draws[l][i] - center[i]) * slope(draws[l], i, 0.01 * sd[i]);
            assertNear("parameter " + i + ": E[(r − c) ∂ log q]", -1, Estimate.ofMean(values), 0.01);
        }
    }

    private double slope(double[] r, int i, double step) {
        double[] moved = r.clone();
        moved[i] = r[i] + step;
        double above = logDensity(moved);
        moved[i] = r[i] - step;
        return (above - logDensity(moved)) / (2 * step);
    }

    private static void assertNear(String what, double expected, Estimate got, double tolerance) {
        assertTrue(
                Math.abs(got.mean() - expected) < STANDARD_ERRORS * got.se() + tolerance,
                () -> what + ": expected " + expected + ", got " + got.mean() + " ± " + got.se());
    }

    private double[] mean(double[][] rows) {
        double[] mean = new double[dimension];
        for (double[] r : rows) for (int i = 0; i < dimension; i++) mean[i] += r[i] / rows.length;
        return mean;
    }

    private double[] sd(double[][] rows) {
        double[][] covariance = covariance(rows, mean(rows));
        double[] sd = new double[dimension];
        for (int i = 0; i < dimension; i++) sd[i] = Math.sqrt(covariance[i][i]);
        return sd;
    }

    private double[][] covariance(double[][] rows, double[] mean) {
        double[][] covariance = new double[dimension][dimension];
        for (double[] r : rows)
            for (int i = 0; i < dimension; i++)
                for (int j = 0; j < dimension; j++)
                    covariance[i][j] += (r[i] - mean[i]) * (r[j] - mean[j]) / (rows.length - 1);
        return covariance;
    }
}
