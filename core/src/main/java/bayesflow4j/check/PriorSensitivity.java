package bayesflow4j.check;

import bayesflow4j.model.Prior;
import bayesflow4j.model.distribution.Support;
import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.function.ToDoubleFunction;

/**
 * How p(θ | x) would move under the wider prior ∝ p(θ)^½ and the narrower one ∝ p(θ)², a normal prior √2 times as wide and as narrow:
 * the draws are weighted by p(θ)^(−½) and p(θ). Where a prior ends, no draws can be weighted; a posterior that piles up there is said
 * to press against its prior.
 *
 * @param shifts one per parameter
 * @param draws L
 * @param widerSize the effective sample size of the draws under the wider prior, (Σw)² / Σw²
 * @param narrowerSize the same under the narrower prior
 */
public record PriorSensitivity(List<Shift> shifts, int draws, double widerSize, double narrowerSize) {
    /** A smaller effective sample size does not tell where a posterior moves. */
    private static final double LEAST_SIZE = 100;

    /** Movements from here on, in posterior standard deviations, matter. */
    private static final double NOTABLE = 0.3;

    /** The part of the prior at either end that is its edge, and the part of the draws there that means pressing. */
    private static final double EDGE = 0.02;

    private static final double PRESSING = 0.2;
    private static final int PRIOR_DRAWS = 5000;

    /**
     * How the posterior of one parameter moves.
     *
     * @param parameter its name
     * @param wider the movement of the mean under the wider prior, in posterior standard deviations
     * @param narrower the same under the narrower prior
     * @param atEdge the fraction of the draws in the outermost 2 % of the prior, the larger of both sides
     * @param above whether that side is the upper one
     */
    public record Shift(String parameter, double wider, double narrower, double atEdge, boolean above) {
        private double largest() {
            return Math.max(Math.abs(wider), Math.abs(narrower));
        }
    }

    /** Copies the list. */
    public PriorSensitivity {
        shifts = List.copyOf(shifts);
    }

    /** The sensitivity of the posterior that these draws are from, to its prior. */
    public static PriorSensitivity of(Prior prior, Draws draws, Seed seed) {
        double[] logPrior = new double[draws.count()];
        for (int l = 0; l < logPrior.length; l++) logPrior[l] = prior.logDensity(draws.row(l));
        double[] wider = weights(logPrior, -0.5);
        double[] narrower = weights(logPrior, 1);
        double[][] priorDraws = new double[PRIOR_DRAWS][];
        for (int i = 0; i < PRIOR_DRAWS; i++) priorDraws[i] = prior.sample(seed.child("prior").stream(i));
        List<Shift> shifts = new ArrayList<>();
        for (int j = 0; j < draws.parameters().size(); j++) {
            int column = j;
            double[] sorted = Arrays.stream(priorDraws)
                    .mapToDouble(d -> d[column])
                    .sorted()
                    .toArray();
            Support support = prior.parameters().get(j).support();
            shifts.add(shift(draws, j, wider, narrower, sorted, support));
        }
        return new PriorSensitivity(shifts, draws.count(), size(wider), size(narrower));
    }

    private static Shift shift(Draws draws, int j, double[] wider, double[] narrower, double[] prior, Support support) {
        double[] values = draws.column(j);
        double mean = draws.mean()[j];
        double sd = draws.sd()[j];
        // Numbers of named values have no mean that could move.
        boolean still = sd == 0 || support.isNamed();
        double low = prior[(int) (EDGE * prior.length)];
        double high = prior[(int) ((1 - EDGE) * prior.length)];
        double below =
                isChosen(support.lower(), support) ? excess(values, prior, support, v -> v < low, support.lower()) : 0;
        double above =
                isChosen(support.upper(), support) ? excess(values, prior, support, v -> v > high, support.upper()) : 0;
        return new Shift(
                draws.parameters().get(j),
                still ? 0 : (mean(values, wider) - mean) / sd,
                still ? 0 : (mean(values, narrower) - mean) / sd,
                Math.max(below, above),
                above > below);
    }

    /** The share of the draws at the edge; of a discrete parameter, that at its last value beyond what the prior has there. */
    private static double excess(double[] values, double[] prior, Support support, DoublePredicate edge, double end) {
        if (!support.isDiscrete()) return share(values, edge);
        return support.isNamed() ? 0 : Math.max(0, share(values, v -> v == end) - share(prior, v -> v == end));
    }

    private static double share(double[] values, DoublePredicate condition) {
        return Arrays.stream(values).filter(condition).count() / (double) values.length;
    }

    /** Whether somebody chose where the prior ends: not at 0, where positive numbers end, nor at 1, where probabilities do. */
    private static boolean isChosen(double bound, Support support) {
        boolean probability = support.lower() == 0 && support.upper() == 1;
        return Double.isFinite(bound) && bound != 0 && !probability;
    }

    /** Weights p^power that sum to one. */
    private static double[] weights(double[] logPrior, double power) {
        double largest = Arrays.stream(logPrior).map(v -> power * v).max().orElseThrow();
        double[] weights =
                Arrays.stream(logPrior).map(v -> Math.exp(power * v - largest)).toArray();
        double sum = Arrays.stream(weights).sum();
        return Arrays.stream(weights).map(w -> w / sum).toArray();
    }

    private static double mean(double[] values, double[] weights) {
        double sum = 0;
        for (int l = 0; l < values.length; l++) sum += weights[l] * values[l];
        return sum;
    }

    private static double size(double[] weights) {
        return 1 / Arrays.stream(weights).map(w -> w * w).sum();
    }

    /** Whether another prior would clearly move the posterior. */
    public boolean warns() {
        return shifts.stream().anyMatch(s -> s.largest() >= NOTABLE || s.atEdge() >= PRESSING);
    }

    /** The result in a few sentences. */
    public String sentence() {
        StringBuilder text = new StringBuilder(
                byPrior("wider", widerSize, Shift::wider) + " " + byPrior("narrower", narrowerSize, Shift::narrower));
        shifts.stream()
                .filter(shift -> shift.atEdge() >= PRESSING)
                .forEach(shift -> text.append(String.format(
                        Locale.ROOT,
                        " %s presses against its prior: %.0f %% of its draws lie in the %s 2 %% of the prior, so a prior that"
                                + " reaches further would move it.",
                        shift.parameter(),
                        100 * shift.atEdge(),
                        shift.above() ? "uppermost" : "lowest")));
        return text.toString();
    }

    private String byPrior(String which, double size, ToDoubleFunction<Shift> movement) {
        if (size < Math.min(LEAST_SIZE, draws / 4.0))
            return String.format(
                    Locale.ROOT,
                    "Where a %s prior would move the posterior cannot be told from these draws (effective sample size %.0f of"
                            + " %d).",
                    which,
                    size,
                    draws);
        Optional<Shift> most =
                shifts.stream().max(Comparator.comparingDouble(s -> Math.abs(movement.applyAsDouble(s))));
        return String.format(
                Locale.ROOT,
                "A prior √2 times as %s moves posterior means by at most %.2f posterior standard deviations%s (effective sample"
                        + " size %.0f of %d).",
                which.equals("wider") ? "wide" : "narrow",
                Math.abs(movement.applyAsDouble(most.orElseThrow())),
                Math.abs(movement.applyAsDouble(most.get())) < 0.005
                        ? ""
                        : ", that of " + most.get().parameter(),
                size,
                draws);
    }
}
