package bayesflow4j.flow;

import bayesflow4j.engine.Block;
import java.util.random.RandomGenerator;

/** Draws x = f⁻¹(z), z ~ N(0, I), from a conditional bijection, on one worker's pass. */
public final class FlowSampler {
    /** Draws that go through the flow together: enough for the weights that each block fetches, few enough for the cache. */
    private static final int TILE = 128;

    private final ConditionalBijection.Pass flow;
    private final int width;
    private final float[] rows;
    private final float[] logDet = new float[TILE];
    private final Block tile = new Block();

    /** @param width D */
    public FlowSampler(ConditionalBijection.Pass flow, int width) {
        this.flow = flow;
        this.width = width;
        this.rows = new float[TILE * width];
    }

    /** Fills {@code to} with draws [count, D] given one condition [1, 1, C]. */
    public void sample(Block condition, RandomGenerator rng, float[] to) {
        Bijection bijection = flow.given(condition);
        int count = to.length / width;
        for (int from = 0; from < count; from += TILE) {
            int many = Math.min(TILE, count - from);
            for (int i = 0; i < many * width; i++) rows[i] = (float) rng.nextGaussian();
            Block x = bijection.inverse(tile.show(rows, 0, 1, many, width, width), logDet);
            for (int i = 0; i < many; i++) System.arraycopy(x.data(), x.at(0, i), to, (from + i) * width, width);
        }
    }
}
