package bayesflow4j.training;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.engine.optimizer.NonFiniteException;
import bayesflow4j.engine.optimizer.Schedule;
import bayesflow4j.method.Budget;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.method.TrainingEvent;
import bayesflow4j.method.TrainingStopped;
import bayesflow4j.model.Batch;
import bayesflow4j.model.Failures;
import bayesflow4j.posterior.DensityPosterior;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.posterior.Provenance.LossPoint;
import bayesflow4j.scale.Scales;
import bayesflow4j.storage.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/** One training run from its first step, or from a checkpoint, to its end. */
final class Run implements AutoCloseable {
    /** Steps between states that training can roll back to; a checkpoint holds such a state. */
    static final int STEPS_PER_STATE = 100;

    /** Between two reports of progress. */
    static final long PROGRESS_NANOS = 250_000_000L;

    /** The first steps are slow while the JVM compiles; they are excluded from the estimate of the remaining time. */
    private static final long COLD_STEPS = 100;

    private static final float REDUCTION = 1f / 3;
    private static final double LOSS_MEMORY = 0.99;

    private final Trainer trainer;
    private final LongSupplier nanos;
    private final long created;
    private final TrainingPlan plan;
    private final Learner learner;
    private final Simulations simulations;
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
        plan = trainer.plan();
        learner = new Learner(trainer, synthetic, nanos);
        simulations = learner.simulations();
        state = learner.begin();
        checkpoint = trainer.checkpointing().map(learner::checkpoint);
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
            learner.restore(saved);
            trainer.listener()
                    .on(new TrainingEvent.Resumed(state.step, checkpoint.get().path()));
        });
        lastGood = learner.kept(state);
        schedule = schedule();
        batches = learner.batches(state.step);
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
        AmortizedPosterior posterior = learner.posterior(state.best.length > 0 ? state.best : learner.weights());
        return simulations.validation().stream()
                .flatMapToDouble(batch -> IntStream.range(0, batch.size())
                        .mapToDouble(m -> -DensityPosterior.of(posterior.given(batch.observations(m)))
                                .logDensity(batch.theta()[m])))
                .limit(most)
                .toArray();
    }

    private void step() {
        Scales.Prepared batch = batches.at(state.step);
        try {
            double loss = learner.step(batch, state.step, schedule.rate(state.step + 1) * state.rateFactor);
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
        learner.restore(lastGood);
        trainer.listener()
                .on(new TrainingEvent.Restarted(failure.step(), state.step, state.rateFactor, failure.getMessage()));
    }

    private boolean validateAndCheckPatience() {
        double loss = learner.validationLoss();
        state.history.add(new LossPoint(state.step, state.loss, loss));
        state.validationsSinceBest++;
        if (loss < state.bestLoss) {
            state.bestLoss = loss;
            state.bestStep = state.step;
            state.validationsSinceBest = 0;
            if (plan.patience() > 0 || simulations.reused()) state.best = learner.weights();
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
        learner.take(state.best);
        state.reductions++;
        state.rateFactor *= REDUCTION;
        state.validationsSinceBest = 0;
        trainer.listener().on(new TrainingEvent.RateReduced(state.step, state.bestStep, state.rateFactor));
    }

    private void keepState() {
        state.seconds = seconds();
        Failures failures = failures();
        state.failedSimulations = failures.count();
        state.attemptedSimulations = failures.attempts();
        lastGood = learner.kept(state);
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
        double last = learner.validationLoss();
        if (state.best.length > 0 && state.bestLoss < last) {
            learner.take(state.best);
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
        return learner.posterior(provenance);
    }

    /** The loss of the weights as they are on data sets that trained them, if they could be learned by heart. */
    private OptionalDouble seenLoss() {
        int most = simulations.validation().stream().mapToInt(Batch::size).sum();
        List<Scales.Prepared> seen = batches.seen(state.step, most);
        if (seen.isEmpty()) return OptionalDouble.empty();
        return OptionalDouble.of(learner.loss(seen));
    }

    Failures failures() {
        return failuresBefore.plus(batches.failures());
    }

    private double seconds() {
        return secondsBefore + (nanos.getAsLong() - begun) / 1e9;
    }

    @Override
    public void close() {
        learner.close();
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
                            learner.gradientNorm(),
                            (batches.simulations(state.step) - batches.simulations(firstStep)) / elapsed,
                            batches.waitedNanos() / 1e9 / elapsed,
                            left));
        }

        private double secondsPerStep(long now) {
            return (now - windowBegun) / 1e9 / Math.max(1, state.step - windowStep);
        }
    }
}
