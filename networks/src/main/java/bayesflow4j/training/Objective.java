package bayesflow4j.training;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.layer.Pass;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Weights;
import bayesflow4j.engine.optimizer.Descent;
import bayesflow4j.head.Head;
import bayesflow4j.random.Seed;
import bayesflow4j.scale.Scales;
import java.util.Arrays;

/**
 * The expected Kullback-Leibler divergence from the true to the approximate posterior, up to a constant, by Monte Carlo over a
 * batch (equation 14): the mean over (θ, x) of the head's loss of θ given summary(x).
 */
public final class Objective implements Descent.ShardLoss {
    private final int width;
    private final int condition;
    private final Worker[] workers;
    private Block x = new Block();
    private long steps = Head.Training.DONE;
    private ShardCriterion.Whole batch = new ShardCriterion.Whole(new Block(), new double[0][], new Seed(0));

    /** @param summary [M, N, d] → [M, 1, S], S the head's condition */
    public Objective(Layer summary, Head head, Weights weights, Kernels kernels, int workers) {
        this(summary, head, new Criterion.Likelihood(), weights, kernels, workers);
    }

    Objective(Layer summary, Head head, Criterion criterion, Weights weights, Kernels kernels, int workers) {
        if (summary.out() != head.condition())
            throw new IllegalArgumentException("summary: expected the width of the head's condition, "
                    + head.condition() + ", got " + summary.out());
        this.width = head.width();
        this.condition = head.condition();
        this.workers = new Worker[workers];
        for (int i = 0; i < workers; i++) {
            Memory memory = Memory.forTraining(kernels, weights);
            this.workers[i] = new Worker(memory, summary.pass(memory), head.training(memory), criterion);
        }
    }

    /**
     * Sets the batch that the next losses refer to: θ [M, 1, D] and x [M, N, d].
     *
     * @param noise the source of randomness for the head's loss, one stream per data set
     */
    public void batch(Block theta, Block x, Seed noise) {
        batch(new Scales.Prepared(theta, x), noise, Head.Training.DONE);
    }

    /** @param steps that are done, {@link Head.Training#begin} */
    void batch(Scales.Prepared prepared, Seed noise, long steps) {
        prepared.theta().requireShape("theta", prepared.x().sets(), 1, width);
        this.x = prepared.x();
        this.steps = steps;
        this.batch = new ShardCriterion.Whole(prepared.theta(), prepared.terms(), noise);
    }

    /** The contribution of data sets [from, to) to the mean over the batch; the contributions add up to the mean. */
    @Override
    public double lossAndGradient(int from, int to, int worker, float[] gradient) {
        workers[worker].memory.writeGradientTo(gradient);
        double loss = workers[worker].loss(from, to);
        workers[worker].backward(to - from);
        return loss;
    }

    /** The loss of {@link #lossAndGradient} without its gradient. */
    public double loss(int from, int to, int worker) {
        return workers[worker].loss(from, to);
    }

    private final class Worker {
        private final Memory memory;
        private final Pass summary;
        private final Head.Training head;
        private final ShardCriterion criterion;
        private final Block xShard = new Block();
        private final Buffer gradientOfSummary = new Buffer();
        private final Block dSummary = new Block();

        private Worker(Memory memory, Pass summary, Head.Training head, Criterion criterion) {
            this.memory = memory;
            this.summary = summary;
            this.head = head;
            this.criterion = ShardCriterion.of(criterion, head);
        }

        private double loss(int from, int to) {
            Block s = summary.forward(xShard.slice(x, from, to));
            head.begin(steps);
            return criterion.loss(batch, s, from);
        }

        private void backward(int rows) {
            int stride = Kernels.padded(condition);
            float[] back = gradientOfSummary.atLeast(rows * stride);
            Arrays.fill(back, 0, rows * stride, 0f);
            criterion.backward(dSummary.show(back, 0, rows, 1, condition, stride));
            summary.backwardToWeights(dSummary);
        }
    }
}
