package bayesflow4j.cli;

import bayesflow4j.method.Fitting;
import bayesflow4j.method.TrainingEvent;
import bayesflow4j.method.TrainingListener;
import bayesflow4j.method.TrainingStopped;
import bayesflow4j.model.Failures;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.storage.EstimatorFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/**
 * Training under the eyes of a user: it prints its progress, stops at Ctrl-C with its state saved, and writes its result.
 *
 * @param err where progress goes
 * @param output where the result goes
 * @param quiet whether to print nothing but errors
 */
record SupervisedTraining(PrintWriter err, NetworkOutput output, boolean quiet) {
    /** What is done with an estimator once it is in its file. */
    @FunctionalInterface
    interface Afterwards {
        void accept(Estimator estimator) throws IOException;
    }

    /** The exit code. */
    int run(Fitting fitting, Function<Fitting, Estimator> fit, Afterwards afterwards) throws IOException {
        TrainingProgress progress = new TrainingProgress(err, TrainingProgress.isTerminal());
        AtomicReference<Failures> failures = new AtomicReference<>(Failures.NONE);
        TrainingListener listener = event -> {
            if (!quiet) progress.on(event);
            if (event instanceof TrainingEvent.Finished end) failures.set(end.failures());
        };
        if (output.resume() && !output.checkpointing().exists() && !quiet)
            err.println("No checkpoint " + output.checkpoint() + " found: training starts from the beginning.");
        try (Interruption interruption = new Interruption()) {
            try {
                Estimator estimator = fit.apply(fitting.withListener(listener).withStop(interruption::requested));
                EstimatorFile.write(estimator, output.file());
                output.checkpointing().delete();
                if (failures.get().count() > 0) err.println(failures.get().report());
                afterwards.accept(estimator);
                return 0;
            } catch (TrainingStopped stopped) {
                progress.clear();
                err.println(
                        output.checkpointing().exists()
                                ? "Stopped; the state after step " + stopped.step() + " is in " + output.checkpoint()
                                        + ". To continue, run the same command with --resume."
                                : "Stopped before a state was saved.");
                return TrainCommand.INTERRUPTED;
            }
        }
    }
}
