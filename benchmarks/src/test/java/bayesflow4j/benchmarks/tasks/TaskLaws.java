package bayesflow4j.benchmarks.tasks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.comparison.C2st;
import bayesflow4j.diagnostics.Ranks;
import bayesflow4j.diagnostics.UniformityTest;
import bayesflow4j.model.Batch;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.model.PriorLaws;
import bayesflow4j.model.SimulatorLaws;
import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import java.util.HashSet;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What every task promises. A subclass says which task. */
abstract class TaskLaws {
    private static final Seed SEED = new Seed(31);
    /** 19 draws among 256 points are all but independent. */
    private static final int DRAWS = 19;

    protected abstract Task task();

    /** K of the rank tests; fewer where a posterior takes long. */
    protected int dataSets() {
        return 1000;
    }

    /** Of each sample when two are compared. */
    protected int compared() {
        return 1000;
    }

    @Nested
    class Simulations extends SimulatorLaws {
        @Override
        protected GenerativeModel model() {
            return task().model();
        }
    }

    @Nested
    class Priors extends PriorLaws {
        @Override
        protected Prior prior() {
            return task().model().prior();
        }
    }

    @Test
    void thereAreTenDifferentObservations() {
        List<Observations> x = task().observations();
        assertEquals(Task.OBSERVATIONS, x.size());
        assertEquals(Task.OBSERVATIONS, new HashSet<>(x).size());
        assertEquals(x, task().observations());
    }

    @Test
    void publishedFiguresAreAccuracies() {
        for (int simulations : new int[] {1_000, 10_000, 100_000}) {
            Published.Accuracies figure = task().published().at(simulations).orElseThrow();
            assertTrue(figure.best() >= 0.49 && figure.npe() > figure.best() && figure.npe() < 1, figure.toString());
        }
    }

    @Test
    void drawsDependOnTheSeedAloneAndLieInTheSupport() {
        Observations x = task().observations().getFirst();
        Draws draws = task().exact().given(x).sample(100, SEED);
        assertEquals(task().model().prior().names(), draws.parameters());
        assertArrayEquals(
                draws.rows(), task().exact().given(x).sample(100, SEED).rows());
        for (double[] theta : draws.rows()) assertTrue(task().model().prior().contains(theta));
    }

    /** The accuracy has a standard error of 0.5/√(2 · 1000): 5 of them are passed once in three million times. */
    @Test
    void twoRunsCannotBeToldApart() {
        Observations x = task().observations().get(1);
        Draws one = task().posterior(x).sample(compared(), SEED.child("one"));
        Draws two = task().posterior(x).sample(compared(), SEED.child("two"));
        double accuracy = C2st.of(one, two, SEED).mean();
        assertTrue(accuracy < 0.5 + 5 * 0.5 / Math.sqrt(2 * compared()), "accuracy " + accuracy);
    }

    /**
     * Simulation-based calibration: the truth is one more draw. Each parameter is ranked, and the distance between the data and
     * data simulated at θ with other noise, which a posterior that ignores the data fails. False alarms: 1 in 10 000.
     */
    @Test
    void theTruthRanksLikeADraw() {
        Batch batch = task().model().batch(SEED.child("data"), 0, dataSets());
        List<Draws> draws = task().exact().sample(batch.observations(), DRAWS, SEED);
        int dimension = task().model().prior().dimension();
        for (int j = 0; j < dimension; j++) {
            int parameter = j;
            assertUniform("parameter " + j, batch, draws, dimension, (theta, k) -> theta[parameter]);
        }
        assertUniform("distance", batch, draws, dimension, (theta, k) -> distance(theta, batch.observations(k), k));
    }

    private interface Statistic {
        double of(double[] theta, int dataSet);
    }

    private void assertUniform(String what, Batch batch, List<Draws> draws, int dimension, Statistic statistic) {
        int[] below = new int[batch.size()];
        int[] equal = new int[batch.size()];
        IntStream.range(0, batch.size()).parallel().forEach(k -> {
            double truth = statistic.of(batch.theta()[k], k);
            for (double[] theta : draws.get(k).rows()) {
                double value = statistic.of(theta, k);
                if (value < truth) below[k]++;
                if (value == truth) equal[k]++;
            }
        });
        int[] ranks = new Ranks(DRAWS, below, equal).resolved(SEED.child("ties"));
        double p = UniformityTest.of(batch.size(), DRAWS).pValue(ranks);
        assertTrue(p > 1e-4 / (dimension + 1), what + ": p = " + p);
    }

    private double distance(double[] theta, Observations x, int k) {
        Observations other = task().model().simulator().simulate(theta.clone(), 1, SEED.child("noise").stream(k));
        ToDoubleFunction<Float> tame = value -> Math.copySign(Math.log1p(Math.abs(value)), value);
        double sum = 0;
        for (int i = 0; i < x.width(); i++)
            sum += Math.abs(tame.applyAsDouble(x.at(0, i)) - tame.applyAsDouble(other.at(0, i)));
        return sum;
    }
}
