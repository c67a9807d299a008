package bayesflow4j.scale;

import bayesflow4j.model.Domain;
import bayesflow4j.model.Prior;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The support of each parameter mapped onto the real line, then standardized. */
record RealLine(Domain domain, Standardization line, Lattice lattice) implements ParameterScale {
    /** The scale estimated from draws of the prior. */
    static RealLine of(Prior prior, Supplier<Stream<double[]>> thetas) {
        Standardization line = Standardization.of(() -> thetas.get().map(prior::toReal), prior.dimension());
        Lattice lattice = Lattice.of(prior);
        for (int j = 0; j < lattice.size(); j++) {
            line.mean()[lattice.position(j)] = lattice.least()[j];
            line.sd()[lattice.position(j)] = 1;
        }
        return new RealLine(prior, line, lattice);
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
