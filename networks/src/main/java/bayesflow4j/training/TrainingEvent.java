package bayesflow4j.training;

import bayesflow4j.model.Failures;
import java.nio.file.Path;

/** Something that happened in training. */
public sealed interface TrainingEvent {
    /** How far the regression before training is; told a few times a second. */
    record Regressing(long simulations, long total) implements TrainingEvent {}

    /**
     * How far training is; told a few times a second.
     *
     * @param totalSteps how many there will be; under a budget in minutes, at the mean speed so far
     * @param loss running mean over about 100 steps
     * @param validationLoss the last one, NaN before the first
     * @param waitingShare the part of the time that training waited for simulations
     * @param secondsLeft until the last step
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

    /** The loss on simulations that training does not see. */
    record Validated(long step, double loss, double best) implements TrainingEvent {}

    /** A loss was not finite: training goes on from an earlier step with a smaller rate. */
    record Restarted(long failedStep, long fromStep, double rateFactor, String reason) implements TrainingEvent {}

    /** A checkpoint was written. */
    record Saved(long step, Path path) implements TrainingEvent {}

    /** Training goes on from a checkpoint. */
    record Resumed(long step, Path path) implements TrainingEvent {}

    /** Training ended before its budget was used up, because the validation loss no longer improved. */
    record EndedEarly(long step, long bestStep, double bestLoss) implements TrainingEvent {}

    /** Training is done. */
    record Finished(long steps, double loss, double validationLoss, double seconds, Failures failures)
            implements TrainingEvent {}
}
