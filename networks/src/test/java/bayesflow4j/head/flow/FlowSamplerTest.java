package bayesflow4j.head.flow;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Laws;
import bayesflow4j.engine.layer.Subject;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Weights;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlowSamplerTest {
    private static final int CONDITION = 4;

    private static ConditionalFlow flow(Layout layout, int width) {
        return new CouplingHead(3, CouplingDesign.DEFAULT.withHidden(16, 16))
                .flow(layout, width, CONDITION, Laws.random(1));
    }

    private static Block condition() {
        return Block.of(Laws.normal(CONDITION, 1, Laws.random(2)), 1, 1, CONDITION);
    }

    /** A whole tile of draws, by columns, and a few more, by rows. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void theSteadyStateAllocatesNothing(int width) {
        Layout layout = new Layout();
        ConditionalFlow flow = flow(layout, width);
        Weights weights = Laws.randomWeights(layout, 3);
        FlowSampler sampler = new FlowSampler(flow, Memory.forEvaluation(Kernels.best(), weights));
        float[] draws = new float[70 * width];
        Block condition = condition();
        RandomGenerator rng = Laws.random(4);
        Laws.steadyStateAllocatesNothing(() -> sampler.sample(condition, rng, draws));
    }

    /** Below, at and above whole tiles: the inverse, by rows, of the normals in the order of the stream. */
    @ParameterizedTest
    @ValueSource(ints = {1, 64, 65, 200})
    void drawsAreTheInverseOfNormals(int count) {
        Layout layout = new Layout();
        ConditionalFlow flow = flow(layout, 5);
        Memory memory = Memory.forEvaluation(Kernels.best(), Laws.randomWeights(layout, 3));
        float[] draws = new float[count * 5];
        new FlowSampler(flow, memory).sample(condition(), Laws.random(4), draws);
        float[] z = Laws.normal(count * 5, 1, Laws.random(4));
        Bijection bijection = flow.pass(memory).given(condition());
        Block x = bijection.inverse(Block.of(z, 1, count, 5), new float[count]);
        assertArrayEquals(Subject.flat(x), draws);
    }

    @Test
    void plainAndVectorKernelsDrawTheSame() {
        Layout layout = new Layout();
        ConditionalFlow flow = flow(layout, 5);
        Weights weights = Laws.randomWeights(layout, 5);
        float[][] draws = new float[2][100 * 5];
        Kernels[] both = {Kernels.plain(), Kernels.best()};
        for (int i = 0; i < 2; i++)
            new FlowSampler(flow, Memory.forEvaluation(both[i], weights)).sample(condition(), Laws.random(6), draws[i]);
        assertArrayEquals(draws[0], draws[1]);
        assertEquals(500, Arrays.stream(Laws.doubles(draws[0])).distinct().count());
    }
}
