package bayesflow4j.engine.layer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Weights;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MlpTangentsTest {
    private static final int IN = 5;
    private static final int CONDITION = 4;
    private static final int OUT = 3;
    private static final int ROWS = 6;
    private static final int DIRECTIONS = 2;

    private final Layout layout = new Layout();
    private final float[] x = Laws.normal(ROWS * IN, 1, Laws.random(2));
    private final float[] dx = Laws.normal(DIRECTIONS * ROWS * IN, 1, Laws.random(3));
    private final float[] c = Laws.normal(CONDITION, 1, Laws.random(4));

    private Mlp mlp(Activation hidden) {
        return new Mlp(layout, "m", IN, CONDITION, new int[] {11, 70, OUT}, hidden, Activation.LINEAR);
    }

    private static Block show(float[] values, int sets, int width) {
        return Block.of(values, sets, values.length / sets / width, width);
    }

    private static float[] rows(Block y) {
        float[] rows = new float[y.rows() * y.width()];
        for (int i = 0; i < y.rows(); i++)
            System.arraycopy(y.data(), y.at(i / y.length(), i % y.length()), rows, i * y.width(), y.width());
        return rows;
    }

    /** ⟨dy, u⟩ = ⟨dx, ∂⟨y, u⟩/∂x⟩: what the pass backward has for ∂x, which laws of its own check. */
    @ParameterizedTest
    @EnumSource(Activation.class)
    void derivativesAreThoseOfThePassBackward(Activation hidden) {
        Mlp mlp = mlp(hidden);
        Weights weights = Laws.randomWeights(layout, 1);
        Memory training = Memory.forTraining(Kernels.best(), weights);
        training.writeGradientTo(new float[weights.values().length]);
        MlpPass pass = mlp.pass(training);
        float[] y = rows(pass.given(show(c, 1, CONDITION)).forward(show(x, 1, IN)));
        float[] u = new float[ROWS * Kernels.padded(OUT)];
        for (int i = 0; i < ROWS * OUT; i++) u[i / OUT * Kernels.padded(OUT) + i % OUT] = (float) Math.sin(i);
        float[] back = rows(pass.backward(new Block().show(u, 0, 1, ROWS, OUT, Kernels.padded(OUT))));

        MlpTangents tangents =
                mlp.tangents(Memory.forEvaluation(Kernels.best(), weights)).given(show(c, 1, CONDITION));
        assertArrayEquals(y, rows(tangents.forward(show(x, 1, IN))));
        float[] dy = rows(tangents.derivative(show(dx, DIRECTIONS, IN)));
        for (int k = 0; k < DIRECTIONS; k++)
            for (int row = 0; row < ROWS; row++) {
                double forward = 0;
                double backward = 0;
                for (int j = 0; j < OUT; j++)
                    forward += dy[(k * ROWS + row) * OUT + j] * u[row * Kernels.padded(OUT) + j];
                for (int j = 0; j < IN; j++) backward += dx[(k * ROWS + row) * IN + j] * back[row * IN + j];
                assertEquals(backward, forward, 1e-4 * (1 + Math.abs(backward)));
            }
    }

    @Test
    void bothKernelsGiveTheSameBits() {
        Mlp mlp = mlp(Activation.ELU);
        Weights weights = Laws.randomWeights(layout, 1);
        float[][] derivatives = new float[2][];
        Kernels[] both = {Kernels.plain(), Kernels.vector()};
        for (int i = 0; i < 2; i++) {
            MlpTangents tangents =
                    mlp.tangents(Memory.forEvaluation(both[i], weights)).given(show(c, 1, CONDITION));
            tangents.forward(show(x, 1, IN));
            derivatives[i] = rows(tangents.derivative(show(dx, DIRECTIONS, IN)));
        }
        assertArrayEquals(derivatives[0], derivatives[1]);
    }

    @Test
    void directionsOfOtherRowsAreRefused() {
        Mlp mlp = mlp(Activation.ELU);
        MlpTangents tangents = mlp.tangents(Memory.forEvaluation(Kernels.best(), Laws.randomWeights(layout, 1)));
        tangents.given(show(c, 1, CONDITION)).forward(show(x, 1, IN));
        assertThrows(IllegalArgumentException.class, () -> tangents.derivative(show(dx, DIRECTIONS * ROWS, IN)));
    }
}
