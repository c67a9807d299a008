package bayesflow4j.engine.layer;

import static bayesflow4j.engine.kernel.Kernels.padded;

import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Memory;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** A fixed rearrangement of the columns: y(j) = x(source(j)). It has no weights, and its log-determinant is 0. */
public final class Permutation implements Layer {
    private final int[] source;

    /** The rearrangement by these source columns, each of 0 … width−1 once. */
    public Permutation(int... source) {
        this.source = source.clone();
        boolean[] seen = new boolean[source.length];
        for (int column : source) {
            if (column < 0 || column >= source.length || seen[column])
                throw new IllegalArgumentException("source: expected each of 0 … " + (source.length - 1) + " once, got "
                        + Arrays.toString(source));
            seen[column] = true;
        }
    }

    /** A permutation drawn uniformly from all. The shuffle is written here because the engine depends on the JDK alone. */
    public static Permutation random(int width, RandomGenerator rng) {
        int[] source = new int[width];
        for (int i = 0; i < width; i++) {
            int j = rng.nextInt(i + 1);
            source[i] = source[j];
            source[j] = i;
        }
        return new Permutation(source);
    }

    /** The columns from last to first. */
    public static Permutation reversal(int width) {
        int[] source = new int[width];
        for (int i = 0; i < width; i++) source[i] = width - 1 - i;
        return new Permutation(source);
    }

    /** The permutation that undoes this one. */
    public Permutation inverse() {
        int[] inverse = new int[source.length];
        for (int j = 0; j < source.length; j++) inverse[source[j]] = j;
        return new Permutation(inverse);
    }

    /** The column of x that column j of y is. */
    public int source(int j) {
        return source[j];
    }

    @Override
    public int in() {
        return source.length;
    }

    @Override
    public int out() {
        return source.length;
    }

    @Override
    public Pass pass(Memory memory) {
        return new Pass() {
            private final Permutation back = inverse();
            private final Buffer outputs = new Buffer();
            private final Buffer gradients = new Buffer();
            private final Block y = new Block();
            private final Block dx = new Block();

            @Override
            public Block forward(Block x) {
                return apply(x.requireWidth("x", in()), outputs, y);
            }

            @Override
            public Block backward(Block dy) {
                return back.apply(dy.requireWidth("dy", in()), gradients, dx);
            }
        };
    }

    /** The same map on rows in column-major order. */
    public Lanes lanes() {
        return (x, x0, y, y0) -> {
            for (int j = 0; j < source.length; j++)
                System.arraycopy(x, x0 + source[j] * Lanes.ROWS, y, y0 + j * Lanes.ROWS, Lanes.ROWS);
        };
    }

    private Block apply(Block x, Buffer buffer, Block y) {
        int width = source.length;
        int stride = padded(width);
        float[] to = buffer.atLeast(x.rows() * stride);
        for (int m = 0; m < x.sets(); m++)
            for (int n = 0; n < x.length(); n++) {
                int from = x.at(m, n);
                int at = (m * x.length() + n) * stride;
                for (int j = 0; j < width; j++) to[at + j] = x.data()[from + source[j]];
            }
        return y.show(to, 0, x.sets(), x.length(), width, stride);
    }
}
