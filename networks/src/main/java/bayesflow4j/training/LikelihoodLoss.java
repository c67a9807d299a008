package bayesflow4j.training;

import bayesflow4j.engine.memory.Block;
import bayesflow4j.head.Head;

/** The mean of the head's loss. */
final class LikelihoodLoss implements ShardCriterion {
    private final Head.Training head;
    private final Block shard = new Block();
    private int sets;

    LikelihoodLoss(Head.Training head) {
        this.head = head;
    }

    @Override
    public double loss(Whole batch, Block summary, int from) {
        sets = batch.theta().sets();
        return head.loss(shard.slice(batch.theta(), from, from + summary.sets()), summary, batch.noise(), from) / sets;
    }

    @Override
    public void backward(Block dSummary) {
        head.backward(1f / sets, dSummary);
    }
}
