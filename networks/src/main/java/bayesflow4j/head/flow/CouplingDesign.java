package bayesflow4j.head.flow;

import bayesflow4j.engine.kernel.Activation;
import java.util.Arrays;
import java.util.List;

/**
 * The architecture of the four networks of a coupling block.
 *
 * @param hidden widths of the hidden layers
 * @param activation of the hidden layers
 * @param clamp the bound of the soft clamp of s
 * @param linear whether each t includes a linear map besides its network; if the posterior mean is nearly linear in the
 *     summary, the networks have little left to learn
 * @param closed whether blocks start as the identity, so that training starts from the answer of the preceding
 *     regression
 */
public record CouplingDesign(List<Integer> hidden, Activation activation, float clamp, boolean linear, boolean closed) {
    /** Three hidden layers of 64 ELU units, clamped at 1.9, as in most of the paper's experiments. */
    public static final CouplingDesign PAPER =
            new CouplingDesign(List.of(64, 64, 64), Activation.ELU, 1.9f, false, false);

    /** The same with a linear map in each shift. */
    public static final CouplingDesign DEFAULT = PAPER.withLinear(true);

    /** Refuses widths and clamps that are not positive. */
    public CouplingDesign {
        hidden = List.copyOf(hidden);
        for (int width : hidden)
            if (width < 1) throw new IllegalArgumentException("hidden: expected positive widths, got " + hidden);
        if (!(clamp > 0)) throw new IllegalArgumentException("clamp: expected above 0, got " + clamp);
    }

    /** The same with these hidden widths. */
    public CouplingDesign withHidden(Integer... widths) {
        return new CouplingDesign(Arrays.asList(widths), activation, clamp, linear, closed);
    }

    /** The same with or without linear maps in the shifts. */
    public CouplingDesign withLinear(boolean linear) {
        return new CouplingDesign(hidden, activation, clamp, linear, closed);
    }

    /** The same, starting as the identity or not. */
    public CouplingDesign withClosed(boolean closed) {
        return new CouplingDesign(hidden, activation, clamp, linear, closed);
    }

    int[] widths(int out) {
        int[] widths = new int[hidden.size() + 1];
        for (int i = 0; i < hidden.size(); i++) widths[i] = hidden.get(i);
        widths[hidden.size()] = out;
        return widths;
    }
}
