package bayesflow4j.classical.smc;

import bayesflow4j.model.Failures;
import bayesflow4j.model.Prior;
import java.util.List;
import java.util.Optional;

/**
 * The search for the particles of one population: the accepted ones among candidates 0 … {@code examined} − 1, in the order of
 * their index.
 *
 * @param real accepted [n][D], unconstrained
 * @param distances of the accepted [n]
 * @param examined how many candidates were simulated
 * @param failures of their simulator
 */
record Candidates(List<double[]> real, List<Double> distances, long examined, Failures failures) {
    static final Candidates NONE = new Candidates(List.of(), List.of(), 0, Failures.NONE);

    Candidates {
        real = List.copyOf(real);
        distances = List.copyOf(distances);
    }

    /** The accepted share. */
    double acceptance() {
        return examined == 0 ? 1 : (double) real.size() / examined;
    }

    /** The population of all accepted, with weights p(θ) / proposal(θ); without a proposal, they come from the prior. */
    Population weighted(Prior prior, Optional<Perturbation> proposal) {
        double[][] rows = real.toArray(double[][]::new);
        double[] log = new double[rows.length];
        double top = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < log.length; i++) {
            log[i] = proposal.isEmpty()
                    ? 0
                    : logPrior(prior, rows[i]) - proposal.get().logDensity(rows[i]);
            top = Math.max(top, log[i]);
        }
        double sum = 0;
        for (int i = 0; i < log.length; i++) sum += log[i] = StrictMath.exp(log[i] - top);
        for (int i = 0; i < log.length; i++) log[i] /= sum;
        return new Population(rows, log, distances.stream().mapToDouble(d -> d).toArray());
    }

    /** log p of the prior on the unconstrained scale. */
    private static double logPrior(Prior prior, double[] real) {
        double[] theta = prior.fromReal(real);
        return prior.logDensity(theta) - prior.logSlope(theta);
    }
}
