package bayesflow4j.reference;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.classical.Statistics;
import bayesflow4j.model.Observations;
import java.util.Optional;

/**
 * x ↦ s(x) [p], by a trained network or without one.
 *
 * @param kind which numbers
 * @param network that computes them; none where they are the data
 */
public record LearnedStatistics(StatisticKind kind, Optional<AmortizedPosterior> network) implements Statistics {
    /** Refuses a kind without its network. */
    public LearnedStatistics {
        if (network.isEmpty() != (kind == StatisticKind.DATA))
            throw new IllegalArgumentException("statistics " + kind + ": expected "
                    + (kind == StatisticKind.DATA ? "no network, got one" : "a network, got none"));
    }

    @Override
    public double[] of(Observations x) {
        return switch (kind) {
            case MEAN -> network.orElseThrow().mean(x);
            case SUMMARY -> network.orElseThrow().given(x).summary();
            case DATA -> VECTOR.of(x);
        };
    }
}
