package bayesflow4j.classical.smc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.classical.Statistics;
import bayesflow4j.method.CaseState;
import bayesflow4j.method.Fitting;
import bayesflow4j.method.Round;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.Failures;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.model.distribution.Distribution;
import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** How populations end, and that weights count. Statistical tests have fixed seeds and say how rarely another would fail. */
class SmcTest {
    private static final double PILOT_SD = 20 / Math.sqrt(12);
    private static final long NO_LIMIT = SmcPlan.DEFAULT.simulations();

    private final AtomicInteger runs = new AtomicInteger();
    private final GenerativeModel model = GenerativeModel.of(
            "number",
            Prior.of("m", Distribution.uniform(-10, 10)),
            (theta, count, rng) -> {
                runs.incrementAndGet();
                return Observations.ofVector(theta[0] + rng.nextGaussian());
            },
            ObservationCount.exactly(1),
            DataKind.VECTOR,
            "x");

    private Smc smc(SmcPlan plan) {
        return new Smc(
                model,
                Observations.ofVector(1),
                plan,
                Fitting.DEFAULT.withSeed(new Seed(2)),
                CaseState.of(Optional.empty(), Map.of()));
    }

    private static List<Double> epsilons(Smc smc) {
        return smc.rounds().stream().map(Round::epsilon).toList();
    }

    @Test
    void aListOfEpsilonsIsFollowedToItsEnd() {
        Smc smc = smc(new SmcPlan(200, 20, 0.5, List.of(0.6, 0.2, 0.05), 0, NO_LIMIT, 0));
        smc.run(DistanceDesign.euclidean(Statistics.VECTOR));
        assertEquals(List.of(Double.POSITIVE_INFINITY, 0.6, 0.2, 0.05), epsilons(smc));
    }

    /** With noise of deviation 1 and ε, the posterior has the variance 1 + ε²/3; 1000 particles tell it within 20 % at 4 σ. */
    @Test
    void populationsEndAtTheTarget() {
        double target = 1 / PILOT_SD;
        Smc smc = smc(new SmcPlan(1000, 20, 0.5, List.of(), target, NO_LIMIT, 0));
        SmcPosterior posterior = smc.run(DistanceDesign.euclidean(Statistics.VECTOR));
        List<Double> epsilons = epsilons(smc);
        assertEquals(target, epsilons.getLast());
        assertTrue(epsilons.get(epsilons.size() - 2) > target, epsilons.toString());
        Draws draws = posterior.sample(2000, new Seed(3));
        assertEquals(1, draws.mean()[0], 0.25);
        assertEquals(1 + 1 / 3.0, draws.sd()[0] * draws.sd()[0], 0.27);
    }

    @Test
    void noMoreIsSimulatedThanThePlanAllows() {
        for (int most : new int[] {1000, 1001, 1200}) {
            runs.set(0);
            Smc smc = smc(new SmcPlan(100, 50, 0.5, List.of(), 0, most, 0));
            smc.run(DistanceDesign.euclidean(Statistics.VECTOR));
            assertEquals(most, runs.get());
            assertEquals(most, smc.simulations());
        }
    }

    @Test
    void theSharesOfDrawsAreTheWeights() {
        Population population = new Population(
                new double[][] {{-2}, {0}, {2}}, new double[] {0.7, 0.2, 0.1}, new double[] {0.1, 0.2, 0.3});
        Draws draws = new SmcPosterior(model.prior(), population).sample(1000, new Seed(3));
        double[] theta = new double[3];
        for (int i = 0; i < 3; i++) theta[i] = model.prior().fromReal(population.real()[i])[0];
        for (int i = 0; i < 3; i++) {
            int at = i;
            long count =
                    Arrays.stream(draws.column(0)).filter(v -> v == theta[at]).count();
            assertEquals(1000 * population.weights()[i], count, 1);
        }
        assertEquals(0.1, population.quantileOfDistances(0.6));
        assertEquals(0.2, population.quantileOfDistances(0.8));
    }

