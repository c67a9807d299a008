package bayesflow4j.head.flow;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.ConditionalLanes;
import bayesflow4j.engine.layer.Lanes;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Memory;
import java.util.random.RandomGenerator;

/** Draws x = f⁻¹(z), z ~ N(0, I) unless another base is given, from a conditional bijection, on one worker's memory. */
public final class FlowSampler {
    private final Kernels kernels;
    private final Base base;
    private final int width;
    private final ConditionalLanes byColumns;
    private final ConditionalBijection.Pass byRows;
    private final float[] rows;
    private final float[] z;
    private final float[] x;
    private final float[] logDet = new float[Lanes.ROWS];
    private final Block block = new Block();

    /** A sampler for one worker, with a standard normal base. */
    public FlowSampler(ConditionalBijection flow, Memory memory) {
        this(flow, new Base.Normal(), memory);
    }

    FlowSampler(ConditionalBijection flow, Base base, Memory memory) {
        this.kernels = memory.kernels();
        this.base = base;
        this.width = flow.width();
        this.byColumns = flow.inverse(memory);
        this.byRows = flow.pass(memory);
        this.rows = new float[Lanes.ROWS * width];
        this.z = new float[Lanes.ROWS * Kernels.padded(width)];
        this.x = new float[z.length];
    }

    /** Fills {@code to} with draws [count, D] given one condition [1, 1, C]. */
    public void sample(Block condition, RandomGenerator rng, float[] to) {
        int count = to.length / width;
        int whole = count / Lanes.ROWS * Lanes.ROWS;
        if (whole > 0) {
            Lanes inverse = byColumns.given(condition);
            for (int from = 0; from < whole; from += Lanes.ROWS) {
                draw(Lanes.ROWS, rng);
                kernels.transpose(Lanes.ROWS, width, rows, 0, width, z, 0, Lanes.ROWS);
                inverse.map(z, 0, x, 0);
                kernels.transpose(width, Lanes.ROWS, x, 0, Lanes.ROWS, to, from * width, width);
            }
        }
        int rest = count - whole;
        if (rest > 0) {
            draw(rest, rng);
            Block draws = byRows.given(condition).inverse(block.show(rows, 0, 1, rest, width, width), logDet);
            for (int i = 0; i < rest; i++)
                System.arraycopy(draws.data(), draws.at(0, i), to, (whole + i) * width, width);
        }
    }

    private void draw(int count, RandomGenerator rng) {
        for (int i = 0; i < count * width; i++) rows[i] = base.draw(rng);
    }
}
