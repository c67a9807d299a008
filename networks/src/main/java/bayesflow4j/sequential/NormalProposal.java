package bayesflow4j.sequential;

import bayesflow4j.head.Normals;
import bayesflow4j.model.Domain;
import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import java.util.Arrays;

/**
 * φ⁻¹ of N(m, C): one normal on the unconstrained scale, φ being {@link Domain#toReal}.
 *
 * @param note on how wide it is
 */
record NormalProposal(Domain domain, Normals normal, String note) implements Proposal {
    /** With the moments of draws, its covariance widened by this factor. */
    static NormalProposal around(Domain domain, Draws draws, double widening, String note) {
        double[][] real = Arrays.stream(draws.rows()).map(domain::toReal).toArray(double[][]::new);
        Draws line = Draws.of(domain.names(), real);
        double[][] covariance = line.covariance();
        for (double[] row : covariance) for (int j = 0; j < row.length; j++) row[j] *= widening;
        return new NormalProposal(domain, Normals.of(line.mean(), covariance), note);
    }

    @Override
    public double[][] sample(int count, Seed seed) {
        double[][] draws = new double[count][];
        for (int i = 0; i < count; i++) draws[i] = domain.fromReal(normal.sample(seed.stream(i)));
        return draws;
    }

    @Override
    public double logDensity(double[] theta) {
        return normal.logDensity(domain.toReal(theta)) + domain.logSlope(theta);
    }
}