    /** Candidates from elsewhere, weighted, are the prior: 20,000 of them tell its mean within .1 at more than 4 σ. */
    @Test
    void weightsUndoTheProposal() {
        Prior prior = Prior.of("m", Distribution.normal(0, 1));
        double[][] real = {{-2}, {-0.5}, {1}, {2.5}, {3}};
        Perturbation proposal =
                new Perturbation(new Population(real, new double[] {0.1, 0.2, 0.2, 0.3, 0.2}, new double[5]));
        RandomGenerator rng = new Seed(6).stream(0);
        List<double[]> found = new ArrayList<>();
        List<Double> distances = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            found.add(proposal.sample(rng));
            distances.add(0.0);
        }
        Candidates candidates = new Candidates(found, distances, found.size(), Failures.NONE);
        Population weighted = candidates.weighted(prior, Optional.of(proposal));
        assertEquals(0, weighted.mean()[0], 0.1);
        assertEquals(1, weighted.covariance()[0][0], 0.1);
        assertTrue(candidates.weighted(prior, Optional.empty()).mean()[0] > 0.8);
    }

    private static Observations pairs(boolean reversed) {
        double[][] rows = new double[40][];
        for (int n = 0; n < 40; n++) rows[n] = new double[] {n / 40.0, (reversed ? 39 - n : n) / 40.0};
        return Observations.ofRows(rows);
    }

    /** Pairs in the same and in reversed order: each column is the same, the pairs are not. */
    @Test
    void columnsForgetWhatRowsKnow() {
        Observations x = pairs(false);
        Distance rows = DistanceDesign.MMD.of(null).from(x);
        Distance columns = DistanceDesign.MMD_OF_COLUMNS.of(null).from(x);
        assertEquals(0, columns.to(pairs(true)), 1e-4);
        assertTrue(rows.to(pairs(true)) > 0.1, "MMD of rows: " + rows.to(pairs(true)));
        assertEquals(0, rows.to(x), 1e-4);
        assertTrue(columns.to(Observations.ofRows(new double[][] {{3, 3}, {4, 4}})) > 0.5);
    }

    /** Sets of 40 normal numbers with mean 1 and unknown deviation are found by either distance. */
    @Test
    void populationsFindTheDeviationOfASet() {
        GenerativeModel sets = GenerativeModel.of(
                "deviation",
                Prior.of("s", Distribution.uniform(0.1, 5)),
                (theta, count, rng) -> {
                    double[][] rows = new double[count][1];
                    for (double[] row : rows) row[0] = 1 + theta[0] * rng.nextGaussian();
                    return Observations.ofRows(rows);
                },
                ObservationCount.exactly(40),
                DataKind.SET,
                "x");
        Observations x = sets.simulator().simulate(new double[] {2}, 40, new Seed(1).stream(0));
        SmcPlan plan = new SmcPlan(200, 6, 0.5, List.of(), 0, NO_LIMIT, 0);
        double[][] means = new double[2][];
        for (int i = 0; i < 2; i++)
            means[i] = new Smc(
                            sets,
                            x,
                            plan,
                            Fitting.DEFAULT.withSeed(new Seed(2)),
                            CaseState.of(Optional.empty(), Map.of()))
                    .run(i == 0 ? DistanceDesign.MMD : DistanceDesign.MMD_OF_COLUMNS)
                    .sample(500, new Seed(3))
                    .mean();
        // The standard error of a deviation of 40 numbers is .22.
        assertEquals(2, means[0][0], 0.9);
        // With one column both are the same.
        assertArrayEquals(means[0], means[1], 1e-6);
    }

    /** ε halves and acceptance falls by a fifth per population, as the last did. */
    @Test
    void theOutlookGoesOnAsItWas() {
        SmcPlan plan = new SmcPlan(100, 20, 0.5, List.of(), 0.25, NO_LIMIT, 0);
        List<Round> before = List.of(round(1, Double.POSITIVE_INFINITY, 1), round(2, 2, 0.5));
        Outlook outlook = new Outlook(plan, before, 300);
        assertTrue(Double.isNaN(outlook.simulationsLeft(2, 2, 50, 100)));
        assertTrue(Double.isNaN(outlook.simulationsLeft(3, 1, 10, 25)));
        double afterwards = 100 / 0.32 + 100 / 0.256;
        assertEquals(125 + afterwards, outlook.simulationsLeft(3, 1, 50, 125), 1e-6);
        SmcPlan limited = new SmcPlan(100, 20, 0.5, List.of(), 0.25, 600, 0);
        assertEquals(175, new Outlook(limited, before, 300).simulationsLeft(3, 1, 50, 125), 1e-6);
        assertFalse(Double.isNaN(new Outlook(plan, before, 300).simulationsLeft(3, 2, 100, 300)));
    }

    private static Round round(int number, double epsilon, double acceptance) {
        return new Round(number, 100, epsilon, acceptance, 100, Double.NaN, 1, "");
    }
}
