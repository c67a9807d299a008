package bayesflow4j.summary;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.layer.Chain;
import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.layer.Lstm;
import bayesflow4j.engine.layer.Mlp;
import bayesflow4j.engine.memory.Layout;

/**
 * A summary of a series by a bidirectional LSTM whose final states go through two dense layers.
 *
 * @param units of the LSTM in each direction
 * @param hidden width of the dense layer between
 * @param out S
 */
public record Recurrent(int units, int hidden, int out) implements SummaryNetwork {
    /** 64 units everywhere. */
    public static final Recurrent DEFAULT = new Recurrent(64, 64, 64);

    public Recurrent {
        SummaryNetwork.requirePositive("units", units);
        SummaryNetwork.requirePositive("hidden", hidden);
        SummaryNetwork.requirePositive("out", out);
    }

    @Override
    public int leastLength() {
        return 1;
    }

    @Override
    public Layer layer(Layout layout, int in) {
        return Chain.of(
                new Lstm(layout, "summary.lstm", in, units),
                new Mlp(
                        layout,
                        "summary.dense",
                        2 * units,
                        0,
                        new int[] {hidden, out},
                        Activation.ELU,
                        Activation.LINEAR));
    }
}
