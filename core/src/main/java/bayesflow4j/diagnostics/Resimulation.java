package bayesflow4j.diagnostics;

import bayesflow4j.model.Column;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Simulator;
import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * x̃ ~ p(x | θ) at values of θ from the posterior, for comparison with the observed data. Data set k is simulated with
 * child k of the seed, so the result does not depend on threads. Known covariates are those of the observed data.
 *
 * @param simulator p(x | θ)
 * @param missing whether it may return missing values
 * @param seed of all random numbers
 */
public record Resimulation(Simulator simulator, boolean missing, Seed seed) {
    /** A simulator that fails half of the time fails this often in a row with probability 10⁻¹⁹. */
    private static final int MOST_ATTEMPTS = 64;

    /** With a simulator that returns no missing values. */
    public Resimulation(Simulator simulator, Seed seed) {
        this(simulator, false, seed);
    }

    /** With the simulator of a model. */
    public static Resimulation of(GenerativeModel model, Seed seed) {
        return new Resimulation(model.simulator(), model.columns().stream().anyMatch(Column::mayBeMissing), seed);
    }

    /** The paper's re-simulation error of each data set [K]: {@link Mmd} between xₖ and x̃ₖ ~ p(x | E[θ | xₖ]). */
    public double[] errors(List<Observations> observed, List<Draws> draws) {
        if (observed.size() != draws.size())
            throw new IllegalArgumentException(
                    "draws: expected " + observed.size() + " data sets as observed, got " + draws.size());
        return IntStream.range(0, observed.size())
                .parallel()
                .mapToDouble(k -> error(k, observed.get(k), draws.get(k).mean()))
                .toArray();
    }

    /** The error of data set k, where {@code mean} is E[θ | xₖ] [D]. */
    public double error(int k, Observations x, double[] mean) {
        Observations again = simulate(mean, x, seed.child("resimulation").child(k));
        return Mmd.paper().of(without(x.values(), again.values()), without(again.values(), x.values()), x.width());
    }

    /** Zeros where either has a missing value, so that it adds nothing to the difference. */
    private static float[] without(float[] values, float[] others) {
        float[] present = values.clone();
        for (int i = 0; i < present.length; i++) if (Float.isNaN(values[i]) || Float.isNaN(others[i])) present[i] = 0;
        return present;
    }

    /**
     * Data sets of the shape of {@code observed}, each simulated at another draw; the draws are evenly spaced among
     * all.
     */
    public List<Observations> predictions(Observations observed, Draws draws, int count) {
        if (count < 1 || count > draws.count())
            throw new IllegalArgumentException("count: expected 1 to " + draws.count() + ", got " + count);
        return predictions(
                observed,
                IntStream.range(0, count)
                        .mapToObj(i -> draws.row((int) ((long) i * draws.count() / count)))
                        .toList());
    }

    /** Data sets of the shape of {@code observed}, one at each of these θ [D]; D may be 0. */
    public List<Observations> predictions(Observations observed, List<double[]> theta) {
        Seed predictions = seed.child("predictions");
        return IntStream.range(0, theta.size())
                .parallel()
                .mapToObj(i -> simulate(theta.get(i), observed, predictions.child(i)))
                .toList();
    }

    private Observations simulate(double[] theta, Observations like, Seed own) {
        Simulator conditional = simulator.given(like);
        String reason = "";
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            RandomGenerator rng = own.stream(attempt);
            try {
                Observations x = conditional.simulate(theta.clone(), like.count(), rng);
                if (x.width() == like.width() && x.count() == like.count() && isFinite(x)) return x;
                reason = "it gave " + x + (isFinite(x) ? "" : " with numbers that are not finite");
            } catch (RuntimeException e) {
                reason = e.toString();
            }
        }
        throw new IllegalStateException("simulator: expected " + like + " at θ = " + Arrays.toString(theta)
                + ", failed " + MOST_ATTEMPTS + " times, at last because " + reason);
    }

    private boolean isFinite(Observations x) {
        for (float value : x.values()) if (!Float.isFinite(value) && !(missing && Float.isNaN(value))) return false;
        return true;
    }
}
