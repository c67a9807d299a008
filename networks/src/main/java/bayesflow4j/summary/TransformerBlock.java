package bayesflow4j.summary;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.layer.Attention;
import bayesflow4j.engine.layer.Chain;
import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.layer.LayerNorm;
import bayesflow4j.engine.layer.Mlp;
import bayesflow4j.engine.layer.Residual;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.storage.Fields;

/**
 * A block of a transformer: x + attention(norm(x)), and the same with a dense network of twice the width in place of the attention. Both
 * corrections begin at zero, so a new block is the identity.
 */
final class TransformerBlock {
    private TransformerBlock() {}

    static Layer of(Layout layout, String name, Attention attention) {
        int width = attention.in();
        Mlp dense = Mlp.closed(layout, name + ".dense", width, 0, new int[] {2 * width, width}, Activation.ELU);
        return Chain.of(
                new Residual(Chain.of(new LayerNorm(layout, name + ".attention.norm", width), attention)),
                new Residual(Chain.of(new LayerNorm(layout, name + ".dense.norm", width), dense)));
    }

    /** Refuses a width that heads cannot share. */
    static void require(int width, int heads) {
        Sizes.requirePositive("heads", heads);
        if (!fits(width, heads)) throw new IllegalArgumentException("width: " + expected(width, heads));
    }

    /** The width among the settings of a network whose heads can share it. */
    static int width(Fields settings) {
        int width = settings.integer("width", 1, Sizes.WIDEST);
        int heads = heads(settings);
        if (!fits(width, heads)) throw settings.wrong("width", expected(width, heads));
        return width;
    }

    /** The number of heads among the settings of a network. */
    static int heads(Fields settings) {
        return settings.integer("heads", 1, Sizes.WIDEST);
    }

    private static boolean fits(int width, int heads) {
        return width > 0 && width % (8 * heads) == 0;
    }

    private static String expected(int width, int heads) {
        return "expected a multiple of 8·heads = " + 8 * heads + ", got " + width;
    }
}
