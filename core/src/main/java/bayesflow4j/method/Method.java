package bayesflow4j.method;

import bayesflow4j.model.GenerativeModel;
import bayesflow4j.posterior.Estimator;
import java.util.Map;

/**
 * (p(θ) p(x | θ), settings, seed) ↦ {@link Estimator}. An amortized method trains once, and its estimator then serves
 * any data set; a case-based method does its work anew for each data set that its estimator is given.
 *
 * <p>A provider lists its class in {@code META-INF/services/bayesflow4j.method.Method} and has a constructor without
 * arguments; {@link bayesflow4j.catalog.Methods} finds it by name.
 */
public interface Method {
    /** The name in catalogs and files, for example {@code flow}. */
    String name();

    /** What it does, in one sentence. */
    String description();

    /** What fitting requires, in a few words. */
    String needs();

    /** Whether it trains once for all data sets, rather than working anew for each. */
    boolean amortized();

    /** Whether its posteriors are {@link bayesflow4j.posterior.DensityPosterior}s. */
    boolean knowsDensity();

    /** The publication that describes it. */
    String reference();

    /**
     * All settings that a fit would have, section by section as in a model file: each setting of the fitting replaces its
     * default, all others stay.
     *
     * @throws bayesflow4j.storage.FieldException if a setting is unknown or its value invalid
     */
    Map<String, Object> settings(GenerativeModel model, Fitting fitting);

    /** The meaning of each setting, by its path such as {@code training.batch}. */
    default Map<String, String> meanings() {
        return Map.of();
    }

    /**
     * Fits an estimator. It depends on the model, the settings and the seed, never on the number of threads.
     *
     * @throws TrainingStopped if {@link Fitting#stop} became true
     */
    Estimator fit(GenerativeModel model, Fitting fitting);
}
