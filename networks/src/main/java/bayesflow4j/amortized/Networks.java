package bayesflow4j.amortized;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Weights;
import bayesflow4j.head.Head;
import bayesflow4j.head.categorical.MixedHead;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.random.Seed;
import bayesflow4j.scale.Lattice;
import bayesflow4j.summary.WithCount;

/**
 * A summary network and a head conditioned on its output, with the layout of all their weights.
 *
 * @param design their architecture
 * @param layout of the weights
 * @param summary [M, N, d] → [M, 1, S]
 * @param head q(θ | s)
 * @param structure the seed of their fixed random parts, such as permutations; like the weights, it is part of the
 *     networks
 */
public record Networks(NetworkDesign design, Layout layout, Layer summary, Head head, Seed structure) {
    /** The networks of a design for data with d columns and N rows, and D parameters. */
    public static Networks of(
            NetworkDesign design, int columns, ObservationCount count, int parameters, Seed structure) {
        Layout layout = new Layout();
        Layer summary = WithCount.of(design.summary().layer(layout, columns), count);
        Head head = design.head().head(layout, parameters, summary.out(), structure);
        return new Networks(design, layout, summary, head, structure);
    }

    /** The same for parameters of which some may be discrete. */
    public static Networks of(
            NetworkDesign design, int columns, ObservationCount count, Lattice lattice, Seed structure) {
        if (lattice.isEmpty()) return of(design, columns, count, lattice.dimension(), structure);
        NetworkDesign whole = design.withDiscrete();
        Layout layout = new Layout();
        Layer summary = WithCount.of(whole.summary().layer(layout, columns), count);
        Head head =
                MixedHead.of(layout, lattice, whole.discrete().orElseThrow(), whole.head(), summary.out(), structure);
        return new Networks(whole, layout, summary, head, structure);
    }

    /** Whether the head knows the mean of its distribution. */
    public boolean knowsMean() {
        return head.evaluation(Memory.forEvaluation(Kernels.best(), new Weights(layout)))
                instanceof Head.MeanEvaluation;
    }
}
