package bayesflow4j.training;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.head.Head;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * {@link Criterion.Atomic} on one shard: −ℓ₁ + log Σⱼ exp ℓⱼ with ℓⱼ = log q(θⱼ | x) − log p(θⱼ), whose derivative by ℓⱼ is the
 * probability of atom j, minus 1 for the first. Each row of the shard becomes M rows for the head.
 */
final class AtomicLoss implements ShardCriterion {
    private final Head.DensityTraining head;
    private final int most;
    private final Buffer thetas = new Buffer();
    private final Buffer summaries = new Buffer();
    private final Buffer gradients = new Buffer();
    private final Buffer shares = new Buffer();
    private final Block theta = new Block();
    private final Block summary = new Block();
    private final Block gradient = new Block();
    private double[] losses = new double[0];
    private int[] chosen = new int[0];
    private int atoms;

    AtomicLoss(Head.DensityTraining head, int atoms) {
        this.head = head;
        this.most = atoms;
    }

    @Override
    public double loss(Whole batch, Block s, int from) {
        atoms = Math.min(most, batch.theta().sets());
        int rows = s.sets() * atoms;
        if (losses.length < rows) {
            losses = new double[rows];
            chosen = new int[rows];
        }
        for (int m = 0; m < s.sets(); m++) choose(batch, from + m, m * atoms);
        spread(batch.theta(), s);
        head.loss(theta, summary, batch.noise(), from);
        head.losses(losses);
        float[] to = shares.atLeast(rows);
        double sum = 0;
        for (int m = 0; m < s.sets(); m++) sum += contrast(batch, m * atoms, to);
        return sum;
    }

    /** The row itself and others of the batch, each at most once. */
    private void choose(Whole batch, int row, int at) {
        RandomGenerator rng = batch.noise().stream(row);
        chosen[at] = row;
        for (int i = 1; i < atoms; ) {
            int other = rng.nextInt(batch.theta().sets());
            boolean known = false;
            for (int j = 0; j < i; j++) known |= chosen[at + j] == other;
            if (!known) chosen[at + i++] = other;
        }
    }

    /** The atoms of each row, and its summary for each of them. */
    private void spread(Block whole, Block s) {
        int rows = s.sets() * atoms;
        int width = whole.width();
        int stride = Kernels.padded(width);
        float[] to = thetas.atLeast(rows * stride);
        for (int i = 0; i < rows; i++) System.arraycopy(whole.data(), whole.at(chosen[i], 0), to, i * stride, width);
        theta.show(to, 0, rows, 1, width, stride);
        int wide = Kernels.padded(s.width());
        float[] copies = summaries.atLeast(rows * wide);
        for (int i = 0; i < rows; i++) System.arraycopy(s.data(), s.at(i / atoms, 0), copies, i * wide, s.width());
        summary.show(copies, 0, rows, 1, s.width(), wide);
    }

    private double contrast(Whole batch, int at, float[] to) {
        double plain = batch.terms()[chosen[at]][1];
        double likelihood = plain * losses[at];
        double top = Double.NEGATIVE_INFINITY;
        for (int i = at; i < at + atoms; i++) {
            losses[i] = batch.terms()[chosen[i]][0] - losses[i];
            top = Math.max(top, losses[i]);
        }
        double sum = 0;
        for (int i = at; i < at + atoms; i++) sum += StrictMath.exp(losses[i] - top);
        int sets = batch.theta().sets();
        // The head's gradient is that of −log q.
        for (int i = at; i < at + atoms; i++)
            to[i] = (float) (((i == at ? 1 + plain : 0) - StrictMath.exp(losses[i] - top) / sum) / sets);
        return (top + StrictMath.log(sum) - losses[at] + likelihood) / sets;
    }

    @Override
    public void backward(Block dSummary) {
        int rows = summary.sets();
        int wide = Kernels.padded(summary.width());
        float[] back = gradients.atLeast(rows * wide);
        Arrays.fill(back, 0, rows * wide, 0f);
        head.backward(shares.data(), gradient.show(back, 0, rows, 1, summary.width(), wide));
        for (int i = 0; i < rows; i++)
            for (int j = 0, to = dSummary.at(i / atoms, 0); j < summary.width(); j++)
                dSummary.data()[to + j] += back[i * wide + j];
    }
}
