package bayesflow4j.engine.optimizer;

import bayesflow4j.engine.kernel.Adam;
import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Tensor;
import bayesflow4j.engine.memory.Weights;
import java.util.Arrays;
import java.util.Optional;

/**
 * Gradient descent on batches that are split into shards: the gradients of all shards are summed in shard order and
 * clipped to a global norm, then follows one step of Adam, with or without {@linkplain Rotation rotation}. The number
 * of shards depends on the batch alone, so the weights are the same, bit for bit, for any number of workers.
 */
public final class Descent {
    /** Rows of a shard: fewer would leave the micro-kernels half empty, more would leave cores without work. */
    private static final int SHARD_ROWS = 16;

    private static final int MOST_SHARDS = 8;

    /** Losses remembered for the message of a {@link NonFiniteException}. */
    private static final int REMEMBERED = 8;

    /** The loss of a part of the batch as a function of the weights, with its gradient. */
    @FunctionalInterface
    public interface ShardLoss {
        /**
         * The loss summed over data sets [from, to) of the batch.
         *
         * @param worker whose memory to compute in, from 0
         * @param gradient is overwritten with the gradient, laid out as the weights are
         */
        double lossAndGradient(int from, int to, int worker, float[] gradient);
    }

    private final Weights weights;
    private final Tensor[] tensors;
    private final Kernels kernels;
    private final Workers workers;
    private final Adam adam;
    private final float clipNorm;
    private final Adam withoutDecay;
    private final Optional<Rotation> rotation;
    private final float[] mean;
    private final float[] square;
    private final float[] bases;
    /** One for each tensor that is rotated, null for the others. */
    private final RotatedTensor[] rotated;

    private final RotatedTensor.Scratch[] scratch;
    private final float[] moves;
    private final double[] squares;
    private final double[] losses;
    private final double[] remembered = new double[REMEMBERED];
    private final Workers.Task computeShard = this::computeShard;
    private final Workers.Task reduceTensor = this::reduceTensor;
    private final Workers.Task updateTensor = this::updateTensor;
    private float[][] gradients = new float[0][];
    private ShardLoss loss = (from, to, worker, gradient) -> 0;
    private int batch;
    private int shards;
    private long step;
    private double gradientNorm;
    private float gradientScale;
    private float rate;
    private float c1;
    private float c2;

    /** Descent by plain Adam. */
    public Descent(Weights weights, Kernels kernels, Workers workers, Adam adam, float clipNorm) {
        this(weights, kernels, workers, adam, Optional.empty(), clipNorm);
    }

    /**
     * Descent by Adam, rotated if a rotation is given.
     *
     * @param clipNorm the largest global norm of a gradient; larger ones are scaled down; infinite for no clipping
     */
    public Descent(
            Weights weights, Kernels kernels, Workers workers, Adam adam, Optional<Rotation> rotation, float clipNorm) {
        if (!(clipNorm > 0)) throw new IllegalArgumentException("clipNorm: expected above 0, got " + clipNorm);
        this.weights = weights;
        this.kernels = kernels;
        this.workers = workers;
        this.adam = adam;
        this.clipNorm = clipNorm;
        this.tensors = weights.layout().tensors().toArray(Tensor[]::new);
        this.mean = new float[weights.values().length];
        this.square = new float[weights.values().length];
        this.withoutDecay = adam.withWeightDecay(0);
        this.rotation = rotation;
        this.bases = new float[rotation.map(this::basesSize).orElse(0)];
        this.rotated = new RotatedTensor[tensors.length];
        this.scratch = new RotatedTensor.Scratch[workers.count()];
        this.moves = new float[rotation.isPresent() ? mean.length : 0];
        rotation.ifPresent(this::turnTensors);
        this.squares = new double[tensors.length];
        this.losses = new double[MOST_SHARDS];
        Arrays.fill(remembered, Double.NaN);
    }

    private int basesSize(Rotation rotation) {
        return Arrays.stream(tensors)
                .filter(rotation::turns)
                .mapToInt(tensor -> RotatedTensor.size(rotation, tensor))
                .reduce(0, Math::addExact);
    }

    private void turnTensors(Rotation rotation) {
        int at = 0;
        for (int i = 0; i < tensors.length; i++) {
            if (!rotation.turns(tensors[i])) continue;
            rotated[i] = new RotatedTensor(kernels, rotation, tensors[i], bases, at);
            at += RotatedTensor.size(rotation, tensors[i]);
        }
        for (int i = 0; i < scratch.length; i++) scratch[i] = new RotatedTensor.Scratch(kernels);
    }

    /** The number of shards that a batch of this size is split into. */
    public static int shards(int batch) {
        return Math.clamp(batch / SHARD_ROWS, 1, MOST_SHARDS);
    }

