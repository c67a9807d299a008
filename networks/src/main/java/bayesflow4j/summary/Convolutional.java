package bayesflow4j.summary;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.layer.Chain;
import bayesflow4j.engine.layer.Convolution;
import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.layer.Mlp;
import bayesflow4j.engine.memory.Layout;
import java.util.ArrayList;
import java.util.List;

/**
 * A summary of a series by convolutions over time, the average over what is left of it, and a dense layer (the paper's fully
 * convolutional network).
 *
 * @param convolutions one after the other, each with ReLU
 * @param out S
 * @param pool what is kept of the last features over time
 */
public record Convolutional(List<Filters> convolutions, int out, Pool pool) implements SummaryNetwork {
    /** The network of the paper's SIR experiment. */
    public static final Convolutional PAPER = new Convolutional(
            List.of(new Filters(64, 5, 3), new Filters(64, 5, 3), new Filters(128, 3, 1), new Filters(128, 3, 1)),
            64,
            Pool.MEAN);

    /** Every time step is seen by the first filters, and means and standard deviations are kept at the end. */
    public static final Convolutional DEFAULT = new Convolutional(
            List.of(new Filters(64, 5, 1), new Filters(64, 5, 3), new Filters(64, 3, 1), new Filters(128, 3, 3)),
            64,
            Pool.MOMENTS);

    /** One convolution: how many filters, over how many time steps, how many steps apart. */
    public record Filters(int count, int size, int stride) {
        public Filters {
            SummaryNetwork.requirePositive("count", count);
            SummaryNetwork.requirePositive("size", size);
            SummaryNetwork.requirePositive("stride", stride);
        }
    }

    public Convolutional {
        convolutions = List.copyOf(convolutions);
        if (convolutions.isEmpty()) throw new IllegalArgumentException("convolutions: expected at least one, got none");
        SummaryNetwork.requirePositive("out", out);
    }

    @Override
    public int leastLength() {
        int length = 1;
        for (Filters filters : convolutions.reversed()) length = (length - 1) * filters.stride() + filters.size();
        return length;
    }

    @Override
    public Layer layer(Layout layout, int in) {
        List<Layer> layers = new ArrayList<>();
        int from = in;
        for (int i = 0; i < convolutions.size(); i++) {
            Filters f = convolutions.get(i);
            layers.add(new Convolution(
                    layout, "summary.convolution." + i, from, f.count(), f.size(), f.stride(), Activation.RELU));
            from = f.count();
        }
        Layer kept = pool.layer(layout, "summary", from);
        layers.add(kept);
        layers.add(Mlp.dense(layout, "summary.dense", kept.out(), out, Activation.ELU));
        return new Chain(layers);
    }
}
