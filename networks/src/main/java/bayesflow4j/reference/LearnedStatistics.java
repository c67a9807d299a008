package bayesflow4j.reference;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.classical.Statistics;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Schema;
import bayesflow4j.posterior.Summarized;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * x ↦ s(x) [p], by a trained network or without one.
 *
 * @param kind which numbers
 * @param network that computes them; none where they are the data
 */
public record LearnedStatistics(StatisticKind kind, Optional<AmortizedPosterior> network) implements Statistics {
    /** Draws for a median: it is within a sixth of a posterior standard deviation, and moves smoothly with the data. */
    private static final int DRAWS = 64;

    private static final Seed SAME_FOR_ALL = new Seed(0);

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
            case LEARNED ->
                Stream.concat(
                                IntStream.rangeClosed(1, p - schema.parameters().size())
                                        .mapToObj(i -> "summary " + i),
                                schema.parameterNames().stream().map(name -> "median of " + name))
                        .toList();
            case DATA -> schema.columnNames();
        };
    }

    @Override
    public double[] of(Observations x) {
        return switch (kind) {
            case MEAN -> network.orElseThrow().mean(x);
            case SUMMARY -> network.orElseThrow().given(x).summary();
            case LEARNED -> summaryAndMedian(network.orElseThrow().given(x));
            case DATA -> VECTOR.of(x);
        };
    }

    private static double[] summaryAndMedian(Summarized posterior) {
        double[] summary = posterior.summary();
        Draws draws = posterior.sample(DRAWS, SAME_FOR_ALL);
        int parameters = draws.parameters().size();
        double[] both = Arrays.copyOf(summary, summary.length + parameters);
        for (int j = 0; j < parameters; j++) both[summary.length + j] = draws.quantiles(j, 0.5)[0];
        return both;
    }
}
