package bayesflow4j.models;

import static bayesflow4j.model.distribution.Distribution.normal;

import bayesflow4j.catalog.ModelFamily;
import bayesflow4j.catalog.Options;
import bayesflow4j.model.Column;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.numeric.Cholesky;
import bayesflow4j.posterior.ExactPosterior;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Bayesian regression: β ~ N(0, I₄), rows x ~ N(0, I₄) with y = βᵀx + N(0, 1).
 *
 * <p>Exact posterior: N(Λ Xᵀy, Λ) with Λ⁻¹ = I + XᵀX.
 */
public final class Regression implements ModelFamily {
    private static final int D = 4;
    private static final int WIDTH = D + 1;

    @Override
    public String name() {
        return "regression";
    }

    @Override
    public String description() {
        return "linear regression on four covariates; the exact posterior is normal";
    }

    @Override
    public GenerativeModel model(Options options) {
        return new GenerativeModel(
                options.nameOf(this),
                Prior.of("beta1", normal(0, 1))
                        .and("beta2", normal(0, 1))
                        .and("beta3", normal(0, 1))
                        .and("beta4", normal(0, 1)),
                Regression::simulate,
                ObservationCount.between(50, 500),
                DataKind.SET,
                List.of(new Column("x1"), new Column("x2"), new Column("x3"), new Column("x4"), new Column("y")),
                "Radev et al. (2020)");
    }

    @Override
    public Optional<ExactPosterior> exactPosterior(Options options) {
        GenerativeModel model = model(options).asReady();
        List<String> names = model.prior().names();
        return Optional.of(ExactPosterior.of(model, x -> posterior(names, x)));
    }

    private static Observations simulate(double[] beta, int count, RandomGenerator rng) {
        float[] rows = new float[count * WIDTH];
        for (int n = 0; n < count; n++) {
            double y = rng.nextGaussian();
            for (int i = 0; i < D; i++) {
                // Rounded first, so that y belongs to the covariates that are seen.
                float x = (float) rng.nextGaussian();
                rows[n * WIDTH + i] = x;
                y = Math.fma(beta[i], x, y);
            }
            rows[n * WIDTH + D] = (float) y;
        }
        return new Observations(count, WIDTH, rows);
    }

    private static NormalPosterior posterior(List<String> names, Observations data) {
        double[][] precision = new double[D][D];
        double[] moment = new double[D];
        for (int i = 0; i < D; i++) precision[i][i] = 1;
        for (int n = 0; n < data.count(); n++) {
            for (int i = 0; i < D; i++) {
                double x = data.at(n, i);
                moment[i] = Math.fma(x, data.at(n, D), moment[i]);
                for (int j = 0; j < D; j++) precision[i][j] = Math.fma(x, data.at(n, j), precision[i][j]);
            }
        }
        Cholesky factor = Cholesky.of(precision);
        double[][] covariance = factor.inverse();
        return new NormalPosterior(names, factor.solve(moment), covariance, Cholesky.of(covariance));
    }
}
