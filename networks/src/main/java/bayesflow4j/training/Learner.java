package bayesflow4j.training;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.amortized.Networks;
import bayesflow4j.diagnostics.DataProfile;
import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Weights;
import bayesflow4j.engine.optimizer.Descent;
import bayesflow4j.engine.optimizer.Workers;
import bayesflow4j.method.Fitting.Checkpointing;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.method.TrainingEvent;
import bayesflow4j.method.TrainingStopped;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.posterior.Schema;
import bayesflow4j.random.Seed;
import bayesflow4j.scale.Scales;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** The networks of a training run, what they learn from, and the descent that changes their weights. */
final class Learner implements AutoCloseable {
    private final Trainer trainer;
    private final ForkJoinPool pool;
    private final Seed noise;
    private final Simulations simulations;
    private final Scales scales;
    private final Networks networks;
    private final Weights weights;
    private final Workers workers;
    private final Objective objective;
    private final Descent descent;
    private final Validation validation;

    /**
     * @param synthetic simulations to train on beside those of the trainer's table; they do not validate
     * @param nanos the clock that progress is told by
     */
    Learner(Trainer trainer, Optional<SimulationTable> synthetic, LongSupplier nanos) {
        this.trainer = trainer;
        Seed seed = trainer.seed();
        boolean regresses = trainer.design().regression();
        pool = new ForkJoinPool(trainer.threads());
        simulations = trainer.table().isPresent()
                ? Simulations.stored(trainer.table().get(), synthetic, trainer.plan(), trainer.criterion(), seed)
                : Simulations.fresh(
                        trainer.model(),
                        trainer.plan(),
                        seed,
                        trainer.threads(),
                        pool,
                        regresses ? Scales.enoughForRegression(trainer.model()) : 0);
        Scales standardized = trainer.design().head().onQuantiles()
                ? Scales.onQuantiles(trainer.model(), simulations.pilot())
                : Scales.of(trainer.model(), simulations.pilot());
        scales = regresses ? regressed(standardized, nanos) : standardized;
        networks = Networks.of(
                trainer.design(),
                scales.data().width(),
                simulations.count(),
                scales.parameters().lattice(),
                seed.child("permutations"));
        noise = seed.child("noise");
        weights = Weights.initial(networks.layout(), seed.child("weights").stream(0));
        workers = new Workers(trainer.threads());
        objective = new Objective(
                networks.summary(), networks.head(), trainer.criterion(), weights, Kernels.best(), trainer.threads());
        descent = trainer.plan().optimizer().descent(weights, workers);
        validation = new Validation(
                objective,
                workers,
                simulations.validation().stream()
                        .map(batch -> scales.prepare(batch, trainer.criterion()::terms))
                        .toList(),
                seed.child("validation noise"));
    }

    private Scales regressed(Scales standardized, LongSupplier nanos) {
        long total = simulations.regressionSets();
        long[] done = {0};
        long[] reported = {nanos.getAsLong()};
        return standardized.withRegression(
                simulations.regression().peek(batch -> {
                    if (trainer.stop().getAsBoolean()) throw new TrainingStopped(0);
                    done[0] += batch.size();
                    if (nanos.getAsLong() - reported[0] < Run.PROGRESS_NANOS) return;
                    reported[0] = nanos.getAsLong();
                    trainer.listener().on(new TrainingEvent.Working("regression", done[0], total));
                }),
                pool);
    }

    /** What the networks learn from. */
    Simulations simulations() {
        return simulations;
    }

    /** The batches of all steps, the first to be asked for being that of {@code step}. */
    Batches batches(long step) {
        return simulations.batches(scales, step);
    }

    /** A state before the first step. */
    State begin() {
        return new State(weights.values().length, descent.bases().length);
    }

    /** A copy of this state with the weights and moments of now. */
    State kept(State state) {
        return state.copy(weights, descent);
    }

    /** Goes back to the weights and moments of this state. */
    void restore(State state) {
        state.restore(weights, descent);
    }

    /** Goes on from these weights. */
    void take(float[] values) {
        System.arraycopy(values, 0, weights.values(), 0, values.length);
        weights.transpose();
    }

    /** A copy of the weights. */
    float[] weights() {
        return weights.values().clone();
    }

    /** Where states are saved. */
    Checkpoint checkpoint(Checkpointing where) {
        return new Checkpoint(trainer, weights, descent.bases().length, where);
    }

    /** Makes step {@code k}, counted from 0, and returns the loss before it. */
    double step(Scales.Prepared batch, long k, float rate) {
        objective.batch(batch, noise.child(k), k);
        return descent.step(batch.x().sets(), objective, rate) - scales.logSlopeOfRegression();
    }

    /** The norm of the last gradient. */
    double gradientNorm() {
        return descent.gradientNorm();
    }

    /** The loss on held-out data sets. */
    double validationLoss() {
        return validation.loss() - scales.logSlopeOfRegression();
    }

    /** The loss on these data sets. */
    double loss(List<Scales.Prepared> batches) {
        Validation again =
                new Validation(objective, workers, batches, trainer.seed().child("seen noise"));
        return again.loss() - scales.logSlopeOfRegression();
    }

    /** The posterior by these weights, without references for unlike data. */
    AmortizedPosterior posterior(float[] values) {
        Weights now = new Weights(networks.layout());
        System.arraycopy(values, 0, now.values(), 0, values.length);
        now.transpose();
        Provenance unfinished = Provenance.of(
                trainer.method(), trainer.model().name(), trainer.model().ready());
        return posterior(now, Stream.empty(), new double[0][], unfinished);
    }

    /** The posterior by the weights of now. */
    AmortizedPosterior posterior(Provenance provenance) {
        Stream<Block> references = simulations.validation().stream()
                .map(batch -> scales.prepare(batch).x());
        return posterior(weights, references, profiles(), provenance);
    }

    private AmortizedPosterior posterior(
            Weights weights, Stream<Block> references, double[][] profiles, Provenance provenance) {
        Schema schema = Schema.of(trainer.model().withCount(simulations.count()));
        return AmortizedPosterior.of(schema, scales, networks, weights, references, profiles, provenance);
    }

    private double[][] profiles() {
        DataProfile profile =
                new DataProfile(trainer.model().kind(), trainer.model().columns());
        return simulations.validation().stream()
                .flatMap(batch -> batch.observations().stream())
                .map(profile::of)
                .toArray(double[][]::new);
    }

    @Override
    public void close() {
        workers.close();
        pool.close();
    }
}
