package bayesflow4j.benchmarks.evidence;

import static bayesflow4j.model.distribution.Distribution.gamma;
import static bayesflow4j.model.distribution.Distribution.normal;

import bayesflow4j.hypotheses.Hypotheses;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.numeric.Cholesky;
import java.util.random.RandomGenerator;

/**
 * y = σ(a + b·t + ε) with noise of unknown precision 1/σ² ~ Gamma(3, 3) and t ~ N(0, 1) given, with and without the term b·t;
 * a, b ~ N(0, 1). The normal-inverse-gamma prior is conjugate.
 */
public final class RegressionTerm implements NestedModels {
    private static final ObservationCount COUNT = ObservationCount.between(20, 100);
    private static final double SHAPE = 3;
    private static final double RATE = 3;

    @Override
    public String name() {
        return "regression term";
    }

    @Override
    public Hypotheses hypotheses() {
        Prior flat = Prior.of("precision", gamma(SHAPE, RATE)).and("a", normal(0, 1));
        Prior sloped =
                Prior.of("precision", gamma(SHAPE, RATE)).and("a", normal(0, 1)).and("b", normal(0, 1));
        return Hypotheses.of(
                GenerativeModel.of(
                        "without", flat, (θ, n, rng) -> draw(θ[0], θ[1], 0, n, rng), COUNT, DataKind.SET, "t", "y"),
                GenerativeModel.of(
                        "with", sloped, (θ, n, rng) -> draw(θ[0], θ[1], θ[2], n, rng), COUNT, DataKind.SET, "t", "y"));
    }

    private static Observations draw(double precision, double a, double b, int count, RandomGenerator rng) {
        double[][] rows = new double[count][];
        for (int i = 0; i < count; i++) {
            double t = rng.nextGaussian();
            rows[i] = new double[] {t, (a + b * t + rng.nextGaussian()) / Math.sqrt(precision)};
        }
        return Observations.ofRows(rows);
    }

    @Override
    public double logBayesFactor(Observations x) {
        return logEvidence(x, 2) - logEvidence(x, 1);
    }

    /** log p(y | t) up to a constant, with the first {@code terms} of 1 and t. */
    private static double logEvidence(Observations x, int terms) {
        double[][] gram = new double[terms][terms];
        double[] moment = new double[terms];
        double squares = 0;
        for (int n = 0; n < x.count(); n++) {
            double[] row = {1, x.at(n, 0)};
            double y = x.at(n, 1);
            squares += y * y;
            for (int i = 0; i < terms; i++) {
                moment[i] += row[i] * y;
                for (int j = 0; j < terms; j++) gram[i][j] += row[i] * row[j];
            }
        }
        for (int i = 0; i < terms; i++) gram[i][i] += 1;
        Cholesky root = Cholesky.of(gram);
        double[] half = root.halfSolve(moment);
        double explained = 0;
        for (double h : half) explained += h * h;
        double rate = RATE + (squares - explained) / 2;
        return -root.logDet() / 2 - (SHAPE + x.count() / 2.0) * Math.log(rate);
    }
}
