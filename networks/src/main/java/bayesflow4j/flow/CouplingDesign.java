package bayesflow4j.flow;

import bayesflow4j.engine.Activation;
import java.util.Arrays;
import java.util.List;

/**
 * What the four networks of a coupling block look like.
 *
 * @param hidden widths
 * @param activation of the hidden layers
 * @param clamp the bound of the soft clamp of s
 * @param linear whether t has a linear map beside its network: where the posterior's mean is nearly linear in the summary, the
 *     network then has little left to learn
 */
public record CouplingDesign(List<Integer> hidden, Activation activation, float clamp, boolean linear) {
    /** Three hidden layers of 64 ELU units, clamped at 1.9, as in most of the paper's experiments. */
    public static final CouplingDesign PAPER = new CouplingDesign(List.of(64, 64, 64), Activation.ELU, 1.9f, false);

    /** The same with the linear map. */
    public static final CouplingDesign DEFAULT = new CouplingDesign(PAPER.hidden, PAPER.activation, PAPER.clamp, true);

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

    int[] widths(int out) {
        int[] widths = new int[hidden.size() + 1];
        for (int i = 0; i < hidden.size(); i++) widths[i] = hidden.get(i);
        widths[hidden.size()] = out;
        return widths;
    }
}
