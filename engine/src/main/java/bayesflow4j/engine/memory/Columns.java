package bayesflow4j.engine.memory;

import static bayesflow4j.engine.kernel.Kernels.padded;

/** Splitting the columns of a block in two and joining two blocks side by side; each is the backward pass of the other. */
public final class Columns {
    private final Buffer left = new Buffer();
    private final Buffer right = new Buffer();
    private final Buffer both = new Buffer();
    private final Block leftBlock = new Block();
    private final Block rightBlock = new Block();
    private final Block joined = new Block();

    /** [M, N, a] and [M, N, b] side by side: [M, N, a+b]. */
    public Block join(Block a, Block b) {
        b.requireShape("right block", a.sets(), a.length(), b.width());
        int stride = padded(a.width() + b.width());
        float[] to = both.atLeast(a.rows() * stride);
        copy(a, 0, a.width(), to, stride, 0);
        copy(b, 0, b.width(), to, stride, a.width());
        return joined.show(to, 0, a.sets(), a.length(), a.width() + b.width(), stride);
    }

    /** The first {@code width} columns, as a block of their own. */
    public Block first(Block x, int width) {
        return part(x, 0, width, left, leftBlock);
    }

    /** The columns from {@code width} on, as a block of their own. */
    public Block rest(Block x, int width) {
        return part(x, width, x.width() - width, right, rightBlock);
    }

    private static Block part(Block x, int from, int width, Buffer buffer, Block part) {
        if (from < 0 || width < 0 || from + width > x.width())
            throw new IllegalArgumentException(
                    "columns " + from + " … " + (from + width) + ": expected within the width of " + x);
        int stride = padded(width);
        float[] to = buffer.atLeast(x.rows() * stride);
        copy(x, from, width, to, stride, 0);
        return part.show(to, 0, x.sets(), x.length(), width, stride);
    }

    private static void copy(Block x, int from, int width, float[] to, int stride, int column) {
        float[] data = x.data();
        for (int m = 0; m < x.sets(); m++)
            for (int n = 0; n < x.length(); n++) {
                int at = x.at(m, n) + from;
                int toAt = (m * x.length() + n) * stride + column;
                // There are mostly few columns, for which a loop is faster than a call to arraycopy.
                for (int j = 0; j < width; j++) to[toAt + j] = data[at + j];
            }
    }
}
