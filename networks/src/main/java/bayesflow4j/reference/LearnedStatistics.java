package bayesflow4j.reference;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.classical.Statistics;
import bayesflow4j.model.Column;
import bayesflow4j.model.HandMadeStatistics;
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
 * @param network that computes them; none where they are the data or made by hand
 * @param handMade what computes them where they are made by hand
 */
public record LearnedStatistics(
        StatisticKind kind, Optional<AmortizedPosterior> network, Optional<HandMadeStatistics> handMade)
        implements Statistics {
    /** Draws for a median: it is within a sixth of a posterior standard deviation, and moves smoothly with the data. */
    private static final int DRAWS = 64;

    private static final Seed SAME_FOR_ALL = new Seed(0);

    /** Refuses a kind without what computes it. */
    public LearnedStatistics {
        requireOne("network", kind, network, kind.needsNetwork());
        requireOne("hand-made statistics", kind, handMade, kind == StatisticKind.HANDMADE);
    }

    private static void requireOne(String what, StatisticKind kind, Optional<?> given, boolean needed) {
        if (given.isPresent() != needed)
            throw new IllegalArgumentException("statistics " + kind + ": expected " + (needed ? "" : "no ") + what
                    + ", got " + (given.isPresent() ? "some" : "none"));
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
            case HANDMADE ->
                handMade.orElseThrow().columns().stream().map(Column::name).toList();
        };
    }

    @Override
    public double[] of(Observations x) {
        return switch (kind) {
            case MEAN -> network.orElseThrow().mean(x);
            case SUMMARY -> network.orElseThrow().given(x).summary();
            case LEARNED -> summaryAndMedian(network.orElseThrow().given(x));
            case DATA -> VECTOR.of(x);
            case HANDMADE -> handMade.orElseThrow().scaled(x);
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
