package bayesflow4j.scale;

import bayesflow4j.model.Domain;
import java.util.List;

/**
 * The bijection between θ in the user's units and the real line of each parameter: the support is mapped onto the line,
 * then standardized. Every point of the line maps back into the support.
 */
public final class ParameterScale {
    private final Domain domain;
    private final Standardization line;

    ParameterScale(Domain domain, Standardization line) {
        this.domain = domain;
        this.line = line;
    }

    /** The scale estimated from draws of the prior. */
    static ParameterScale of(Domain domain, List<double[]> thetas) {
        double[][] rows = thetas.stream().map(domain::toReal).toArray(double[][]::new);
        return new ParameterScale(domain, Standardization.of(rows, domain.dimension()));
    }

    /** The support of θ. */
    public Domain domain() {
        return domain;
    }

    Standardization line() {
        return line;
    }

    /** θ on the line, standardized. */
    double[] toLine(double[] theta) {
        double[] real = domain.toReal(theta);
        for (int j = 0; j < real.length; j++) real[j] = line.apply(j, real[j]);
        return real;
    }

    /** θ in the user's units. */
    double[] fromLine(double[] standardized) {
        return domain.fromReal(toReal(standardized));
    }

    /** θ on the line, not standardized. */
    double[] toReal(double[] standardized) {
        double[] real = new double[standardized.length];
        for (int j = 0; j < real.length; j++) real[j] = line.undo(j, standardized[j]);
        return real;
    }

    /** log|det| of the Jacobian of {@link #toLine} at θ. */
    double logSlope(double[] theta) {
        double sum = domain.logSlope(theta);
        for (double sd : line.sd()) sum -= Math.log(sd);
        return sum;
    }
}
