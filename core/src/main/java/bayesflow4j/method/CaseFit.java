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

    /** Truths around the posterior, data simulated at them, and what the method says about each. */
    @FunctionalInterface
    public interface LocalCheck {
        /**
         * Simulates data sets at parameters that the posterior allows and infers each of them. If the fit is right, truths and
         * draws are exchangeable.
         */
        Recovery recovery(int dataSets, int draws, Seed seed);
    }
}
