package bayesflow4j.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Laws;
import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Weights;
import bayesflow4j.head.Head;
import bayesflow4j.head.flow.CouplingDesign;
import bayesflow4j.head.flow.CouplingHead;
import bayesflow4j.head.variational.VariationalHead;
import bayesflow4j.random.Seed;
import bayesflow4j.scale.Scales;
import bayesflow4j.summary.Identity;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Criteria other than maximum likelihood, on six rows of two parameters and three numbers of data. */
class CriterionTest {
    private static final int SETS = 6;
    private static final int PARAMETERS = 2;
    private static final int COLUMNS = 3;

    private final Layout layout = new Layout();
    private final Layer summary = new Identity().layer(layout, COLUMNS);
    private final Head head =
            new CouplingHead(2, CouplingDesign.DEFAULT.withHidden(6, 6)).head(layout, PARAMETERS, COLUMNS, new Seed(5));
    private final Weights weights = Laws.randomWeights(layout, 1);
    private final float[] theta = Laws.normal(SETS * PARAMETERS, 1, Laws.random(2));
    private final float[] x = Laws.normal(SETS * COLUMNS, 1, Laws.random(3));

    private Objective objective(Criterion criterion, double[][] terms) {
        Objective objective = new Objective(summary, head, criterion, weights, Kernels.best(), 1);
        objective.batch(
                new Scales.Prepared(Block.of(theta, SETS, 1, PARAMETERS), Block.of(x, SETS, 1, COLUMNS), terms),
                new Seed(7),
                Head.Training.DONE);
        return objective;
    }

    /** −log q(θⱼ | xᵢ) without the normal's constant, one by one. */
    private double minusLog(int j, int i) {
        var evaluation = (Head.DensityEvaluation) head.evaluation(Memory.forEvaluation(Kernels.best(), weights));
        Block one = Block.of(Arrays.copyOfRange(theta, j * PARAMETERS, (j + 1) * PARAMETERS), 1, 1, PARAMETERS);
        Block s = Block.of(Arrays.copyOfRange(x, i * COLUMNS, (i + 1) * COLUMNS), 1, 1, COLUMNS);
        return -evaluation.logDensity(one, s) - PARAMETERS * Math.log(2 * Math.PI) / 2;
    }

    private static final double[][] WEIGHTS = {{0.5}, {2}, {0}, {1}, {3}, {0.1}};
    private static final double[][] OFFSETS = {{0.1, 1}, {-0.4, 0}, {0.3, 1}, {0, 0}, {0.2, 0}, {-0.1, 1}};
    private static final Criterion WEIGHTED = new Criterion.Weighted(any -> 1);

    /** As many atoms as rows: all rows are compared, whatever chance chooses. */
    private static final Criterion ATOMIC = new Criterion.Atomic(SETS, any -> 0, any -> true);

    @Test
    void theWeightedLossIsThatOfTheFormula() {
        double sum = 0;
        double total = 0;
        for (int i = 0; i < SETS; i++) {
            sum += WEIGHTS[i][0] * minusLog(i, i);
            total += WEIGHTS[i][0];
        }
        assertEquals(sum / total, objective(WEIGHTED, WEIGHTS).loss(0, SETS, 0), 1e-4);
    }

    @Test
    void theAtomicLossIsThatOfTheFormula() {
        double sum = 0;
        for (int i = 0; i < SETS; i++) {
            double all = 0;
            for (int j = 0; j < SETS; j++) all += Math.exp(OFFSETS[j][0] - minusLog(j, i));
            sum += Math.log(all) - OFFSETS[i][0] + minusLog(i, i) + OFFSETS[i][1] * minusLog(i, i);
        }
        assertEquals(sum / SETS, objective(ATOMIC, OFFSETS).loss(0, SETS, 0), 1e-4);
    }

    @Test
    void gradientsAreDerivativesAndShardsAddUp() {
        check(WEIGHTED, WEIGHTS);
        check(ATOMIC, OFFSETS);
        check(new Criterion.Atomic(3, any -> 0, any -> true), OFFSETS);
    }

    private void check(Criterion criterion, double[][] terms) {
        Objective objective = objective(criterion, terms);
        double[] gradient = new double[weights.values().length];
        double loss = 0;
        for (int[] shard : new int[][] {{0, 2}, {2, SETS}}) {
            float[] part = new float[gradient.length];
            loss += objective.lossAndGradient(shard[0], shard[1], 0, part);
            for (int i = 0; i < part.length; i++) gradient[i] += part[i];
        }
        assertEquals(objective.loss(0, SETS, 0), loss, 1e-5);
        for (int direction = 0; direction < 4; direction++) {
            float[] v = Laws.randomWeights(layout, 20 + direction).values();
            double expected = 0;
            for (int i = 0; i < v.length; i++) expected += gradient[i] * v[i];
            double slope = (moved(objective, v, 1e-3) - moved(objective, v, -1e-3)) / 2e-3;
            assertEquals(slope, expected, 0.02 * (1 + Math.abs(slope)), criterion + ", direction " + direction);
        }
    }

    private double moved(Objective objective, float[] v, double step) {
        float[] from = weights.values().clone();
        for (int i = 0; i < v.length; i++) weights.values()[i] = (float) (from[i] + step * v[i]);
        weights.transpose();
        double loss = objective.loss(0, SETS, 0);
        System.arraycopy(from, 0, weights.values(), 0, from.length);
        weights.transpose();
        return loss;
    }

    @Test
    void aBoundIsNoDensity() {
        Layout own = new Layout();
        Layer identity = new Identity().layer(own, COLUMNS);
        Head variational = VariationalHead.DEFAULT.head(own, PARAMETERS, COLUMNS, new Seed(5));
        Weights any = Laws.randomWeights(own, 1);
        assertThrows(
                IllegalArgumentException.class,
                () -> new Objective(identity, variational, ATOMIC, any, Kernels.best(), 1));
    }
}
