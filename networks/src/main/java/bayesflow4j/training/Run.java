package bayesflow4j.training;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.amortized.Networks;
import bayesflow4j.diagnostics.DataProfile;
import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Weights;
import bayesflow4j.engine.optimizer.Descent;
import bayesflow4j.engine.optimizer.NonFiniteException;
import bayesflow4j.engine.optimizer.Schedule;
import bayesflow4j.engine.optimizer.Workers;
import bayesflow4j.method.Budget;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.method.TrainingEvent;
import bayesflow4j.method.TrainingStopped;
import bayesflow4j.model.Batch;
import bayesflow4j.model.Failures;
import bayesflow4j.posterior.DensityPosterior;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.posterior.Provenance.LossPoint;
import bayesflow4j.posterior.Schema;
import bayesflow4j.random.Seed;
import bayesflow4j.scale.Scales;
import bayesflow4j.storage.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ForkJoinPool;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** One training run from its first step, or from a checkpoint, to its end. */
final class Run implements AutoCloseable {
    /** Steps between states that training can roll back to; a checkpoint holds such a state. */
    static final int STEPS_PER_STATE = 100;

    /** The first steps are slow while the JVM compiles; they are excluded from the estimate of the remaining time. */
    private static final long COLD_STEPS = 100;

    private static final float REDUCTION = 1f / 3;
    private static final double LOSS_MEMORY = 0.99;
    private static final long PROGRESS_NANOS = 250_000_000L;

    private final Trainer trainer;
    private final LongSupplier nanos;
    private final long created;
    private final TrainingPlan plan;
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
    private final Optional<Checkpoint> checkpoint;
    private final State state;
    private State lastGood;
    private Schedule schedule;
    private Batches batches;
    private boolean ended;
    private long begun;
    private double setupSeconds;
    private double secondsBefore;
    /**
     * Seconds available for all steps: the time budget minus the time spent before the first step, mostly on
     * simulations.
     */
    private double timeLimit = Double.POSITIVE_INFINITY;

    private Failures failuresBefore = Failures.NONE;

    /** @param nanos the clock, as {@link System#nanoTime} */
    Run(Trainer trainer, LongSupplier nanos) {
        this(trainer, Optional.empty(), nanos);
    }

    /** @param synthetic simulations to train on beside those of the trainer's table; they do not validate */
    Run(Trainer trainer, Optional<SimulationTable> synthetic, LongSupplier nanos) {
        this.trainer = trainer;
        this.nanos = nanos;
        created = nanos.getAsLong();
        this.plan = trainer.plan();
        Seed seed = trainer.seed();
        boolean regresses = trainer.design().regression();
        pool = new ForkJoinPool(trainer.threads());
        simulations = trainer.table().isPresent()
                ? Simulations.stored(trainer.table().get(), synthetic, plan, trainer.criterion(), seed)
                : Simulations.fresh(
                        trainer.model(),
                        plan,
                        seed,
                        trainer.threads(),
                        pool,
                        regresses ? Scales.enoughForRegression(trainer.model()) : 0);
        Scales standardized = trainer.design().head().onQuantiles()
                ? Scales.onQuantiles(trainer.model(), simulations.pilot())
                : Scales.of(trainer.model(), simulations.pilot());
        scales = regresses ? regressed(standardized) : standardized;
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
        descent = plan.optimizer().descent(weights, workers);
        validation = new Validation(
                objective,
                workers,
                simulations.validation().stream()
                        .map(batch -> scales.prepare(batch, trainer.criterion()::terms))
                        .toList(),
                seed.child("validation noise"));
        state = new State(weights.values().length, descent.bases().length);
        checkpoint = trainer.checkpointing().map(c -> new Checkpoint(trainer, weights, descent.bases().length, c));
    }

    private Scales regressed(Scales standardized) {
        long total = simulations.regressionSets();
        long[] done = {0};
        long[] reported = {nanos.getAsLong()};
        return standardized.withRegression(
                simulations.regression().peek(batch -> {
                    if (trainer.stop().getAsBoolean()) throw new TrainingStopped(0);
                    done[0] += batch.size();
                    if (nanos.getAsLong() - reported[0] < PROGRESS_NANOS) return;
                    reported[0] = nanos.getAsLong();
                    trainer.listener().on(new TrainingEvent.Working("regression", done[0], total));
                }),
                pool);
    }

    AmortizedPosterior train() {
        begin();
        trainUntil(() -> false);
        return result();
    }

    /** Takes its place before the first step, or after that of the checkpoint. */
    void begin() {
        state.totalSteps = switch (plan.budget()) {
            case Budget.Steps steps -> steps.count();
            case Budget.Minutes _ -> 0;
            case Budget.Simulations many -> Math.max(1, simulations.steps(many.count()));
        };
        checkpoint.flatMap(Checkpoint::read).ifPresent(saved -> {
            state.take(saved);
            saved.restore(weights, descent);
            trainer.listener()
                    .on(new TrainingEvent.Resumed(state.step, checkpoint.get().path()));
        });
        lastGood = state.copy(weights, descent);
        schedule = schedule();
        batches = simulations.batches(scales, state.step);
        begun = nanos.getAsLong();
        setupSeconds = (begun - created) / 1e9;
        secondsBefore = state.seconds;
        if (plan.budget() instanceof Budget.Minutes(double minutes)) timeLimit = 60 * minutes - setupSeconds;
        failuresBefore = new Failures(state.failedSimulations, state.attemptedSimulations, List.of());
    }

