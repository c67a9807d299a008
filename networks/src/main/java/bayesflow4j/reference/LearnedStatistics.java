package bayesflow4j.reference;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.classical.Statistics;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Schema;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

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

    /** What to call each of p statistics. */
    List<String> names(Schema schema, int p) {
        return switch (kind) {
            case MEAN ->
                schema.parameterNames().stream().map(name -> "mean of " + name).toList();
            case SUMMARY ->
                IntStream.rangeClosed(1, p).mapToObj(i -> "summary " + i).toList();
            case DATA -> schema.columnNames();
        };
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
