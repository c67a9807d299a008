package bayesflow4j.flow;

import bayesflow4j.engine.kernel.Activation;
import java.util.Arrays;
import java.util.List;

/**
 * What the four networks of a coupling block look like.
 *
 * @param hidden widths
 * @param activation of the hidden layers
 * @param clamp the bound of the soft clamp of s
 * @param linear what learns the linear part of the posterior
 */
public record CouplingDesign(List<Integer> hidden, Activation activation, float clamp, Linear linear) {
    /** What learns the linear part of the posterior: where its mean is nearly linear, the networks have little left to learn. */
    public enum Linear {
        /** Nothing but the networks. */
        NONE,
        /** A linear map beside the network of each t. */
        SHIFTS,
        /** A regression on the data before the flow. Blocks begin as the identity, so that training begins with its answer. */
        REGRESSION
    }

    /** Three hidden layers of 64 ELU units, clamped at 1.9, as in most of the paper's experiments. */
    public static final CouplingDesign PAPER =
            new CouplingDesign(List.of(64, 64, 64), Activation.ELU, 1.9f, Linear.NONE);

    /** The same with a linear map beside each shift. */
    public static final CouplingDesign DEFAULT = PAPER.withLinear(Linear.SHIFTS);

    public CouplingDesign {
        hidden = List.copyOf(hidden);
        for (int width : hidden)
            if (width < 1) throw new IllegalArgumentException("hidden: expected positive widths, got " + hidden);
        if (!(clamp > 0)) throw new IllegalArgumentException("clamp: expected above 0, got " + clamp);
    }

    /** The same with these hidden widths. */
    public CouplingDesign withHidden(Integer... widths) {
        return new CouplingDesign(Arrays.asList(widths), activation, clamp, linear);
    }

    /** The same with this for the linear part. */
    public CouplingDesign withLinear(Linear linear) {
        return new CouplingDesign(hidden, activation, clamp, linear);
    }

    int[] widths(int out) {
        int[] widths = new int[hidden.size() + 1];
        for (int i = 0; i < hidden.size(); i++) widths[i] = hidden.get(i);
        widths[hidden.size()] = out;
        return widths;
    }
}
