package bayesflow4j.method;

import bayesflow4j.diagnostics.Recovery;
import bayesflow4j.model.Failures;
import bayesflow4j.posterior.Posterior;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.random.Seed;
import java.util.List;

/**
 * p(θ | x) of one data set, and how it was found.
 *
 * @param posterior of the data set
 * @param rounds in their order
 * @param notes what a user should know about the fit
 * @param failures of the simulator
 * @param provenance of the posterior
 * @param check a test of the fit, which costs simulations
 */
public record CaseFit(
        Posterior posterior,
        List<Round> rounds,
        List<String> notes,
        Failures failures,
        Provenance provenance,
        LocalCheck check) {
    /** Copies the lists. */
    public CaseFit {
        rounds = List.copyOf(rounds);
        notes = List.copyOf(notes);
    }

    /** A test of the fit. */
    @FunctionalInterface
    public interface LocalCheck {
        /**
         * Simulates data sets at parameters that the posterior allows and infers each of them. If the fit is right, truths and
         * draws are exchangeable. The state of the fit keeps the simulations, so none that is kept is made again.
         *
         * @throws TrainingStopped if {@link Fitting#stop} became true
         */
        Around around(int dataSets, int draws, Seed seed);
    }

    /**
     * Truths around the posterior, and what the method says about data simulated at them.
     *
     * @param recovery of the truths
     * @param about what was tested, in sentences
     */
    public record Around(Recovery recovery, String about) {}
}
