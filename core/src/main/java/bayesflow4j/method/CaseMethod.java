package bayesflow4j.method;

import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import java.util.Map;

/**
 * (p(θ) p(x | θ), x, settings, seed) ↦ p(θ | x) for one data set x: a procedure that simulates anew for each data set, where
 * simulations are too expensive to train for all of them.
 *
 * <p>A provider lists its class in {@code META-INF/services/bayesflow4j.method.CaseMethod} and has a constructor without
 * arguments; {@link bayesflow4j.catalog.CaseMethods} finds it by name.
 */
public interface CaseMethod {
    /** The name in catalogs and files, for example {@code tsnpe}. */
    String name();

    /** What it does, in one sentence. */
    String description();

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

    /** The meaning of each setting, by its path such as {@code case.rounds}. */
    Map<String, String> meanings();

    /**
     * Fits the posterior of one data set. It depends on the model, the data, the settings and the seed, never on the number
     * of threads. Where the fitting has a {@link Fitting.Checkpointing}, its path is a directory that keeps all simulations:
     * a fit that was stopped goes on from there and repeats no simulation that is kept.
     *
     * @throws TrainingStopped if {@link Fitting#stop} became true
     */
    CaseFit fit(GenerativeModel model, Observations x, Fitting fitting);
}
