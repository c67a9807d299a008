package bayesflow4j.sequential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.diagnostics.Contraction;
import bayesflow4j.diagnostics.Verdict;
import bayesflow4j.method.CaseFit;
import bayesflow4j.method.Fitting;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.model.distribution.Distribution;
import bayesflow4j.posterior.DensityPosterior;
import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import bayesflow4j.training.Trainer;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What {@code fit --check} says of right and of wrong posteriors. Its verdict rejects an exact posterior with probability .01 at
 * most ({@link Verdict#ERROR_RATE}); that is the false-alarm rate of the tests of right ones, whose seeds are fixed.
 */
class CaseCheckTest {
    private static final Observations X = Observations.ofVector(0.6);
    private static final int DATA_SETS = 300;

    /** A number with noise of deviation {@code noise} on it. */
    private static GenerativeModel model(Distribution prior, double noise) {
        return GenerativeModel.of(
                "number",
                Prior.of("m", prior),
                (theta, count, rng) -> Observations.ofVector(theta[0] + noise * rng.nextGaussian()),
                ObservationCount.exactly(1),
                DataKind.VECTOR,
                "x");
    }

    private static Verdict.Grade grade(CaseFit fit) {
        return Verdict.of(
                        fit.check().around(DATA_SETS, 200, new Seed(4)).recovery(),
                        Contraction.empirical(),
                        new Seed(5))
                .grade();
    }

    /** N(mean, sd²). */
    private record Bell(double mean, double sd) implements DensityPosterior {
        @Override
        public double logDensity(double[] theta) {
            double z = (theta[0] - mean) / sd;
            return -z * z / 2 - Math.log(sd * Math.sqrt(2 * Math.PI));
        }

        @Override
        public Draws sample(int count, Seed seed) {
            RandomGenerator rng = seed.stream(0);
            double[][] rows = new double[count][1];
            for (double[] row : rows) row[0] = mean + sd * rng.nextGaussian();
            return Draws.of(List.of("m"), rows);
        }
    }

    /**
     * The exact posterior N(.8 x, .2) under the prior N(0, 1) with noise of deviation .5, or one that is wider or off by so many
     * of its deviations. Its network is trained as that of SNPE-A is, and not used.
     */
    private record Known(double widening, double shift) implements SequentialMethod {
        private static final SnpeA TRAINED = new SnpeA();

        @Override
        public String name() {
            return TRAINED.name();
        }

        @Override
        public String description() {
            return "the exact posterior, or a wrong one";
        }

        @Override
        public String reference() {
            return "";
        }

        @Override
        public int usualRounds() {
            return 1;
        }

        @Override
        public NetworkDesign design(GenerativeModel model, int simulations) {
            return TRAINED.design(model, simulations);
        }

        @Override
        public Trainer taught(Trainer trainer, List<Stage> stages, SequentialPlan plan) {
            return TRAINED.taught(trainer, stages, plan);
        }

        @Override
        public Nearby posterior(AmortizedPosterior network, GenerativeModel model, List<Stage> stages) {
            double sd = Math.sqrt(0.2);
            return x -> new Bell(0.8 * x.at(0, 0) + shift * sd, widening * sd);
        }

        @Override
        public Proposal next(
                GenerativeModel model, DensityPosterior estimate, List<Stage> stages, SequentialPlan plan, Seed seed) {
            return Proposal.of(model.prior());
        }
    }

    private static Verdict.Grade ofKnown(double widening, double shift) {
        Fitting fitting = Fitting.DEFAULT
                .withSettings(Map.of("case", Map.of("simulations", 60)))
                .withSeed(new Seed(2));
        return grade(new Known(widening, shift).fit(model(Distribution.normal(0, 1), 0.5), X, fitting));
    }

    @Test
    void theExactPosteriorPasses() {
        assertEquals(Verdict.Grade.GOOD, ofKnown(1, 0));
    }

    @ParameterizedTest
    @CsvSource({"0.6, 0", "1.6, 0", "1, 0.5", "1, -0.5"})
    void aWrongPosteriorIsRejected(double widening, double shift) {
        assertEquals(Verdict.Grade.POOR, ofKnown(widening, shift));
    }

    /** ε in units of the pilot's deviation, that of the prior: 20/√12, with noise of deviation 1. */
    private static CaseFit populations(double epsilonInNoise) {
        Map<String, Object> settings = Map.of("particles", 500, "epsilon", epsilonInNoise / (20 / Math.sqrt(12)));
        return new SmcMethod()
                .fit(
                        model(Distribution.uniform(-10, 10), 1),
                        X,
                        Fitting.DEFAULT.withSettings(Map.of("case", settings)).withSeed(new Seed(3)));
    }

    @Test
    void populationsCloseToTheDataPass() {
        assertEquals(Verdict.Grade.GOOD, grade(populations(0.3)));
    }

    /** ε four times the noise: the posterior is two and a half times too wide, and refits to the same ε show it. */
    @Test
    void populationsFarFromTheDataAreRejected() {
        assertEquals(Verdict.Grade.POOR, grade(populations(4)));
    }

    @Test
    void theVerdictOnPopulationsSaysHowFarTheyCame() {
        String reached = populations(0.3).check().around(10, 20, new Seed(4)).about();
        assertTrue(reached.contains("All of them reached the ε of this fit, 0.05"), reached);
        String coarser = RefitCheck.about(0.1, List.of(0.1, 0.2, 0.3, 0.4));
        assertTrue(coarser.contains("3 of 4 did not reach the ε of this fit, 0.1000"), coarser);
        assertTrue(coarser.contains("the median is 0.3000"), coarser);
    }
}
