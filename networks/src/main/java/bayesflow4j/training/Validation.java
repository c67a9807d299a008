package bayesflow4j.training;

import bayesflow4j.engine.optimizer.Descent;
import bayesflow4j.engine.optimizer.Workers;
import bayesflow4j.head.Head;
import bayesflow4j.random.Seed;
import bayesflow4j.scale.Scales;
import java.util.List;

/** The mean of the objective over held-out data sets. */
final class Validation {
    private final Objective objective;
    private final Workers workers;
    private final List<Scales.Prepared> batches;
    private final Seed noise;

    Validation(Objective objective, Workers workers, List<Scales.Prepared> batches, Seed noise) {
        this.objective = objective;
        this.workers = workers;
        this.batches = batches;
        this.noise = noise;
    }

    double loss() {
        double sum = 0;
        int sets = 0;
        int k = 0;
        for (Scales.Prepared batch : batches) {
            int size = batch.x().sets();
            int shards = Descent.shards(size);
            double[] losses = new double[shards];
            objective.batch(batch, noise.child(k++), Head.Training.DONE);
            workers.run(
                    shards,
                    (shard, worker) -> losses[shard] = objective.loss(
                            (int) ((long) size * shard / shards), (int) ((long) size * (shard + 1) / shards), worker));
            for (double loss : losses) sum += loss * size;
            sets += size;
        }
        return sum / sets;
    }
}
