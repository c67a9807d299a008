package bayesflow4j.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Laws;
import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Weights;
import bayesflow4j.head.Head;
import bayesflow4j.head.HeadDesign;
import bayesflow4j.head.HiddenLayers;
import bayesflow4j.head.variational.InverseAutoregressiveHead;
import bayesflow4j.random.Seed;
import bayesflow4j.scale.Scales;
import bayesflow4j.storage.Fields;
import bayesflow4j.summary.Identity;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** While a head warms up, its divergence has a part of its weight, in the loss and in the gradient. */
class WarmUpTest {
    private static final int SETS = 7;
    private static final int PARAMETERS = 2;
    private static final int COLUMNS = 3;
    private static final InverseAutoregressiveHead DESIGN =
            new InverseAutoregressiveHead(3, 2, 4, 10, HiddenLayers.of(6), List.of(5));

    private final Layout layout = new Layout();
    private final Layer summary = new Identity().layer(layout, COLUMNS);
    private final Head head = DESIGN.head(layout, PARAMETERS, COLUMNS, new Seed(5));
    private final Weights weights = Laws.randomWeights(layout, 1);
    private final Objective objective = new Objective(summary, head, weights, Kernels.best(), 1);

    /** Loss and gradient after so many steps. */
    private record Slope(double loss, float[] gradient) {}

    private Slope after(long steps) {
        Block theta = Block.of(Laws.normal(SETS * PARAMETERS, 1, Laws.random(2)), SETS, 1, PARAMETERS);
        Block x = Block.of(Laws.normal(SETS * COLUMNS, 1, Laws.random(3)), SETS, 1, COLUMNS);
        objective.batch(new Scales.Prepared(theta, x), new Seed(7), steps);
        float[] gradient = new float[weights.values().length];
        return new Slope(objective.lossAndGradient(0, SETS, 0, gradient), gradient);
    }

    @Test
    void theWeightOfTheDivergenceRisesFromZeroToOne() {
        Slope first = after(0);
        Slope half = after(5);
        Slope whole = after(10);
        assertTrue(whole.loss > first.loss + 0.1, whole.loss + " after " + first.loss);
        assertEquals((first.loss + whole.loss) / 2, half.loss, 1e-9 * Math.abs(whole.loss));
        assertEquals(whole.loss, after(Head.Training.DONE).loss);
        double difference = 0;
        for (int i = 0; i < whole.gradient.length; i++) {
            assertEquals((first.gradient[i] + whole.gradient[i]) / 2, half.gradient[i], 1e-4, "gradient " + i);
            difference = Math.max(difference, Math.abs(whole.gradient[i] - first.gradient[i]));
        }
        assertTrue(difference > 0.01, "the gradient changes by " + difference);
    }

    /** Networks from before there was a warm-up were trained without. */
    @Test
    void filesThatDoNotNameItHaveNone() {
        Map<String, Object> written = DESIGN.written();
        assertEquals(10, written.remove("warmUp"));
        HeadDesign read = HeadDesign.KINDS.read(Fields.of("head", written));
        assertEquals(0, ((InverseAutoregressiveHead) read).warmUp());
    }
}
