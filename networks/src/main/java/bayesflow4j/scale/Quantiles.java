package bayesflow4j.scale;

import bayesflow4j.model.Prior;
import bayesflow4j.model.distribution.WithQuantiles;

/**
 * √12 (F(θᵢ | θ₁ … θᵢ₋₁) − ½), the prior's quantile of each parameter given those before it: independent and uniform on
 * [−√3, √3] under the prior.
 *
 * @param prior a prior whose quantiles are {@linkplain #known known}
 */
record Quantiles(Prior prior) implements ParameterScale {
    private static final double SPREAD = Math.sqrt(12);

    /** Whether every parameter of the prior has a bounded support and a known distribution function. */
    static boolean known(Prior prior) {
        double[] theta = prior.fromReal(new double[prior.dimension()]);
        for (int i = 0; i < theta.length; i++)
            if (!(prior.conditional(i, theta).orElse(null) instanceof WithQuantiles)) return false;
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
        for (int i = 0; i < line.length; i++)
            line[i] = SPREAD * (given(i, theta).cumulative(theta[i]) - 0.5);
        return line;
    }

    @Override
    public double[] fromLine(double[] standardized) {
        double[] theta = new double[standardized.length];
        for (int i = 0; i < theta.length; i++)
            theta[i] = given(i, theta).quantile(Math.clamp(standardized[i] / SPREAD + 0.5, 0, 1));
        return theta;
    }

    @Override
    public double[] toReal(double[] standardized) {
        return prior.toReal(fromLine(standardized));
    }

    @Override
    public double logSlope(double[] theta) {
        return prior.logDensity(theta) + theta.length * Math.log(SPREAD);
    }
}
