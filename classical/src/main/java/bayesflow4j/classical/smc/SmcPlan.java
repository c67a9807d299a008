package bayesflow4j.classical.smc;

import java.util.List;

/**
 * When populations narrow, and when they end.
 *
 * @param particles of each population
 * @param populations at most, the first being the prior
 * @param quantile of the distances of a population that is the next ε
 * @param epsilons of the populations after the first; empty for an adaptive ε
 * @param target ε at which to end; 0 for none
 * @param simulations at most; if they end within a population, it is used with the particles that it has, if not too few
 * @param leastAcceptance the accepted share of proposals below which it ends
 */
public record SmcPlan(
        int particles,
        int populations,
        double quantile,
        List<Double> epsilons,
        double target,
        long simulations,
        double leastAcceptance) {
    /** 2000 particles, 20 populations, ε by the median. */
    public static final SmcPlan DEFAULT = new SmcPlan(2000, 20, 0.5, List.of(), 0, Long.MAX_VALUE / 4, 0.003);

    /** Refuses numbers without meaning. */
    public SmcPlan {
        epsilons = List.copyOf(epsilons);
        if (particles < 10) throw new IllegalArgumentException("particles: expected at least 10, got " + particles);
        if (populations < 1) throw new IllegalArgumentException("populations: expected at least 1, got " + populations);
        if (!(quantile > 0 && quantile < 1))
            throw new IllegalArgumentException("quantile: expected above 0 and below 1, got " + quantile);
        if (!(target >= 0)) throw new IllegalArgumentException("epsilon: expected 0 or more, got " + target);
        if (simulations < particles)
            throw new IllegalArgumentException(
                    "simulations: expected at least " + particles + ", the particles, got " + simulations);
        for (int i = 0; i < epsilons.size(); i++)
            if (!(epsilons.get(i) > 0) || i > 0 && !(epsilons.get(i) < epsilons.get(i - 1)))
                throw new IllegalArgumentException("epsilons: expected falling positive numbers, got " + epsilons);
    }

    /** ε of population {@code number}, from 2, after one with these distances; at least the target. */
    double epsilon(int number, Population last) {
        double next = epsilons.isEmpty()
                ? last.quantileOfDistances(quantile)
                : epsilons.get(Math.min(number - 2, epsilons.size() - 1));
        return Math.max(next, target);
    }

    /** Whether population {@code number} was the last. */
    boolean endsAfter(int number, double epsilon, long used, double acceptance) {
        boolean listed = !epsilons.isEmpty() && number > epsilons.size();
        return number >= populations
                || listed
                || target > 0 && epsilon <= target
                || used >= simulations
                || acceptance < leastAcceptance;
    }
}
