package bayesflow4j.scale;

import bayesflow4j.model.Prior;
import bayesflow4j.model.distribution.WithQuantiles;

/**
 * √12 (F(θᵢ | θ₁ … θᵢ₋₁) − ½), the prior's quantile of each parameter given those before it: independent and uniform on
 * [−√3, √3] under the prior.
 *
 * @param prior a prior whose quantiles are {@linkplain #known known}
 * @param lattice its discrete parameters, which have none
 */
record Quantiles(Prior prior, Lattice lattice) implements ParameterScale {
    private static final double SPREAD = Math.sqrt(12);

    /** Whether every continuous parameter of the prior has a bounded support and a known distribution function. */
    static boolean known(Prior prior) {
        double[] theta = prior.fromReal(new double[prior.dimension()]);
        for (int i = 0; i < theta.length; i++)
            if (!prior.parameters().get(i).support().isDiscrete()
                    && !(prior.conditional(i, theta).orElse(null) instanceof WithQuantiles)) return false;
        return true;
    }

    @Override
    public Prior domain() {
        return prior;
    }

    private WithQuantiles given(int index, double[] theta) {
        return (WithQuantiles) prior.conditional(index, theta).orElseThrow();
    }

    @Override
    public double[] toLine(double[] theta) {
        double[] line = new double[theta.length];
        for (int i : lattice.continuous()) line[i] = SPREAD * (given(i, theta).cumulative(theta[i]) - 0.5);
        for (int j = 0; j < lattice.size(); j++) {
            int i = lattice.position(j);
            line[i] = prior.support(i, theta).toReal(theta[i]) - lattice.least()[j];
        }
        return line;
    }

    @Override
    public double[] fromLine(double[] standardized) {
        double[] theta = new double[standardized.length];
        for (int i = 0, j = 0; i < theta.length; i++)
            theta[i] = j < lattice.size() && lattice.position(j) == i
                    ? prior.support(i, theta).fromReal(lattice.least()[j++] + standardized[i])
                    : given(i, theta).quantile(Math.clamp(standardized[i] / SPREAD + 0.5, 0, 1));
        return theta;
    }

    @Override
    public double[] toReal(double[] standardized) {
        return prior.toReal(fromLine(standardized));
    }

    @Override
    public double logSlope(double[] theta) {
        if (lattice.isEmpty()) return prior.logDensity(theta) + theta.length * Math.log(SPREAD);
        double sum = 0;
        for (int i : lattice.continuous()) sum += given(i, theta).logDensity(theta[i]) + Math.log(SPREAD);
        return sum;
    }
}
