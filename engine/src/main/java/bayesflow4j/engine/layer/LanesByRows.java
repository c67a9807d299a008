package bayesflow4j.engine.layer;

import static bayesflow4j.engine.kernel.Kernels.padded;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Block;
import java.util.function.UnaryOperator;

/** A map of blocks applied to rows in column-major order, by transposing them before and after. */
public final class LanesByRows implements Lanes {
    private final Kernels kernels;
    private final int in;
    private final int out;
    private final UnaryOperator<Block> map;
    private final float[] rows;
    private final Block block = new Block();

    /** Applies {@code map}, from [1, 64, in] to [1, 64, out]. */
    public LanesByRows(Kernels kernels, int in, int out, UnaryOperator<Block> map) {
        this.kernels = kernels;
        this.in = in;
        this.out = out;
        this.map = map;
        this.rows = new float[ROWS * padded(in)];
    }

    @Override
    public void map(float[] x, int x0, float[] y, int y0) {
        Lanes.require("x", x, x0, in);
        Lanes.require("y", y, y0, padded(out));
        kernels.transpose(in, ROWS, x, x0, ROWS, rows, 0, padded(in));
        Block image = map.apply(block.show(rows, 0, 1, ROWS, in, padded(in)));
        kernels.transpose(ROWS, out, image.data(), image.at(0, 0), image.rowStride(), y, y0, ROWS);
    }
}
