package bayesflow4j.training;

import bayesflow4j.engine.memory.Block;
import bayesflow4j.head.Head;
import bayesflow4j.random.Seed;

/** A {@link Criterion} on the rows of one shard of a batch, on one worker's memory. */
interface ShardCriterion {
    /**
     * The whole batch.
     *
     * @param theta [M, 1, D]
     * @param terms {@link Criterion#terms} of each row [M]
     * @param noise one stream for each row
     */
    record Whole(Block theta, double[][] terms, Seed noise) {}

    /** The contribution of rows [from, from + summary.sets()) to the criterion of the batch. */
    double loss(Whole batch, Block summary, int from);

    /** After {@code loss}: writes the gradient into the memory and adds that of the summary to {@code dSummary}. */
    void backward(Block dSummary);

    /** The criterion for the training of a head. */
    static ShardCriterion of(Criterion criterion, Head.Training head) {
        return switch (criterion) {
            case Criterion.Likelihood _ -> new LikelihoodLoss(head);
            case Criterion.Weighted _ -> new WeightedLoss(density(head));
            case Criterion.Atomic atomic -> new AtomicLoss(density(head), atomic.atoms());
        };
    }

    private static Head.DensityTraining density(Head.Training head) {
        if (head instanceof Head.DensityTraining density) return density;
        throw new IllegalArgumentException("head: expected one whose loss is −log q, such as coupling, maf or mixture");
    }
}
