package bayesflow4j.posterior;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Properties;

/**
 * How an estimator was made.
 *
 * @param method the name of the method that fitted it
 * @param model the name of the generative model
 * @param ready whether the model is in the catalog under its name
 * @param version of the library that fitted it
 * @param seed of all random numbers
 * @param simulations the number of simulations used, including those for scales and validation
 * @param failedSimulations the number of simulations that failed and were replaced
 * @param seconds the duration of fitting
 * @param made when it was fitted
 * @param training the course of training, if it was trained by gradient descent
 */
public record Provenance(
        String method,
        String model,
        boolean ready,
        String version,
        long seed,
        long simulations,
        long failedSimulations,
        double seconds,
        Instant made,
        Optional<Training> training) {

    /** The provenance of an estimator that is known and was not fitted. */
    public static Provenance of(String method, String model, boolean ready) {
        return new Provenance(method, model, ready, libraryVersion(), 0, 0, 0, 0, Instant.EPOCH, Optional.empty());
    }

    /**
     * The course of a training by gradient descent.
     *
     * @param plan the training plan, as JSON
     * @param steps the number of optimizer steps
     * @param trainingLoss the running mean of the loss at the end
     * @param validationLoss the loss on held-out simulations
     * @param seenLoss the loss of the same weights on simulations that trained them, of the same kind and number; empty if each
     *     was used once, which cannot be learned by heart
     * @param history both losses over the steps
     * @param trials the designs that were compared before one was chosen; empty if there was no choice
     */
    public record Training(
            String plan,
            long steps,
            double trainingLoss,
            double validationLoss,
            OptionalDouble seenLoss,
            List<LossPoint> history,
            List<Trial> trials) {
        /** Copies the lists. */
        public Training {
            history = List.copyOf(history);
            trials = List.copyOf(trials);
        }

        /** A training without a choice of designs. */
        public Training(
                String plan,
                long steps,
                double trainingLoss,
                double validationLoss,
                OptionalDouble seenLoss,
                List<LossPoint> history) {
            this(plan, steps, trainingLoss, validationLoss, seenLoss, history, List.of());
        }

        /** The same as a part of a training with this plan, in JSON. */
        public Training withPlan(String plan) {
            return new Training(plan, steps, trainingLoss, validationLoss, seenLoss, history, trials);
        }

        /** The same after these trials. */
        public Training withTrials(List<Trial> trials) {
            return new Training(plan, steps, trainingLoss, validationLoss, seenLoss, history, trials);
        }
    }

    /**
     * One of several designs of networks, as it stood when it was last compared with the others.
     *
     * @param design what it is, in a few words
     * @param steps that it had trained for
     * @param loss the mean of −log q(θ | x) over held-out simulations, in the user's units
     * @param behind by how much that of the best was lower, on average over the same simulations
     * @param error the standard error of {@code behind}
     * @param chosen whether it was trained to the end
     */
    public record Trial(String design, long steps, double loss, double behind, double error, boolean chosen) {}

    /** The same with this course of training, which took so many more simulations, failures and seconds. */
    public Provenance after(Training training, long moreSimulations, long moreFailures, double moreSeconds) {
        return new Provenance(
                method,
                model,
                ready,
                version,
                seed,
                simulations + moreSimulations,
                failedSimulations + moreFailures,
                seconds + moreSeconds,
                made,
                Optional.of(training));
    }

    /** The training loss (a running mean) and the validation loss at one step. */
    public record LossPoint(long step, double training, double validation) {}

    /** The version of this library, as its build wrote it. */
    public static String libraryVersion() {
        Properties properties = new Properties();
        try (InputStream in = Provenance.class.getResourceAsStream("version.properties")) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }
}
