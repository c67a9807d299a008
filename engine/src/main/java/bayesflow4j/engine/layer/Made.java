package bayesflow4j.engine.layer;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import java.util.List;

/**
 * A masked autoregressive network (MADE, Germain et al. 2015): (x, c) ↦ y [M, N, k·D] for x [M, N, D] and a condition c
 * [M, 1, C], where the k outputs i, D + i, 2D + i, … depend on c and on x₀ … xᵢ₋₁ alone. It is the sum of a network of
 * masked dense layers and a masked linear map, and begins as zero.
 *
 * <p>A hidden unit of degree d depends on x₀ … x_{d−1}. The degrees 0 … D−1 are spread evenly over each hidden layer;
 * units of degree 0 see the condition alone, so that even the first outputs are nonlinear in it. With fewer hidden units
 * than D, some inputs reach some later outputs by the linear map only.
 */
public final class Made implements ConditionalLayer {
    private final ConditionalSum network;

    /**
     * A network for D inputs, its tensors named after {@code name}.
     *
     * @param width D
     * @param condition C, at least 1
     * @param outputs k, the number of outputs for each input
     */
    public Made(
            Layout layout,
            String name,
            int width,
            int condition,
            List<Integer> hidden,
            Activation activation,
            int outputs) {
        require(name + ".width", width);
        require(name + ".condition", condition);
        require(name + ".outputs", outputs);
        int[][] degrees = new int[hidden.size() + 2][];
        degrees[0] = new int[width];
        for (int j = 0; j < width; j++) degrees[0][j] = j + 1;
        for (int i = 0; i < hidden.size(); i++) degrees[i + 1] = spread(width, hidden.get(i));
        int[] ofOutputs = new int[outputs * width];
        for (int j = 0; j < ofOutputs.length; j++) ofOutputs[j] = j % width;
        degrees[hidden.size() + 1] = ofOutputs;
        network = new ConditionalSum(
                Mlp.masked(layout, name, condition, degrees, activation),
                Mlp.masked(
                        layout, name + ".linear", condition, new int[][] {degrees[0], ofOutputs}, Activation.LINEAR));
    }

    /** Degrees 0 … D−1 in ascending order, each for as many of the units as any other, to within one. */
    private static int[] spread(int width, int units) {
        int[] degrees = new int[units];
        for (int u = 0; u < units; u++) degrees[u] = (int) ((long) u * width / units);
        return degrees;
    }

    @Override
    public int in() {
        return network.in();
    }

    @Override
    public int condition() {
        return network.condition();
    }

    @Override
    public int out() {
        return network.out();
    }

    @Override
    public ConditionalPass pass(Memory memory) {
        return network.pass(memory);
    }

    @Override
    public ConditionalLanes lanes(Memory memory) {
        return network.lanes(memory);
    }

    private static void require(String name, int value) {
        if (value < 1) throw new IllegalArgumentException(name + ": expected at least 1, got " + value);
    }
}
