package bayesflow4j.method;

import bayesflow4j.model.Failures;
import java.nio.file.Path;
import java.util.List;

/** An event during training. */
public sealed interface TrainingEvent {
    /**
     * Progress of work other than training, such as a preceding regression; sent a few times a second.
     *
     * @param what the work, for display
     * @param done the finished units of work, such as simulations
     * @param total all units of work
     */
    record Working(String what, long done, long total) implements TrainingEvent {}

    /**
     * Progress of a fit in several parts, such as rounds of simulation and training; sent a few times a second.
     *
     * @param what the part and how far it is, for display
     * @param share of the whole fit that is done, by time; NaN if not known
     * @param secondsLeft the estimated time to the end of the whole fit; NaN if not known
     * @param atLeast whether parts come on top of {@code secondsLeft} whose time is not known yet
     */
    record Part(String what, double share, double secondsLeft, boolean atLeast) implements TrainingEvent {
        /** The same of someone, when several fits are reported to one listener. */
        public Part of(String whose) {
            return new Part(whose + ", " + what, share, secondsLeft, atLeast);
        }
    }

    /**
     * Progress of training; sent a few times a second.
     *
     * @param step the last finished step, from 1
     * @param totalSteps the number of steps; under a time budget, an extrapolation from the mean speed so far
     * @param loss running mean over about 100 steps
     * @param validationLoss the latest, NaN before the first
     * @param rate the learning rate
     * @param gradientNorm the global norm of the last gradient, before clipping
     * @param simulationsPerSecond data sets simulated per second
     * @param waitingShare the fraction of time spent waiting for simulations
     * @param secondsLeft the estimated time to the last step
     */
    record Progress(
            long step,
            long totalSteps,
            double loss,
            double validationLoss,
            double rate,
            double gradientNorm,
            double simulationsPerSecond,
            double waitingShare,
            double secondsLeft)
            implements TrainingEvent {}

    /** The loss on held-out simulations was computed; {@code best} is the lowest so far. */
    record Validated(long step, double loss, double best) implements TrainingEvent {}

    /** A loss was not finite: training continues from an earlier step with a smaller learning rate. */
    record Restarted(long failedStep, long fromStep, double rateFactor, String reason) implements TrainingEvent {}

    /** A checkpoint was written. */
    record Saved(long step, Path path) implements TrainingEvent {}

    /** Training continues from a checkpoint. */
    record Resumed(long step, Path path) implements TrainingEvent {}

    /** The validation loss no longer improved: training goes on from the best weights at a smaller rate. */
    record RateReduced(long step, long bestStep, double rateFactor) implements TrainingEvent {}

    /** Training ended before its budget because the validation loss stopped improving. */
    record EndedEarly(long step, long bestStep, double bestLoss) implements TrainingEvent {}

    /** The weights of an earlier step are kept, because their validation loss is better than that of the last step. */
    record KeptBest(long step, double loss, long bestStep, double bestLoss) implements TrainingEvent {}

    /** What happened to one of several networks that are trained side by side; {@code index} counts from 0. */
    record Member(int index, int count, TrainingEvent event) implements TrainingEvent {}

    /** What happened to one of several designs that race; {@code index} counts from 0. */
    record Racing(int index, int count, String design, TrainingEvent event) implements TrainingEvent {}

    /** Designs were compared: these go on, the best first. A single one is trained to the end. */
    record Compared(List<String> left) implements TrainingEvent {
        /** Copies the list. */
        public Compared {
            left = List.copyOf(left);
        }
    }

    /** Training is done. */
    record Finished(long steps, double loss, double validationLoss, double seconds, Failures failures)
            implements TrainingEvent {}
}
