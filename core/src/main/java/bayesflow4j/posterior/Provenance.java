package bayesflow4j.posterior;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
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
     * @param history both losses over the steps
     */
    public record Training(
            String plan, long steps, double trainingLoss, double validationLoss, List<LossPoint> history) {
        /** Copies the history. */
        public Training {
            history = List.copyOf(history);
        }
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
