package bayesflow4j.training;

import static bayesflow4j.model.distribution.Distribution.normal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.amortized.Networks;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.head.categorical.CategoricalHead;
import bayesflow4j.hypotheses.Hypotheses;
import bayesflow4j.hypotheses.ModelComparison;
import bayesflow4j.method.Budget;
import bayesflow4j.method.Fitting;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.model.Column;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.random.Seed;
import bayesflow4j.scale.DataScale;
import bayesflow4j.summary.Ensemble;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Normal values with mean 0 or μ ~ N(0, 1), a third of them missing, beside columns of complete noise. Networks see a mask beside
 * each column that has gaps; the exact Bayes factor knows the values that are present only.
 */
class ComparisonWithGapsTest {
    private static final double MISSING = 1.0 / 3;

    private static Hypotheses models(DataKind kind, int gapped, int complete) {
        List<Column> columns = new ArrayList<>();
        for (int j = 0; j < gapped; j++) columns.add(new Column("x" + j).incomplete());
        for (int j = 0; j < complete; j++) columns.add(new Column("noise" + j));
        ObservationCount count =
                kind == DataKind.VECTOR ? ObservationCount.exactly(1) : ObservationCount.between(5, 20);
        return Hypotheses.of(
                new GenerativeModel(
                        "zero",
                        Prior.none(),
                        (θ, n, rng) -> draw(0, n, gapped, complete, rng),
                        count,
                        kind,
                        columns,
                        ""),
                new GenerativeModel(
                        "mean",
                        Prior.of("mu", normal(0, 1)),
                        (θ, n, rng) -> draw(θ[0], n, gapped, complete, rng),
                        count,
                        kind,
                        columns,
                        ""));
    }

    /** The first value is always there, so that no data set is empty. */
    private static Observations draw(double mean, int count, int gapped, int complete, RandomGenerator rng) {
        int width = gapped + complete;
        float[] x = new float[count * width];
        for (int i = 0; i < x.length; i++) {
            boolean noise = i % width >= gapped;
            x[i] = (float) rng.nextGaussian(noise ? 0 : mean, 1);
            if (!noise && i > 0 && rng.nextDouble() < MISSING) x[i] = Float.NaN;
        }
        return new Observations(count, width, x);
    }

    private static double exact(Observations x, int gapped) {
        double sum = 0;
        int present = 0;
        for (int i = 0; i < x.values().length; i++) {
            if (i % x.width() >= gapped || Float.isNaN(x.values()[i])) continue;
            sum += x.values()[i];
            present++;
        }
        return (sum * sum / (1 + present) - Math.log1p(present)) / 2 / Math.log(10);
    }

    /** Each classifier reads the whole summary of its own network, and what is left is read by all. */
    @ParameterizedTest
    @CsvSource({"SET, 1, 0", "SET, 1, 1", "SET, 2, 1", "SERIES, 1, 0", "SERIES, 2, 1", "VECTOR, 3, 1"})
    void masksAreCounted(DataKind kind, int gapped, int complete) {
        GenerativeModel mixture = models(kind, gapped, complete).balanced();
        NetworkDesign design = new ComparisonTrainer().design(mixture);
        int width = DataScale.width(mixture.columns());
        assertEquals(2 * gapped + complete, width);
        CategoricalHead head = (CategoricalHead) design.head();
        int summary = Networks.of(design, width, mixture.count(), 2, new Seed(1))
                .summary()
                .out();
        int own = design.summary() instanceof Ensemble ensemble
                ? ensemble.network().layer(new Layout(), width).out()
                : 0;
        assertEquals(summary, head.members() * own + head.shared());
    }

    @ParameterizedTest
    @CsvSource({"SET, 1, 0", "SET, 1, 1", "SERIES, 1, 1", "VECTOR, 8, 1"})
    void bayesFactorsAreNearTheExactOnes(DataKind kind, int gapped, int complete) {
        Hypotheses models = models(kind, gapped, complete);
        ModelComparison comparison =
                ComparisonTrainer.train(models, Fitting.DEFAULT.withThreads(2).withBudget(new Budget.Steps(400)));
        double sum = 0;
        int near = 0;
        for (Observations x : SimulationTable.of(models.mixture().batches(new Seed(77), 1000, 1))
                .x()) {
            double exact = exact(x, gapped);
            if (Math.abs(exact) >= 2) continue;
            sum += Math.abs(comparison.given(x).log10BayesFactor(1, 0).mean() - exact);
            near++;
        }
        assertTrue(sum / near < 0.15, "mean absolute error " + sum / near);
    }
}
