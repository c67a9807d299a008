package bayesflow4j.scale;

import bayesflow4j.model.Domain;
import java.util.List;

/** The support of each parameter mapped onto the real line, then standardized. */
record RealLine(Domain domain, Standardization line) implements ParameterScale {
    /** The scale estimated from draws of the prior. */
    static RealLine of(Domain domain, List<double[]> thetas) {
        double[][] rows = thetas.stream().map(domain::toReal).toArray(double[][]::new);
        return new RealLine(domain, Standardization.of(rows, domain.dimension()));
    }

    @Override
    public double[] toLine(double[] theta) {
        double[] real = domain.toReal(theta);
        for (int j = 0; j < real.length; j++) real[j] = line.apply(j, real[j]);
        return real;
    }

    @Override
    public double[] fromLine(double[] standardized) {
        return domain.fromReal(toReal(standardized));
    }

    @Override
    public double[] toReal(double[] standardized) {
        double[] real = new double[standardized.length];
        for (int j = 0; j < real.length; j++) real[j] = line.undo(j, standardized[j]);
        return real;
    }

    @Override
    public double logSlope(double[] theta) {
        double sum = domain.logSlope(theta);
        for (double sd : line.sd()) sum -= Math.log(sd);
        return sum;
    }
}
