package bayesflow4j.classical.forest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.catalog.Models;
import bayesflow4j.classical.ReferenceTable;
import bayesflow4j.classical.Statistics;
import bayesflow4j.classical.TableEstimatorLaws;
import bayesflow4j.method.TrainingListener;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.ExactPosterior;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.posterior.Schema;
import bayesflow4j.random.Seed;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForestPosteriorTest extends TableEstimatorLaws {
    @Override
    protected Estimator estimator(GenerativeModel model, ReferenceTable table, int threads) {
        return forest(model, table, ForestDesign.DEFAULT.withTrees(40), threads);
    }

    private static ForestPosterior forest(
            GenerativeModel model, ReferenceTable table, ForestDesign design, int threads) {
        LinearAxes axes = LinearAxes.of(table, model.prior());
        List<QuantileForest> forests = new ForestGrowth(
                        axes.features(table, threads), design, threads, TrainingListener.SILENT)
                .grow(model.prior().names(), table, new Seed(8));
        return new ForestPosterior(
                Statistics.VECTOR,
                axes,
                forests,
                model.prior(),
                Schema.of(model),
                Provenance.of("abc-rf", model.name(), model.ready()));
    }

    /**
     * On 20 000 rows of five statistics a forest of 60 trees makes means that are off by .25 posterior standard deviations and
     * posteriors that are as wide as the exact ones within 1 %. The seeds are fixed; draws alone move these numbers by less
     * than .01.
     */
    @Test
    void isCloseToTheExactNormal() {
        GenerativeModel model = Models.named("mvn");
        ForestDesign design = ForestDesign.DEFAULT.withTrees(60).withCandidates(3);
        Closeness close = closeness("mvn", forest(model, table(model, 20_000), design, 2));
        assertTrue(close.meanError() < 0.3, close.toString());
        assertEquals(1, close.sdRatio(), 0.05, close.toString());
    }

    /** Whatever color is seen, the marginals are those of its clusters. */
    @Test
    void givesTheMarginalsOfTheMixture() {
        GenerativeModel model = Models.named("gmm");
        ForestPosterior forest = forest(model, table(model, 16_000), ForestDesign.DEFAULT.withTrees(60), 2);
        ExactPosterior exact = Models.exactPosterior("gmm").orElseThrow();
        for (int color = 0; color < 4; color++) {
            float[] x = new float[4];
            x[color] = 1;
            Observations data = new Observations(1, 4, x);
            ExactPosterior.Given truth = exact.given(data);
            ForestPosterior.Given given = forest.given(data);
            for (int j = 0; j < 2; j++) {
                double variance = truth.covariance()[j][j];
                // At least 16 000 / 8 rows, less their spread, have this color, and at most 1.02 times the variance of
                // their
                // mean is that of the forest's: five standard errors, a false alarm in two million for each number.
                double standardError = Math.sqrt(1.02 * variance / 1800);
                assertEquals(truth.mean()[j], given.marginal(j).mean(), 5 * standardError);
                assertEquals(1, given.marginal(j).variance() / variance, 5 * Math.sqrt(2.0 / 1800));
            }
        }
    }

    /** The exact posterior of red is correlated, the forest's draws are not: that is what it promises, and all it can give. */
    @Test
    void drawsAreIndependentWhateverThePosteriorIs() {
        GenerativeModel model = Models.named("gmm");
        Observations red = Observations.ofVector(1, 0, 0, 0);
        Draws draws = forest(model, table(model, 4000), ForestDesign.DEFAULT.withTrees(20), 2)
                .given(red)
                .sample(10_000, new Seed(9));
        double[][] covariance = draws.covariance();
        double correlation = covariance[0][1] / Math.sqrt(covariance[0][0] * covariance[1][1]);
        // Standard error 1/√L; five of them, a false alarm in two million.
        assertTrue(Math.abs(correlation) < 0.05, "correlation " + correlation);
        double[][] exact = Models.exactPosterior("gmm").orElseThrow().given(red).covariance();
        assertTrue(exact[0][1] < -0.5 * Math.sqrt(exact[0][0] * exact[1][1]));
    }

    @Test
    void forestsOfDifferentTablesAreRefused() {
        GenerativeModel model = Models.named("gmm");
        ForestDesign design = ForestDesign.DEFAULT.withTrees(2);
        QuantileForest one =
                forest(model, table(model, 100), design, 1).forests().getFirst();
        QuantileForest other =
                forest(model, table(model, 200), design, 1).forests().getFirst();
        Provenance provenance = Provenance.of("abc-rf", "gmm", true);
        for (List<QuantileForest> wrong : List.of(List.of(one, other), List.of(one)))
            assertThrows(
                    IllegalArgumentException.class,
                    () -> new ForestPosterior(
                            Statistics.VECTOR,
                            LinearAxes.of(table(model, 100), model.prior()),
                            wrong,
                            model.prior(),
                            Schema.of(model),
                            provenance));
    }
}
