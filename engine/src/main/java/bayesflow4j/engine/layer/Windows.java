package bayesflow4j.engine.layer;

import static bayesflow4j.engine.kernel.Kernels.padded;

import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Memory;
import java.util.Arrays;

/**
 * So many rows side by side, one window after the other: [M, N, d] → [M, ⌈N/size⌉, size·d]. The last window is filled up with zeros.
 */
public record Windows(int in, int size) implements Layer {
    public Windows {
        if (in < 1) throw new IllegalArgumentException("in: expected at least 1, got " + in);
        if (size < 1) throw new IllegalArgumentException("size: expected at least 1, got " + size);
    }

    @Override
    public int out() {
        return size * in;
    }

    @Override
    public Pass pass(Memory memory) {
        return new WindowsPass();
    }

    private final class WindowsPass implements Pass {
        private final Buffer outputs = new Buffer();
        private final Buffer gradients = new Buffer();
        private final Block y = new Block();
        private final Block dx = new Block();
        private int length;

        @Override
        public Block forward(Block x) {
            x.requireWidth("x", in);
            length = x.length();
            int count = (length + size - 1) / size;
            int stride = padded(out());
            float[] to = outputs.atLeast(x.sets() * count * stride);
            Arrays.fill(to, 0, x.sets() * count * stride, 0f);
            for (int m = 0; m < x.sets(); m++)
                for (int n = 0; n < length; n++)
                    System.arraycopy(x.data(), x.at(m, n), to, (m * count + n / size) * stride + n % size * in, in);
            return y.show(to, 0, x.sets(), count, out(), stride);
        }

        @Override
        public Block backward(Block dy) {
            dy.requireShape("dy", dy.sets(), (length + size - 1) / size, out());
            int stride = padded(in);
            float[] to = gradients.atLeast(dy.sets() * length * stride);
            Arrays.fill(to, 0, dy.sets() * length * stride, 0f);
            for (int m = 0; m < dy.sets(); m++)
                for (int n = 0; n < length; n++)
                    System.arraycopy(dy.data(), dy.at(m, n / size) + n % size * in, to, (m * length + n) * stride, in);
            return dx.show(to, 0, dy.sets(), length, in, stride);
        }
    }
}
