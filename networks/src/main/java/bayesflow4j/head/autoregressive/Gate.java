package bayesflow4j.head.autoregressive;

import static bayesflow4j.engine.kernel.Kernels.padded;

import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;

/**
 * zᵢ = gᵢ xᵢ + (1 − gᵢ) aᵢ with gᵢ = sigmoid(bᵢ + 1.5) (Kingma et al. 2016): coefficients of zero nearly leave
 * x as it is.
 */
final class Gate implements ElementMap {
    /** Between 1 and 2, as the authors recommend: sigmoid(1.5) = 0.82. */
    private static final double OPEN = 1.5;

    private final int width;
    private final Buffer gates = new Buffer();
    private final Buffer images = new Buffer();
    private final Buffer dX = new Buffer();
    private final Buffer dA = new Buffer();
    private final Buffer dB = new Buffer();
    private final Block image = new Block();
    private final Block dx = new Block();
    private final Block da = new Block();
    private final Block db = new Block();
    private Block x = new Block();
    private Block a = new Block();

    Gate(int width) {
        this.width = width;
    }

    private static double gate(double b) {
        return 1 / (1 + StrictMath.exp(-OPEN - b));
    }

    private static double logGate(double b) {
        return -StrictMath.log1p(StrictMath.exp(-OPEN - b));
    }

    @Override
    public Block forward(Block x, Block a, Block b, float[] logDet) {
        this.x = x;
        this.a = a;
        int size = x.rows() * padded(width);
        float[] g = gates.atLeast(size);
        float[] z = images.atLeast(size);
        for (int row = 0; row < x.rows(); row++) {
            int from = x.at(row / x.length(), row % x.length());
            double sum = 0;
            for (int j = 0, at = row * padded(width); j < width; j++, at++) {
                double gate = gate(b.data()[at]);
                g[at] = (float) gate;
                z[at] = (float) (gate * x.data()[from + j] + (1 - gate) * a.data()[at]);
                sum += logGate(b.data()[at]);
            }
            logDet[row] += (float) sum;
        }
        return show(image, z);
    }

    @Override
    public Block backward(Block dz, float[] dLogDet) {
        int size = x.rows() * padded(width);
        float[] toX = dX.atLeast(size);
        float[] toA = dA.atLeast(size);
        float[] toB = dB.atLeast(size);
        for (int row = 0; row < x.rows(); row++) {
            int from = x.at(row / x.length(), row % x.length());
            for (int j = 0, at = row * padded(width); j < width; j++, at++) {
                double gate = gates.data()[at];
                double d = dz.data()[dz.offset() + at];
                toX[at] = (float) (d * gate);
                toA[at] = (float) (d * (1 - gate));
                toB[at] = (float) ((d * gate * (x.data()[from + j] - a.data()[at]) + dLogDet[row]) * (1 - gate));
            }
        }
        show(da, toA);
        show(db, toB);
        return show(dx, toX);
    }

    private Block show(Block block, float[] values) {
        return block.show(values, 0, x.sets(), x.length(), width, padded(width));
    }

    @Override
    public Block gradientOfA() {
        return da;
    }

    @Override
    public Block gradientOfB() {
        return db;
    }

    @Override
    public void inverse(float[] z, int z0, float[] a, int a0, float[] b, int b0, float[] x, int x0, int count) {
        for (int i = 0; i < count; i++) {
            double gate = gate(b[b0 + i]);
            x[x0 + i] = (float) ((z[z0 + i] - (1 - gate) * a[a0 + i]) / gate);
            b[b0 + i] = (float) logGate(b[b0 + i]);
        }
    }
}
