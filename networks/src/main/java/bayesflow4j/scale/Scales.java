package bayesflow4j.scale;

import bayesflow4j.engine.memory.Block;
import bayesflow4j.model.Batch;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Prior;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The maps between a model's parameters and data and the numbers that networks see, estimated from pilot simulations.
 * Each parameter and each column of the data is scaled separately; if the data are one vector, the parameters may then
 * be replaced by the residuals of a regression on the data.
 */
public final class Scales {
    /**
     * Simulated data sets as the networks see them.
     *
     * @param theta [M, 1, D]
     * @param x [M, N, d]
     * @param terms numbers for each of them that the training criterion needs [M]
     */
    public record Prepared(Block theta, Block x, double[][] terms) {
        /** Data sets for maximum likelihood, which needs nothing else. */
        public Prepared(Block theta, Block x) {
            this(theta, x, new double[x.sets()][0]);
        }
    }

    private final ParameterScale parameters;
    private final DataScale data;
    private final Optional<Residuals> residuals;

    Scales(ParameterScale parameters, DataScale data, Optional<Residuals> residuals) {
        this.parameters = parameters;
        this.data = data;
        this.residuals = residuals;
    }

    /** The scales estimated from pilot simulations of the model. */
    public static Scales of(GenerativeModel model, List<Batch> pilot) {
        return new Scales(
                RealLine.of(model.prior(), () -> pilot.stream().flatMap(batch -> Stream.of(batch.theta()))),
                DataScale.of(model.columns(), pilot),
                Optional.empty());
    }

    /**
     * The scales of the data estimated from pilot simulations, and the prior's quantiles in place of the parameters.
     *
     * @throws IllegalArgumentException unless they are {@linkplain #knowsQuantiles known}
     */
    public static Scales onQuantiles(GenerativeModel model, List<Batch> pilot) {
        if (!knowsQuantiles(model.prior()))
            throw new IllegalArgumentException(
                    "prior: expected bounded distributions with known quantiles, uniform or log-uniform, got "
                            + model.prior().notation());
        return new Scales(
                new Quantiles(model.prior(), Lattice.of(model.prior())),
                DataScale.of(model.columns(), pilot),
                Optional.empty());
    }

    /** Whether every continuous parameter of the prior has a bounded support and a known distribution function. */
    public static boolean knowsQuantiles(Prior prior) {
        return Quantiles.known(prior);
    }

    /**
     * The number of simulations with which {@link #withRegression} is about an eighth of a nat from the best
     * regression.
     */
    public static long enoughForRegression(GenerativeModel model) {
        return Residuals.Sums.enough(
                DataScale.width(model.columns()), model.prior().dimension());
    }

    /**
     * The same with a regression of the parameters on the data, which must be one row each; unchanged if there are too
     * few simulations for a useful regression.
     */
    public Scales withRegression(Stream<Batch> simulations, ForkJoinPool pool) {
        Residuals.Sums sums =
                new Residuals.Sums(data.width(), parameters.domain().dimension());
        simulations.forEachOrdered(batch -> sums.add(rows(batch), pool));
        return sums.suffice() ? new Scales(parameters, data, Optional.of(sums.residuals(pool))) : this;
    }

    private double[][] rows(Batch batch) {
        float[] x = data.apply(batch.x());
        double[][] rows = new double[batch.size()][];
        for (int m = 0; m < rows.length; m++) {
            double[] theta = parameters.toLine(batch.theta()[m]);
            rows[m] = new double[data.width() + theta.length];
            for (int j = 0; j < data.width(); j++) rows[m][j] = x[m * data.width() + j];
            System.arraycopy(theta, 0, rows[m], data.width(), theta.length);
        }
        return rows;
    }

    /** The batch as the networks see it. */
    public Prepared prepare(Batch batch) {
        int width = parameters.domain().dimension();
        float[] x = data.apply(batch.x());
        float[] theta = new float[batch.size() * width];
        for (int m = 0; m < batch.size(); m++)
            given(x, m * batch.count() * data.width()).apply(batch.theta()[m], theta, m * width);
        return new Prepared(
                Block.of(theta, batch.size(), 1, width), Block.of(x, batch.size(), batch.count(), data.width()));
    }

    /** The same with numbers for each θ. */
    public Prepared prepare(Batch batch, UnaryOperator<double[]> terms) {
        Prepared prepared = prepare(batch);
        return new Prepared(
                prepared.theta(),
                prepared.x(),
                Stream.of(batch.theta()).map(terms).toArray(double[][]::new));
    }

    /** The bijection between θ and the head's numbers, given the scaled data set that starts at {@code at}. */
    public Given given(float[] x, int at) {
        return new Given(residuals.map(r -> r.given(x, at)).orElse(null));
    }

    /** The bijection between θ in the user's units and the head's numbers, given a data set. */
    public final class Given {
        private final double[] given;

        private Given(double[] given) {
            this.given = given;
        }

        /** Writes θ as the head sees it. */
        public void apply(double[] theta, float[] to, int at) {
            double[] line = parameters.toLine(theta);
            if (residuals.isPresent()) residuals.get().apply(line, given, to, at);
            else for (int j = 0; j < line.length; j++) to[at + j] = (float) line[j];
        }

        /** θ in the user's units. */
        public double[] undo(float[] from, int at) {
            return parameters.fromLine(line(from, at));
        }

        /** θ on the line, standardized, without the regression. */
        public double[] line(float[] from, int at) {
            if (residuals.isPresent()) return residuals.get().undo(from, at, given);
            double[] line = new double[parameters.domain().dimension()];
            for (int j = 0; j < line.length; j++) line[j] = from[at + j];
            return line;
        }

        /** θ on the unconstrained scale, {@link bayesflow4j.model.Domain#toReal}; affine in the head's numbers. */
        public double[] real(float[] from, int at) {
            return parameters.toReal(line(from, at));
        }

        /** log|det| of the Jacobian of {@link #apply} at θ. */
        public double logSlope(double[] theta) {
            return parameters.logSlope(theta) + logSlopeOfRegression();
        }
    }

    /**
     * The regression's contribution to log|det|, the same for all θ and x; subtracting it makes losses comparable to
     * those of standardized parameters.
     */
    public double logSlopeOfRegression() {
        return residuals.map(Residuals::logSlope).orElse(0.0);
    }

    /** The scale of θ, without the regression. */
    public ParameterScale parameters() {
        return parameters;
    }

    /** The scale of the data. */
    public DataScale data() {
        return data;
    }

    Optional<Residuals> residuals() {
        return residuals;
    }
}
