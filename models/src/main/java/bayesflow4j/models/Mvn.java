package bayesflow4j.models;

import static bayesflow4j.model.distribution.Distribution.normal;

import bayesflow4j.catalog.ModelFamily;
import bayesflow4j.catalog.Options;
import bayesflow4j.model.ChainPrior;
import bayesflow4j.model.Column;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.numeric.Cholesky;
import bayesflow4j.posterior.ExactPosterior;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * One observation x ~ N(μ, Σ) with μ ~ N(0, I), D = 5, 50, 500 or any other dimension. Σ = A·Aᵀ/D with a fixed matrix A of
 * standard normal numbers: one draw of the Wishart distribution with D degrees of freedom and scale I/D.
 *
 * <p>Exact posterior: N((I + Σ)⁻¹ x, I − (I + Σ)⁻¹).
 */
public final class Mvn implements ModelFamily {
    private static final Seed COVARIANCE = new Seed(2020).child("mvn covariance");

    @Override
    public String name() {
        return "mvn";
    }

    @Override
    public String description() {
        return "mean of a multivariate normal; the exact posterior is normal";
    }

    @Override
    public List<Option> options() {
        return List.of(new Option("dimension", "5", "D; the paper has 5, 50 and 500"));
    }

    @Override
    public GenerativeModel model(Options options) {
        int dimension = dimension(options);
        double[][] columns = columns(root(dimension));
        ChainPrior prior = Prior.of("mu1", normal(0, 1));
        for (int i = 2; i <= dimension; i++) prior = prior.and("mu" + i, normal(0, 1));
        return new GenerativeModel(
                options.nameOf(this),
                prior,
                (theta, count, rng) -> simulate(theta, columns, count, rng),
                ObservationCount.exactly(1),
                DataKind.VECTOR,
                IntStream.rangeClosed(1, dimension)
                        .mapToObj(i -> new Column("x" + i))
                        .toList(),
                "Radev et al. (2020)");
    }

    @Override
    public Optional<ExactPosterior> exactPosterior(Options options) {
        double[][] sum = covariance(options);
        for (int i = 0; i < sum.length; i++) sum[i][i] += 1;
        Cholesky factor = Cholesky.of(sum);
        double[][] spread = factor.inverse();
        for (int i = 0; i < spread.length; i++) {
            for (int j = 0; j < spread.length; j++) spread[i][j] = (i == j ? 1 : 0) - spread[i][j];
        }
        Cholesky spreadFactor = Cholesky.of(spread);
        GenerativeModel model = model(options).asReady();
        List<String> names = model.prior().names();
        return Optional.of(ExactPosterior.of(model, x -> {
            double[] row = new double[x.width()];
            for (int i = 0; i < row.length; i++) row[i] = x.at(0, i);
            return new NormalPosterior(names, factor.solve(row), spread, spreadFactor);
        }));
    }

    /** Σ [D, D]. */
    static double[][] covariance(Options options) {
        double[][] root = root(dimension(options));
        double[][] covariance = new double[root.length][root.length];
        for (int i = 0; i < root.length; i++)
            for (int j = 0; j <= i; j++) covariance[i][j] = covariance[j][i] = dot(root[i], root[j]);
        return covariance;
    }

    private static int dimension(Options options) {
        return options.whole("dimension", 1, 10_000);
    }

    /** A / √D. */
    private static double[][] root(int dimension) {
        RandomGenerator rng = COVARIANCE.stream(dimension);
        double[][] root = new double[dimension][dimension];
        for (double[] row : root)
            for (int j = 0; j < dimension; j++) row[j] = rng.nextGaussian() / Math.sqrt(dimension);
        return root;
    }

    private static double[][] columns(double[][] rows) {
        double[][] columns = new double[rows.length][rows.length];
        for (int i = 0; i < rows.length; i++) for (int j = 0; j < rows.length; j++) columns[j][i] = rows[i][j];
        return columns;
    }

    /** By columns, which the compiler makes vectors of. */
    private static Observations simulate(double[] theta, double[][] columns, int count, RandomGenerator rng) {
        int dimension = theta.length;
        float[] x = new float[count * dimension];
        double[] noise = new double[dimension];
        for (int n = 0; n < count; n++) {
            Arrays.fill(noise, 0);
            for (double[] column : columns) addMultiple(rng.nextGaussian(), column, noise);
            for (int i = 0; i < dimension; i++) x[n * dimension + i] = (float) (theta[i] + noise[i]);
        }
        return new Observations(count, dimension, x);
    }

    private static void addMultiple(double factor, double[] column, double[] to) {
        for (int i = 0; i < to.length; i++) to[i] = Math.fma(factor, column[i], to[i]);
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) sum = Math.fma(a[i], b[i], sum);
        return sum;
    }
}
