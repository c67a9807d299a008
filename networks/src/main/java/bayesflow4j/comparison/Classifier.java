package bayesflow4j.comparison;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.kernel.Adam;
import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Mlp;
import bayesflow4j.engine.layer.Pass;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Weights;
import bayesflow4j.engine.optimizer.Descent;
import bayesflow4j.engine.optimizer.Workers;
import bayesflow4j.random.RandomOrder;
import bayesflow4j.random.Seed;
import java.util.random.RandomGenerator;

/** log P(label | point) / P(not label | point), computed by a small network trained on the logistic loss. */
final class Classifier implements AutoCloseable {
    private static final int UNITS_PER_DIMENSION = 10;
    /** A wider network takes longer without gaining accuracy. */
    private static final int MOST_UNITS = 256;

    private static final int BATCH = 200;
    private static final float RATE = 1e-3f;
    private static final int MOST_EPOCHS = 200;
    /** Training ends after this many consecutive epochs that do not lower the loss by the tolerance. */
    private static final int PATIENCE = 10;

    private static final double TOLERANCE = 1e-4;

    private final int width;
    private final Workers workers = new Workers(1);
    private final Descent descent;
    private final Memory memory;
    private final Pass pass;
    private final Block shard = new Block();
    private final Block gradient = new Block();
    private final Buffer buffer = new Buffer();

    Classifier(int width, Seed seed) {
        this.width = width;
        Layout layout = new Layout();
        int units = Math.min(MOST_UNITS, UNITS_PER_DIMENSION * width);
        Mlp network = new Mlp(
                layout, "classifier", width, 0, new int[] {units, units, 1}, Activation.RELU, Activation.LINEAR);
        Weights weights = Weights.initial(layout, seed.child("weights").stream(0));
        Kernels kernels = Kernels.best();
        descent = new Descent(weights, kernels, workers, Adam.DEFAULT, Float.POSITIVE_INFINITY);
        memory = Memory.forTraining(kernels, weights);
        pass = network.pass(memory);
    }

    /** Trains on the points [n, D] with these indices. */
    void train(float[] points, boolean[] labels, int[] indices, Seed seed) {
        float[] x = new float[BATCH * width];
        boolean[] y = new boolean[BATCH];
        double best = Double.POSITIVE_INFINITY;
        int since = 0;
        for (int epoch = 0; epoch < MOST_EPOCHS && since < PATIENCE; epoch++) {
            RandomGenerator rng = seed.child("epochs").stream(epoch);
            int[] order = RandomOrder.of(indices.length, rng);
            double total = 0;
            for (int from = 0; from < order.length; from += BATCH) {
                int count = Math.min(BATCH, order.length - from);
                for (int i = 0; i < count; i++) {
                    int point = indices[order[from + i]];
                    System.arraycopy(points, point * width, x, i * width, width);
                    y[i] = labels[point];
                }
                Block batch = Block.of(x, count, 1, width);
                total += count * descent.step(count, (a, b, worker, g) -> loss(batch, y, a, b, g), RATE);
            }
            double loss = total / order.length;
            since = loss < best - TOLERANCE ? 0 : since + 1;
            best = Math.min(best, loss);
        }
    }

    /** The contribution of points [from, to) to the batch mean of log(1 + e^∓score). */
    private double loss(Block batch, boolean[] labels, int from, int to, float[] weightGradient) {
        memory.writeGradientTo(weightGradient);
        Block score = pass.forward(shard.slice(batch, from, to));
        int stride = score.rowStride();
        float[] slopes = buffer.atLeast(score.sets() * stride);
        double loss = 0;
        for (int m = 0; m < score.sets(); m++) {
            double s = score.data()[score.at(m, 0)];
            double margin = labels[from + m] ? s : -s;
            loss += Math.max(-margin, 0) + Math.log1p(Math.exp(-Math.abs(margin)));
            double slope = -1 / (1 + Math.exp(margin));
            slopes[m * stride] = (float) ((labels[from + m] ? slope : -slope) / batch.sets());
            for (int j = 1; j < stride; j++) slopes[m * stride + j] = 0;
        }
        pass.backwardToWeights(gradient.show(slopes, 0, score.sets(), 1, 1, stride));
        return loss / batch.sets();
    }

    /** Positive where the label is more likely than not. */
    double score(float[] points, int index) {
        Block score = pass.forward(shard.show(points, index * width, 1, 1, width, width));
        return score.data()[score.at(0, 0)];
    }

    @Override
    public void close() {
        workers.close();
    }
}
