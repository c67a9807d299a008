package bayesflow4j.posterior;

import static bayesflow4j.model.distribution.Distribution.uniform;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.model.distribution.Distribution;
import bayesflow4j.random.Seed;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The laws on an estimator that obeys them, and for each law one that does not. */
class EstimatorLawsTest {
    /** Coins of unknown bias p, tossed 20 to 30 times, and a parameter q of which the data say nothing: q ~ U(0, p). */
    private static final GenerativeModel COINS = GenerativeModel.of(
            "coins",
            Prior.of("p", uniform(0, 1)).and("q", "uniform(0, p)"),
            (theta, count, rng) -> {
                float[] x = new float[count];
                for (int n = 0; n < count; n++) x[n] = rng.nextDouble() < theta[0] ? 1 : 0;
                return new Observations(count, 1, x);
            },
            ObservationCount.between(20, 30),
            DataKind.SET,
            "head");

    /** Beta(1 + heads, 1 + tails) for p, and its prior for q. */
    private static class Exact implements Estimator {
        @Override
        public Posterior given(Observations x) {
            schema().require(x);
            int heads = 0;
            for (float value : x.values()) heads += (int) value;
            return new Coin(Distribution.beta(1 + heads, 1 + x.count() - heads));
        }

        @Override
        public Schema schema() {
            return Schema.of(COINS);
        }

        @Override
        public Provenance provenance() {
            return Provenance.of("exact", "coins", false);
        }
    }

    private record Coin(Distribution p) implements DensityPosterior {
        @Override
        public Draws sample(int count, Seed seed) {
            RandomGenerator rng = seed.stream(0);
            double[][] rows = new double[count][];
            for (int l = 0; l < count; l++) {
                double bias = p.sample(rng);
                rows[l] = new double[] {bias, uniform(0, bias).sample(rng)};
            }
            return Draws.of(List.of("p", "q"), rows);
        }

        @Override
        public double logDensity(double[] theta) {
            if (!COINS.prior().contains(theta)) return Double.NEGATIVE_INFINITY;
            return p.logDensity(theta[0]) - Math.log(theta[0]);
        }
    }

    /** The exact estimator with its posteriors replaced. */
    private static Estimator with(Function<Coin, Posterior> change) {
        return new Exact() {
            @Override
            public Posterior given(Observations x) {
                return change.apply((Coin) super.given(x));
            }
        };
    }

    private static Estimator withDraws(Function<Draws, Draws> change) {
        return with(coin -> (count, seed) -> change.apply(coin.sample(count, seed)));
    }

    private interface LogDensity {
        double of(Coin coin, double[] theta);
    }

    private static Estimator withDensity(LogDensity changed) {
        return with(coin -> new DensityPosterior() {
            @Override
            public Draws sample(int count, Seed seed) {
                return coin.sample(count, seed);
            }

            @Override
            public double logDensity(double[] theta) {
                return changed.of(coin, theta);
            }
        });
    }

    private static EstimatorLaws laws(Estimator estimator) {
        return new EstimatorLaws() {
            @Override
            protected Estimator estimator() {
                return estimator;
            }

            @Override
            protected GenerativeModel model() {
                return COINS;
            }
        };
    }

    @Nested
    class ExactPosteriorsOfCoins extends EstimatorLaws {
        @Override
        protected Estimator estimator() {
            return new Exact();
        }

        @Override
        protected GenerativeModel model() {
            return COINS;
        }
    }

    @Test
    void anIgnoredSeedIsSeen() {
        Estimator wrong = with(coin -> (count, seed) -> coin.sample(count, new Seed(1)));
        assertThrows(AssertionError.class, laws(wrong)::theSeedAloneDecidesOverTheDraws);
    }

    @Test
    void oneSeedForAllDataSetsIsSeen() {
        Estimator wrong = new Exact() {
            @Override
            public List<Draws> sample(List<Observations> dataSets, int count, Seed seed) {
                return dataSets.stream().map(x -> given(x).sample(count, seed)).toList();
            }
        };
        assertThrows(AssertionError.class, laws(wrong)::aDataSetAmongManyDrawsAsItWouldAlone);
    }

    @Test
    void aStateOfEachThreadIsSeen() {
        Estimator wrong = with(coin -> (count, seed) ->
                coin.sample(count, seed.child(Thread.currentThread().threadId())));
        assertThrows(AssertionError.class, laws(wrong)::manyThreadsDrawWhatOneDraws);
    }

    @Test
    void drawsOutsideOfTheSupportAreSeen() {
        Estimator beyond = withDraws(draws -> Draws.of(List.of("p", "q"), changed(draws, 0, 1.001)));
        assertThrows(AssertionError.class, laws(beyond)::drawsHaveTheParametersOfTheSchemaAndLieInTheirSupport);
        // Each within its own bounds, but q above p.
        Estimator disordered = withDraws(draws -> Draws.of(List.of("p", "q"), changed(draws, 1, 0.999)));
        assertThrows(AssertionError.class, laws(disordered)::drawsHaveTheParametersOfTheSchemaAndLieInTheirSupport);
    }

    private static double[][] changed(Draws draws, int j, double value) {
        double[][] rows = draws.rows();
        rows[7][j] = value;
        return rows;
    }

    @Test
    void otherNamesAreSeen() {
        Estimator wrong = withDraws(draws -> Draws.of(List.of("q", "p"), draws.rows()));
        assertThrows(AssertionError.class, laws(wrong)::drawsHaveTheParametersOfTheSchemaAndLieInTheirSupport);
    }

    @Test
    void acceptingAnyDataIsSeen() {
        Estimator wrong = new Exact() {
            @Override
            public Posterior given(Observations x) {
                return new Coin(Distribution.beta(1, 1));
            }
        };
        assertThrows(AssertionError.class, laws(wrong)::aDataSetThatDoesNotFitIsRefused);
    }

    @Test
    void aDensityBeyondTheSupportIsSeen() {
        Estimator wrong = withDensity((coin, theta) -> coin.p.logDensity(theta[0]) - Math.log(theta[0]));
        assertThrows(AssertionError.class, laws(wrong)::theDensityIsZeroOutsideOfTheSupport);
    }

    @Test
    void aDensityThatIsNotNormalizedIsSeen() {
        Estimator wrong = withDensity((coin, theta) -> coin.logDensity(theta) - Math.log(1.25));
        assertThrows(AssertionError.class, laws(wrong)::theDensityIntegratesToOneUnderItsDraws);
    }

    @Test
    void aForgottenJacobianIsSeen() {
        Estimator wrong = withDensity(
                (coin, theta) -> coin.logDensity(theta) + COINS.prior().logSlope(theta));
        assertThrows(AssertionError.class, laws(wrong)::theDensityIntegratesToOneUnderItsDraws);
        assertThrows(AssertionError.class, laws(wrong)::drawsFollowTheSlopesOfTheDensity);
    }

    @Test
    void aDensityOfAnotherWidthIsSeen() {
        Estimator wrong = withDensity((coin, theta) -> 1.2 * coin.p.logDensity(theta[0]) - Math.log(theta[0]));
        assertThrows(AssertionError.class, laws(wrong)::drawsFollowTheSlopesOfTheDensity);
    }
}
