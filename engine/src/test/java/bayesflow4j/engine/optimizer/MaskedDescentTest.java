package bayesflow4j.engine.optimizer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.ConditionalPass;
import bayesflow4j.engine.layer.Laws;
import bayesflow4j.engine.layer.Made;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Tensor;
import bayesflow4j.engine.memory.Weights;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Masked weights in descent: they stay zero in any basis, with any number of threads, and nothing is allocated. */
class MaskedDescentTest {
    private static final int ROWS = 64;
    private static final int WIDTH = 5;
    private static final int CONDITION = 2;

    /** Half the squared distance of the outputs from the next input, or from 1. */
    private static final class Prediction implements Descent.ShardLoss {
        private final Layout layout = new Layout();
        private final Made made = new Made(layout, "m", WIDTH, CONDITION, List.of(72, 17), Activation.ELU, 1);
        private final Weights weights = Weights.initial(layout, Laws.random(1));
        private final Memory[] memories;
        private final ConditionalPass[] passes;
        private final Block[][] blocks;
        private final Buffer[][] buffers;
        private final Block x = Block.of(Laws.normal(ROWS * WIDTH, 1, Laws.random(2)), ROWS, 1, WIDTH);
        private final Block condition = Block.of(Laws.normal(ROWS * CONDITION, 1, Laws.random(3)), ROWS, 1, CONDITION);

        Prediction(Kernels kernels, int workers) {
            memories = new Memory[workers];
            passes = new ConditionalPass[workers];
            blocks = new Block[workers][4];
            buffers = new Buffer[workers][2];
            for (int i = 0; i < workers; i++) {
                memories[i] = Memory.forTraining(kernels, weights);
                passes[i] = made.pass(memories[i]);
                for (int j = 0; j < 4; j++) blocks[i][j] = new Block();
                for (int j = 0; j < 2; j++) buffers[i][j] = new Buffer();
            }
        }

        @Override
        public double lossAndGradient(int from, int to, int worker, float[] gradient) {
            memories[worker].writeGradientTo(gradient);
            Block[] block = blocks[worker];
            var pass = passes[worker].given(block[0].slice(condition, from, to));
            Block y = pass.forward(block[1].slice(x, from, to));
            int rows = to - from;
            float[] dy = buffers[worker][0].atLeast(rows * 8);
            float[] dCondition = buffers[worker][1].atLeast(rows * 8);
            double loss = 0;
            for (int m = 0; m < rows; m++)
                for (int j = 0; j < WIDTH; j++) {
                    float distance = y.data()[y.at(m, 0) + j] - 1 - (j > 0 ? x.data()[x.at(from + m, 0) + j - 1] : 0);
                    dy[m * 8 + j] = distance;
                    loss += distance * distance / 2;
                }
            pass.backward(block[2].show(dy, 0, rows, 1, WIDTH, 8));
            passes[worker].addConditionGradient(block[3].show(dCondition, 0, rows, 1, CONDITION, 8));
            return loss;
        }
    }

    private static float[] train(DescentTest.Basis basis, Kernels kernels, int workers) {
        Prediction loss = new Prediction(kernels, workers);
        try (Workers team = new Workers(workers)) {
            Descent descent = basis.descent(loss.weights, kernels, team);
            double first = descent.step(ROWS, loss, 0.01f);
            double last = 0;
            for (int step = 2; step <= 60; step++) last = descent.step(ROWS, loss, 0.01f);
            assertTrue(last < 0.3 * first, "loss " + first + " → " + last);
        }
        for (Tensor tensor : loss.layout.tensors()) {
            int zeros = 0;
            for (float weight : loss.weights.copyOf(tensor)) if (weight == 0) zeros++;
            assertEquals(tensor.mask().zeros(), zeros, basis + ": zeros of " + tensor.name());
        }
        return loss.weights.values().clone();
    }

    @ParameterizedTest
    @EnumSource
    void maskedWeightsStayZeroWithTheSameBitsForAnyThreadsAndKernels(DescentTest.Basis basis) {
        float[] one = train(basis, Kernels.best(), 1);
        assertArrayEquals(one, train(basis, Kernels.best(), 2));
        assertArrayEquals(one, train(basis, Kernels.plain(), 3));
    }

    @Test
    void theSteadyStateAllocatesNothing() {
        Prediction loss = new Prediction(Kernels.best(), 1);
        try (Workers team = new Workers(1)) {
            Descent descent = DescentTest.Basis.TURNED.descent(loss.weights, Kernels.best(), team);
            Laws.steadyStateAllocatesNothing(() -> descent.step(ROWS, loss, 1e-4f));
        }
    }
}
