package bayesflow4j.engine.layer;

import bayesflow4j.engine.kernel.Activation;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** A masked autoregressive network in double precision: every weight is multiplied by its mask, 0 or 1. */
public final class MadeFormula {
    private MadeFormula() {}

    /** The outputs for one row x [D] given c [C]. */
    public static double[] of(
            Numbers w, String name, double[] x, double[] c, List<Integer> hidden, Activation activation, int outputs) {
        int width = x.length;
        IntUnaryOperator inputs = j -> j + 1;
        IntUnaryOperator ofOutputs = j -> j % width;
        double[] y = x;
        IntUnaryOperator below = inputs;
        double[] start = w.affine(name + ".condition.kernel", name + ".0.bias", c);
        for (int layer = 0; layer < hidden.size(); layer++) {
            int units = hidden.get(layer);
            IntUnaryOperator here = u -> (int) Math.floor((double) u * width / units);
            y = masked(w.of(name + "." + layer + ".kernel"), y, below, here, start);
            for (int u = 0; u < units; u++) y[u] = Numbers.activate(activation, y[u]);
            below = here;
            start = w.of(name + "." + (layer + 1) + ".bias");
        }
        y = masked(w.of(name + "." + hidden.size() + ".kernel"), y, below, ofOutputs, start);
        double[] linear = masked(
                w.of(name + ".linear.0.kernel"),
                x,
                inputs,
                ofOutputs,
                w.affine(name + ".linear.condition.kernel", name + ".linear.0.bias", c));
        if (y.length != outputs * width) throw new IllegalStateException("outputs: " + y.length);
        for (int j = 0; j < y.length; j++) y[j] += linear[j];
        return y;
    }

    private static double[] masked(
            double[] kernel, double[] x, IntUnaryOperator rows, IntUnaryOperator columns, double[] start) {
        double[] y = start.clone();
        for (int i = 0; i < x.length; i++)
            for (int j = 0; j < y.length; j++)
                if (rows.applyAsInt(i) <= columns.applyAsInt(j)) y[j] += x[i] * kernel[i * y.length + j];
        return y;
    }
}