    /** Trains until a pause is asked for between two steps, or to the end of the budget. A pause takes no time. */
    void trainUntil(BooleanSupplier pause) {
        begun = nanos.getAsLong();
        Clock clock = new Clock();
        while (!ended && (state.totalSteps == 0 || state.step < state.totalSteps) && !pause.getAsBoolean()) {
            if (trainer.stop().getAsBoolean()) throw stopped();
            step();
            if (timeLimit < Double.POSITIVE_INFINITY) followTime();
            clock.afterStep();
            if (state.step % plan.validateEvery() == 0 && validateAndCheckPatience()) ended = true;
            else if (state.step % STEPS_PER_STATE == 0) keepState();
        }
        secondsBefore = seconds();
        begun = nanos.getAsLong();
    }

    /** Saves the last state that training can go on from, if states are saved. */
    void save() {
        checkpoint.ifPresent(c -> c.write(lastGood));
    }

    /** Saves the state, and says where training was stopped. */
    TrainingStopped stopped() {
        save();
        return new TrainingStopped(lastGood.step);
    }

    /** The last finished step. */
    long stepsDone() {
        return state.step;
    }

    /** Seconds of work so far. */
    double secondsOfWork() {
        return seconds() + setupSeconds;
    }

    /** Data sets simulated besides those that train. */
    long simulationsBesides() {
        return simulations.besides();
    }

    /** All data sets used so far; of stored ones all are used, if only for the scales. */
    long simulationsUsed() {
        return trainer.table()
                .map(table -> (long) table.size())
                .orElseGet(() -> batches.simulations(state.step) + simulations.besides());
    }

    /** The held-out data sets, in the order of the result's reference summaries. */
    List<Batch> heldOut() {
        return simulations.validation();
    }

    /**
     * −log q(θ | x) of at most {@code most} held-out data sets, in the user's units: the same for all scales and heads, whatever
     * their losses are.
     */
    double[] heldOutLosses(int most) {
        Weights now = new Weights(networks.layout());
        float[] values = state.best.length > 0 ? state.best : weights.values();
        System.arraycopy(values, 0, now.values(), 0, values.length);
        now.transpose();
        AmortizedPosterior posterior = AmortizedPosterior.of(
                Schema.of(trainer.model().withCount(simulations.count())),
                scales,
                networks,
                now,
                Stream.empty(),
                new double[0][],
                Provenance.of(
                        trainer.method(),
                        trainer.model().name(),
                        trainer.model().ready()));
        return simulations.validation().stream()
                .flatMapToDouble(batch -> IntStream.range(0, batch.size())
                        .mapToDouble(m -> -DensityPosterior.of(posterior.given(batch.observations(m)))
                                .logDensity(batch.theta()[m])))
                .limit(most)
                .toArray();
    }

    private void step() {
        Scales.Prepared batch = batches.at(state.step);
        objective.batch(batch, noise.child(state.step), state.step);
        try {
            double loss = descent.step(batch.x().sets(), objective, schedule.rate(state.step + 1) * state.rateFactor)
                    - scales.logSlopeOfRegression();
            state.step++;
            state.loss = Double.isNaN(state.loss) ? loss : LOSS_MEMORY * state.loss + (1 - LOSS_MEMORY) * loss;
        } catch (NonFiniteException e) {
            restart(e);
        }
    }

    private void restart(NonFiniteException failure) {
        if (lastGood.restarts >= plan.restarts()) throw failure;
        // Count the failure in the restored state, so that the same failure cannot repeat forever.
        lastGood.restarts++;
        lastGood.rateFactor /= 2;
        state.take(lastGood);
        lastGood.restore(weights, descent);
        trainer.listener()
                .on(new TrainingEvent.Restarted(failure.step(), state.step, state.rateFactor, failure.getMessage()));
    }

    private boolean validateAndCheckPatience() {
        double loss = validationLoss();
        state.history.add(new LossPoint(state.step, state.loss, loss));
        state.validationsSinceBest++;
        if (loss < state.bestLoss) {
            state.bestLoss = loss;
            state.bestStep = state.step;
            state.validationsSinceBest = 0;
            if (plan.patience() > 0 || simulations.reused())
                state.best = weights.values().clone();
        }
        trainer.listener().on(new TrainingEvent.Validated(state.step, loss, state.bestLoss));
        if (plan.patience() == 0 || state.validationsSinceBest < plan.patience()) return false;
        if (state.reductions < plan.reductions()) {
            reduceRate();
            return false;
        }
        trainer.listener().on(new TrainingEvent.EndedEarly(state.step, state.bestStep, state.bestLoss));
        return true;
    }

