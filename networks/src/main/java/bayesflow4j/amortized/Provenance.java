package bayesflow4j.amortized;

import java.time.Instant;
import java.util.List;

/**
 * Where a trained network comes from.
 *
 * @param model the name of the generative model
 * @param version of the library that trained it
 * @param plan how it was trained, as JSON
 * @param trainingLoss the mean of the last losses
 * @param validationLoss on simulations that training did not see
 * @param history losses over the steps
 */
public record Provenance(
        String model,
        String version,
        long seed,
        String plan,
        long steps,
        long simulations,
        long failedSimulations,
        double seconds,
        double trainingLoss,
        double validationLoss,
        Instant trained,
        List<LossPoint> history) {

    public Provenance {
        history = List.copyOf(history);
    }

    /** The version of this library, from its jar; {@code development} where it does not run from one. */
    public static String libraryVersion() {
        String version = Provenance.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
