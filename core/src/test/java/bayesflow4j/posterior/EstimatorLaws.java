package bayesflow4j.posterior;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.model.distribution.Support;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What every estimator promises. A subclass says which estimator, and the model whose data sets it is asked about;
 * whether its posteriors are good is not asked here.
 */
public abstract class EstimatorLaws {
    private static final Seed SEED = new Seed(23);
    private static final int DATA_SETS = 4;
    private static final int DRAWS = 200;

    /** The estimator; every call may give the same one. */
    protected abstract Estimator estimator();

    /** The model of its data sets; the prior is the domain of its parameters. */
    protected abstract GenerativeModel model();

    private List<Observations> dataSets() {
        return model().batch(SEED.child("data"), 0, DATA_SETS).observations();
    }

    private static void assertSame(Draws expected, Draws got) {
        assertEquals(expected.parameters(), got.parameters());
        assertArrayEquals(expected.rows(), got.rows());
    }

    @Test
    void theSeedAloneDecidesOverTheDraws() {
        Observations x = dataSets().getFirst();
        Draws once = estimator().given(x).sample(DRAWS, SEED);
        assertEquals(DRAWS, once.count());
        assertSame(once, estimator().given(x).sample(DRAWS, SEED));
        Draws other = estimator().given(x).sample(DRAWS, SEED.child("other"));
        assertFalse(Arrays.deepEquals(once.rows(), other.rows()), "another seed gives the same draws");
    }

    @Test
    void aDataSetAmongManyDrawsAsItWouldAlone() {
        List<Observations> all = dataSets();
        List<Draws> draws = estimator().sample(all, DRAWS, SEED);
        assertEquals(all.size(), draws.size());
        assertSame(estimator().given(all.getFirst()).sample(DRAWS, SEED), draws.getFirst());
        for (int k = 0; k < all.size(); k++)
            assertSame(estimator().given(all.get(k)).sample(DRAWS, SEED.nth(k)), draws.get(k));
    }

    @Test
    void manyThreadsDrawWhatOneDraws() throws Exception {
        Estimator estimator = estimator();
        List<Observations> all = dataSets();
        List<Posterior> shared = all.stream().map(estimator::given).toList();
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Future<Draws>> drawn = IntStream.range(0, 8 * all.size())
                    .mapToObj(i -> threads.submit(() -> {
                        int k = i % all.size();
                        // Half of them share a posterior, half share the estimator only.
                        Posterior posterior = i % 2 == 0 ? shared.get(k) : estimator.given(all.get(k));
                        return posterior.sample(DRAWS, SEED.nth(k));
                    }))
                    .toList();
            for (int i = 0; i < drawn.size(); i++) {
                int k = i % all.size();
                assertSame(
                        estimator.given(all.get(k)).sample(DRAWS, SEED.nth(k)),
                        drawn.get(i).get());
            }
        }
    }

    @Test
    void drawsHaveTheParametersOfTheSchemaAndLieInTheirSupport() {
        Schema schema = estimator().schema();
        assertEquals(model().prior().names(), schema.parameterNames());
        for (Draws draws : estimator().sample(dataSets(), DRAWS, SEED)) {
            assertEquals(schema.parameterNames(), draws.parameters());
            for (double[] theta : draws.rows()) {
                assertTrue(model().prior().contains(theta), () -> "outside of the support: " + Arrays.toString(theta));
                for (int j = 0; j < theta.length; j++)
                    assertTrue(schema.parameters().get(j).support().contains(theta[j]));
            }
        }
    }

    @Test
    void aDataSetThatDoesNotFitIsRefused() {
        Schema schema = estimator().schema();
        int width = schema.columns().size();
        int rows = schema.count().least();
        refuses(new Observations(rows, width + 1, new float[rows * (width + 1)]));
        refuses(new Observations(0, width, new float[0]));
        if (schema.count().most() < 1 << 16) {
            int more = schema.count().most() + 1;
            refuses(new Observations(more, width, new float[more * width]));
        }
        float[] values = dataSets().getFirst().values().clone();
        values[values.length - 1] = Float.NaN;
        refuses(new Observations(values.length / width, width, values));
    }

    private void refuses(Observations x) {
        String message = assertThrows(
                        IllegalArgumentException.class, () -> estimator().given(x), () -> "accepted " + x)
                .getMessage();
        assertTrue(message != null && message.contains("expected") && message.contains("got"), message);
    }

    @Test
    void provenanceNamesTheMethodAndTheModel() {
        assertFalse(estimator().provenance().method().isBlank());
        assertFalse(estimator().provenance().model().isBlank());
    }

    private DensityPosterior densityPosterior() {
        Posterior posterior = estimator().given(dataSets().getFirst());
        assumeTrue(posterior instanceof DensityPosterior, "its posteriors have no density");
        return (DensityPosterior) posterior;
    }

    @Test
    void theDensityIsZeroOutsideOfTheSupport() {
        DensityPosterior posterior = densityPosterior();
        Draws draws = posterior.sample(DRAWS, SEED);
        for (double[] theta : draws.rows()) {
            double logDensity = posterior.logDensity(theta);
            assertTrue(
                    Double.isFinite(logDensity),
                    () -> "log density " + logDensity + " at the draw " + Arrays.toString(theta));
        }
        double[] theta = draws.row(0);
        for (int j = 0; j < theta.length; j++) {
            Support support = model().prior().support(j, theta);
            for (double bound : new double[] {support.lower(), support.upper()}) {
                if (Double.isInfinite(bound)) continue;
                double[] outside = theta.clone();
                outside[j] = bound + Math.copySign(1e-3 * Math.max(1, Math.abs(bound)), bound - theta[j]);
                assertEquals(Double.NEGATIVE_INFINITY, posterior.logDensity(outside), "at " + Arrays.toString(outside));
            }
        }
    }

    /** False-alarm rate 1 in 2 million (five standard errors), see {@link DensityCheck#mass}. */
    @Test
    void theDensityIntegratesToOneUnderItsDraws() {
        new DensityCheck(densityPosterior(), model().prior(), SEED).mass();
    }

    /** False-alarm rate 1 in 2 million per parameter (five standard errors), see {@link DensityCheck#slopes}. */
    @Test
    void drawsFollowTheSlopesOfTheDensity() {
        new DensityCheck(densityPosterior(), model().prior(), SEED).slopes();
    }
}
