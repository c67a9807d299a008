package bayesflow4j.benchmarks;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.layer.Pass;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Weights;
import bayesflow4j.engine.optimizer.Descent;

/** The mean of the squared outputs of a network over a batch: the loss of S3 and S4. */
final class MeanOfSquares implements Descent.ShardLoss {
    private final Block x;
    private final int width;
    private final Memory[] memories;
    private final Pass[] passes;
    private final Block[] shards;
    private final Buffer[] gradients;
    private final Block[] dys;

    MeanOfSquares(Layer network, Weights weights, Kernels kernels, int workers, Block x) {
        this.x = x;
        this.width = network.out();
        memories = new Memory[workers];
        passes = new Pass[workers];
        shards = new Block[workers];
        gradients = new Buffer[workers];
        dys = new Block[workers];
        for (int i = 0; i < workers; i++) {
            memories[i] = Memory.forTraining(kernels, weights);
            passes[i] = network.pass(memories[i]);
            shards[i] = new Block();
            gradients[i] = new Buffer();
            dys[i] = new Block();
        }
    }

    @Override
    public double lossAndGradient(int from, int to, int worker, float[] gradient) {
        memories[worker].writeGradientTo(gradient);
        Block y = passes[worker].forward(shards[worker].slice(x, from, to));
        double scale = 1.0 / (x.sets() * width);
        int stride = y.rowStride();
        float[] dy = gradients[worker].atLeast(y.rows() * stride);
        double sum = 0;
        for (int i = 0; i < y.rows() * stride; i++) {
            sum += (double) y.data()[i] * y.data()[i];
            dy[i] = (float) (2 * scale * y.data()[i]);
        }
        passes[worker].backwardToWeights(dys[worker].show(dy, 0, y.sets(), y.length(), width, stride));
        return sum * scale;
    }
}