    /**
     * One step on a batch of this many data sets, at this learning rate.
     *
     * @return the sum of the shards' losses
     * @throws NonFiniteException if the loss or the gradient is not finite; the weights are then unchanged
     */
    public double step(int batch, ShardLoss loss, float rate) {
        if (batch < 1) throw new IllegalArgumentException("batch: expected at least 1, got " + batch);
        if (!(rate >= 0)) throw new IllegalArgumentException("rate: expected 0 or more, got " + rate);
        this.loss = loss;
        this.batch = batch;
        this.shards = shards(batch);
        if (gradients.length < shards) gradients = moreGradients();
        workers.run(shards, computeShard);
        double total = 0;
        for (int i = 0; i < shards; i++) total += losses[i];
        workers.run(tensors.length, reduceTensor);
        double sum = 0;
        for (double s : squares) sum += s;
        gradientNorm = Math.sqrt(sum);
        if (!Double.isFinite(total) || !Double.isFinite(gradientNorm))
            throw new NonFiniteException(step + 1, total, lastLosses(), gradientNorm);
        step++;
        remembered[(int) (step % REMEMBERED)] = total;
        gradientScale = gradientNorm > clipNorm ? (float) (clipNorm / gradientNorm) : 1f;
        this.rate = rate;
        c1 = (float) (1 / (1 - StrictMath.pow(adam.beta1(), step)));
        c2 = (float) (1 / (1 - StrictMath.pow(adam.beta2(), step)));
        workers.run(tensors.length, updateTensor);
        return total;
    }

    /** The number of steps taken. */
    public long steps() {
        return step;
    }

    /** The global norm of the last gradient, before clipping. */
    public double gradientNorm() {
        return gradientNorm;
    }

    /** The first and second moments of the gradient, each laid out as the weights are; part of the state to save. */
    public float[][] moments() {
        return new float[][] {mean, square};
    }

    /** The bases of rotated tensors and the sums they come from, part of the state to save; empty for plain Adam. */
    public float[] bases() {
        return bases;
    }

    /** Restores the state after this many steps. */
    public void resume(long steps, float[] mean, float[] square, float[] bases) {
        if (steps < 0) throw new IllegalArgumentException("steps: expected 0 or more, got " + steps);
        if (bases.length != this.bases.length)
            throw new IllegalArgumentException("bases: expected " + this.bases.length + " floats, got " + bases.length);
        if (mean.length != this.mean.length || square.length != this.square.length)
            throw new IllegalArgumentException("moments: expected " + this.mean.length + " floats each, got "
                    + mean.length + " and " + square.length);
        this.step = steps;
        System.arraycopy(mean, 0, this.mean, 0, mean.length);
        System.arraycopy(square, 0, this.square, 0, square.length);
        System.arraycopy(bases, 0, this.bases, 0, bases.length);
    }

    private void computeShard(int shard, int worker) {
        int from = (int) ((long) batch * shard / shards);
        int to = (int) ((long) batch * (shard + 1) / shards);
        losses[shard] = loss.lossAndGradient(from, to, worker, gradients[shard]);
    }

    private void reduceTensor(int index, int worker) {
        int from = tensors[index].offset();
        int to = end(index);
        for (int shard = 1; shard < shards; shard++) kernels.reduce(gradients[0], gradients[shard], from, to);
        squares[index] = kernels.sumOfSquares(gradients[0], from, to);
    }

    private void updateTensor(int index, int worker) {
        if (rotated[index] == null) updateAsItIs(index);
        else updateTurned(index, worker);
        weights.transpose(tensors[index], kernels);
    }

    private void updateTurned(int index, int worker) {
        int from = tensors[index].offset();
        if (gradientScale != 1) kernels.scale(gradientScale, gradients[0], from, end(index) - from);
        if (step == 1) {
            rotated[index].begin(gradients[0], mean, scratch[worker]);
            return;
        }
        int every = rotation.orElseThrow().every();
        rotated[index].step(
                weights.values(),
                gradients[0],
                mean,
                square,
                moves,
                scratch[worker],
                withoutDecay,
                rate,
                1f - rate * adam.weightDecay(),
                c1,
                c2,
                (step + index) % every == 0);
    }

    private void updateAsItIs(int index) {
        kernels.adam(
                weights.values(),
                gradients[0],
                mean,
                square,
                tensors[index].offset(),
                end(index),
                gradientScale,
                adam,
                rate,
                c1,
                c2);
    }

    private int end(int index) {
        return tensors[index].offset() + tensors[index].room();
    }

    private float[][] moreGradients() {
        float[][] more = Arrays.copyOf(gradients, shards);
        for (int i = gradients.length; i < shards; i++) more[i] = new float[mean.length];
        return more;
    }

    private double[] lastLosses() {
        double[] last = new double[(int) Math.min(step, REMEMBERED)];
        for (int i = 0; i < last.length; i++) last[i] = remembered[(int) ((step - last.length + 1 + i) % REMEMBERED)];
        return last;
    }
}