    /** Ties the schedule to elapsed time: it estimates the total number of steps from the time used so far. */
    private void followTime() {
        double seconds = seconds();
        state.totalSteps = seconds < timeLimit
                ? Math.max(state.step + 1, Math.round(state.step * timeLimit / seconds))
                : state.step;
        schedule = schedule();
    }

    /** Goes on from the best weights, more carefully. */
    private void reduceRate() {
        takeBest();
        state.reductions++;
        state.rateFactor *= REDUCTION;
        state.validationsSinceBest = 0;
        trainer.listener().on(new TrainingEvent.RateReduced(state.step, state.bestStep, state.rateFactor));
    }

    private void takeBest() {
        System.arraycopy(state.best, 0, weights.values(), 0, state.best.length);
        weights.transpose();
    }

    private void keepState() {
        state.seconds = seconds();
        Failures failures = failures();
        state.failedSimulations = failures.count();
        state.attemptedSimulations = failures.attempts();
        lastGood = state.copy(weights, descent);
        if (checkpoint.isPresent() && checkpoint.get().isDue()) {
            checkpoint.get().write(lastGood);
            trainer.listener()
                    .on(new TrainingEvent.Saved(state.step, checkpoint.get().path()));
        }
    }

    private Schedule schedule() {
        return plan.rate().over(state.totalSteps > 0 ? state.totalSteps : Long.MAX_VALUE / 4);
    }

    AmortizedPosterior result() {
        double last = validationLoss();
        if (state.best.length > 0 && state.bestLoss < last) {
            takeBest();
            trainer.listener().on(new TrainingEvent.KeptBest(state.step, last, state.bestStep, state.bestLoss));
            last = state.bestLoss;
        }
        if (state.history.isEmpty() || state.history.getLast().step() != state.step)
            state.history.add(new LossPoint(state.step, state.loss, last));
        double seconds = secondsOfWork();
        Failures failures = failures();
        Provenance provenance = new Provenance(
                trainer.method(),
                trainer.model().name(),
                trainer.model().ready(),
                Provenance.libraryVersion(),
                trainer.seed().value(),
                simulationsUsed(),
                failures.count(),
                seconds,
                Instant.now(),
                Optional.of(new Provenance.Training(
                        Json.write(PlanJson.write(plan)), state.step, state.loss, last, seenLoss(), state.history)));
        trainer.listener().on(new TrainingEvent.Finished(state.step, state.loss, last, seconds, failures));
        return AmortizedPosterior.of(
                Schema.of(trainer.model().withCount(simulations.count())),
                scales,
                networks,
                weights,
                simulations.validation().stream()
                        .map(batch -> scales.prepare(batch).x()),
                profiles(),
                provenance);
    }

    private double[][] profiles() {
        DataProfile profile =
                new DataProfile(trainer.model().kind(), trainer.model().columns());
        return simulations.validation().stream()
                .flatMap(batch -> batch.observations().stream())
                .map(profile::of)
                .toArray(double[][]::new);
    }

    /** The loss of the weights as they are on data sets that trained them, if they could be learned by heart. */
    private OptionalDouble seenLoss() {
        int most = simulations.validation().stream().mapToInt(Batch::size).sum();
        List<Scales.Prepared> seen = batches.seen(state.step, most);
        if (seen.isEmpty()) return OptionalDouble.empty();
        Validation again =
                new Validation(objective, workers, seen, trainer.seed().child("seen noise"));
        return OptionalDouble.of(again.loss() - scales.logSlopeOfRegression());
    }

    private double validationLoss() {
        return validation.loss() - scales.logSlopeOfRegression();
    }

    Failures failures() {
        return failuresBefore.plus(batches.failures());
    }

    private double seconds() {
        return secondsBefore + (nanos.getAsLong() - begun) / 1e9;
    }

    @Override
    public void close() {
        workers.close();
        pool.close();
        if (batches != null) batches.close();
    }

    /** Reports progress a few times a second and estimates the time left. */
    private final class Clock {
        private long lastReport = nanos.getAsLong();
        private long windowBegun = lastReport;
        private long windowStep = state.step;
        private final long firstStep = state.step;

        void afterStep() {
            long now = nanos.getAsLong();
            if (state.step == COLD_STEPS) {
                windowBegun = now;
                windowStep = state.step;
            }
            if (now - lastReport < PROGRESS_NANOS) return;
            lastReport = now;
            double elapsed = (now - begun) / 1e9;
            double left = timeLimit < Double.POSITIVE_INFINITY
                    ? Math.max(0, timeLimit - seconds())
                    : (state.totalSteps - state.step) * secondsPerStep(now);
            trainer.listener()
                    .on(new TrainingEvent.Progress(
                            state.step,
                            state.totalSteps,
                            state.loss,
                            state.history.isEmpty()
                                    ? Double.NaN
                                    : state.history.getLast().validation(),
                            schedule.rate(Math.max(1, state.step)) * state.rateFactor,
                            descent.gradientNorm(),
                            (batches.simulations(state.step) - batches.simulations(firstStep)) / elapsed,
                            batches.waitedNanos() / 1e9 / elapsed,
                            left));
        }

        private double secondsPerStep(long now) {
            return (now - windowBegun) / 1e9 / Math.max(1, state.step - windowStep);
        }
    }
}
