package bayesflow4j.training;

import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.head.Head;

/** {@link Criterion.Weighted} on one shard. */
final class WeightedLoss implements ShardCriterion {
    private final Head.DensityTraining head;
    private final Block shard = new Block();
    private final Buffer shares = new Buffer();
    private double[] losses = new double[0];

    WeightedLoss(Head.DensityTraining head) {
        this.head = head;
    }

    @Override
    public double loss(Whole batch, Block summary, int from) {
        int rows = summary.sets();
        if (losses.length < rows) losses = new double[rows];
        head.loss(shard.slice(batch.theta(), from, from + rows), summary, batch.noise(), from);
        head.losses(losses);
        double total = 0;
        for (double[] row : batch.terms()) total += row[0];
        float[] to = shares.atLeast(rows);
        double sum = 0;
        for (int m = 0; m < rows; m++) {
            // Without any weight in the batch there is nothing to learn from it.
            double share = total > 0 ? batch.terms()[from + m][0] / total : 0;
            to[m] = (float) share;
            sum += share * losses[m];
        }
        return sum;
    }

    @Override
    public void backward(Block dSummary) {
        head.backward(shares.data(), dSummary);
    }
}
