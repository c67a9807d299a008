package bayesflow4j.amortized;

import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Weights;
import bayesflow4j.flow.ConditionalBijection;
import bayesflow4j.flow.ConditionalFlow;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.random.Seed;
import bayesflow4j.summary.WithCount;
import java.util.stream.Stream;

/**
 * A summary network and a flow that takes its output as condition, with the layout of all their weights.
 *
 * @param permutations the seed that the flow's fixed permutations were drawn from; part of the network, as weights are
 */
public record Networks(
        NetworkDesign design, Layout layout, Layer summary, ConditionalBijection flow, Seed permutations) {
    /** The networks of a design for data of d columns and N rows, and D parameters. */
    public static Networks of(
            NetworkDesign design, int columns, ObservationCount count, int parameters, Seed permutations) {
        Layout layout = new Layout();
        Layer summary = WithCount.of(design.summary().layer(layout, columns), count);
        ConditionalBijection flow = ConditionalFlow.ofCouplings(
                layout, design.blocks(), parameters, summary.out(), design.coupling(), permutations.stream(0));
        return new Networks(design, layout, summary, flow, permutations);
    }

    /** The summaries [M][S] of a batch under these weights. */
    public Stream<float[]> summaries(Weights weights, Scales.Prepared batch) {
        return Stream.of(new Evaluator(this, weights).summarize(batch.x()));
    }
}
