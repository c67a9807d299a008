package bayesflow4j.engine.optimizer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.kernel.Adam;
import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Beside;
import bayesflow4j.engine.layer.Chain;
import bayesflow4j.engine.layer.Convolution;
import bayesflow4j.engine.layer.Laws;
import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.layer.Lstm;
import bayesflow4j.engine.layer.Maxima;
import bayesflow4j.engine.layer.Mlp;
import bayesflow4j.engine.layer.Moments;
import bayesflow4j.engine.layer.Pass;
import bayesflow4j.engine.layer.Pooling;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Weights;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.AssertionFailedError;

class DescentTest {
    /** Networks of every kind of layer, with whole panels of weights and others; each takes [M, N, 2] to [M, 1, 3]. */
    enum Network {
        SET(layout -> Chain.of(
                new Mlp(layout, "a", 2, 0, new int[] {9, 72}, Activation.ELU, Activation.ELU),
                new Beside(new Moments(72), Chain.of(new Maxima(72), Mlp.linear(layout, "maxima", 72, 0, 16))),
                Mlp.dense(layout, "b", 160, 3, Activation.TANH))),
        RECURRENT(layout -> Chain.of(new Lstm(layout, "a", 2, 17), Mlp.dense(layout, "b", 34, 3, Activation.LINEAR))),
        CONVOLUTIONAL(layout -> Chain.of(
                new Convolution(layout, "a", 2, 9, 3, 2, Activation.RELU),
                new Pooling(9, Pooling.Kind.SUM),
                Mlp.dense(layout, "b", 9, 3, Activation.ELU)));

        private final Function<Layout, Layer> maker;

        Network(Function<Layout, Layer> maker) {
            this.maker = maker;
        }
    }

    /** Half the squared distance of the outputs from a target, summed over the batch. */
    private static final class Squares implements Descent.ShardLoss {
        private final Layout layout = new Layout();
        private final Layer layer;
        private final Weights weights;
        private final Memory[] memories;
        private final Pass[] passes;
        private final Block[] shards;
        private final Buffer[] buffers;
        private final Block[] dys;
        private Block x = new Block();

        Squares(Network network, Kernels kernels, int workers) {
            layer = network.maker.apply(layout);
            weights = Weights.initial(layout, Laws.random(1));
            memories = new Memory[workers];
            passes = new Pass[workers];
            shards = new Block[workers];
            buffers = new Buffer[workers];
            dys = new Block[workers];
            for (int i = 0; i < workers; i++) {
                memories[i] = Memory.forTraining(kernels, weights);
                passes[i] = layer.pass(memories[i]);
                shards[i] = new Block();
                buffers[i] = new Buffer();
                dys[i] = new Block();
            }
        }

        @Override
        public double lossAndGradient(int from, int to, int worker, float[] gradient) {
            memories[worker].writeGradientTo(gradient);
            Block y = passes[worker].forward(shards[worker].slice(x, from, to));
            float[] dy = buffers[worker].atLeast(y.rows() * y.rowStride());
            double loss = 0;
            for (int m = 0; m < y.sets(); m++)
                for (int j = 0; j < y.width(); j++) {
                    float distance = y.data()[y.at(m, 0) + j] - 0.5f * (j + 1);
                    dy[m * y.rowStride() + j] = distance;
                    loss += distance * distance / 2;
                }
            passes[worker].backwardToWeights(dys[worker].show(dy, 0, y.sets(), 1, y.width(), y.rowStride()));
            return loss;
        }
    }

    private static Block batch(int sets, int length, long seed) {
        return Block.of(Laws.normal(sets * length * 2, 1, Laws.random(seed)), sets, length, 2);
    }

    /** Plain Adam, and Adam in turned bases that are renewed often. */
    enum Basis {
        OWN(Optional.empty()),
        TURNED(Optional.of(new Rotation(0.9f, 4, 512))),
        COLUMNS_TURNED(Optional.of(new Rotation(0.9f, 4, 8)));

        private final Optional<Rotation> rotation;

        Basis(Optional<Rotation> rotation) {
            this.rotation = rotation;
        }

        Descent descent(Weights weights, Kernels kernels, Workers team) {
            return new Descent(weights, kernels, team, Adam.DEFAULT.withWeightDecay(1e-3f), rotation, 5f);
        }
    }

    private static float[] train(Network network, Basis basis, Kernels kernels, int workers) {
        Squares loss = new Squares(network, kernels, workers);
        try (Workers team = new Workers(workers)) {
            Descent descent = basis.descent(loss.weights, kernels, team);
            double first = 0;
            double last = 0;
            for (int step = 1; step <= 40; step++) {
                loss.x = batch(70, 5 + step % 7, step);
                last = descent.step(70, loss, 0.01f);
                if (step == 1) first = last;
            }
            assertTrue(last < 0.7 * first, "loss " + first + " → " + last);
            assertEquals(40, descent.steps());
        }
        return loss.weights.values().clone();
    }

    @ParameterizedTest
    @EnumSource
    void theSameBitsForAnyNumberOfThreadsAndAnyKernels(Network network) {
        for (Basis basis : Basis.values()) {
            float[] one = train(network, basis, Kernels.best(), 1);
            assertArrayEquals(one, train(network, basis, Kernels.best(), 2));
            assertArrayEquals(one, train(network, basis, Kernels.best(), 5));
            assertArrayEquals(one, train(network, basis, Kernels.plain(), 2));
        }
    }

    /** On batches of changing size; the calling thread takes all tasks itself. */
    @ParameterizedTest
    @EnumSource
    void theSteadyStateAllocatesNothing(Network network) {
        for (Kernels kernels : new Kernels[] {Kernels.best(), Kernels.plain()})
            for (Basis basis : Basis.values()) steadyState(network, kernels, basis);
    }

    private static void steadyState(Network network, Kernels kernels, Basis basis) {
        Squares loss = new Squares(network, kernels, 1);
        try (Workers team = new Workers(1)) {
            Descent descent = basis.descent(loss.weights, kernels, team);
            Block[] batches = {batch(40, 11, 1), batch(40, 4, 2), batch(33, 9, 3)};
            int[] step = {0};
            Laws.steadyStateAllocatesNothing(() -> {
                loss.x = batches[step[0]++ % batches.length];
                descent.step(loss.x.sets(), loss, 1e-4f);
            });
        }
    }

    /** Work with a small object per run, or with one now and then, must not pass. */
    @ParameterizedTest
    @ValueSource(ints = {1, 100})
    void anAllocationIsSeen(int every) {
        Object[] kept = new Object[1];
        int[] runs = {0};
        Runnable allocating = () -> {
            if (runs[0]++ % every == 0) kept[0] = new int[] {every};
        };
        assertThrows(
                AssertionFailedError.class, () -> Laws.steadyStateAllocatesNothing(allocating, Duration.ofMillis(500)));
        assertNotNull(kept[0]);
    }

    @Test
    void gradientsAreClippedToTheGlobalNorm() {
        float[][] moved = new float[2][];
        float[] clips = {1e-3f, Float.POSITIVE_INFINITY};
        for (int i = 0; i < 2; i++) {
            Squares loss = new Squares(Network.SET, Kernels.best(), 1);
            loss.x = batch(16, 3, 1);
            try (Workers team = new Workers(1)) {
                Descent descent = new Descent(loss.weights, Kernels.best(), team, Adam.DEFAULT, clips[i]);
                descent.step(16, loss, 0.01f);
                moved[i] = descent.moments()[0].clone();
                double norm = 0;
                for (float m : moved[i]) norm += (double) m * m * 100; // the first mean is a tenth of the gradient
                assertEquals(Math.min(clips[i], descent.gradientNorm()), Math.sqrt(norm), 1e-4 * Math.sqrt(norm));
            }
        }
    }

    @Test
    void aLossThatIsNotFiniteStopsAndChangesNothing() {
        Squares loss = new Squares(Network.SET, Kernels.best(), 2);
        try (Workers team = new Workers(2)) {
            Descent descent = new Descent(loss.weights, Kernels.best(), team, Adam.DEFAULT, 5f);
            loss.x = batch(32, 3, 1);
            double first = descent.step(32, loss, 0.01f);
            double second = descent.step(32, loss, 0.01f);
            float[] before = loss.weights.values().clone();
            loss.x.data()[5] = Float.NaN;
            NonFiniteException stopped = assertThrows(NonFiniteException.class, () -> descent.step(32, loss, 0.01f));
            assertEquals(3, stopped.step());
            assertArrayEquals(new double[] {first, second}, stopped.lastLosses());
            assertTrue(Double.isNaN(stopped.gradientNorm()));
            assertTrue(stopped.getMessage().contains("step 3"), stopped.getMessage());
            assertArrayEquals(before, loss.weights.values());
            assertEquals(2, descent.steps());
        }
    }

    @ParameterizedTest
    @EnumSource
    void aResumedDescentGoesOnAsIfItHadNotStopped(Basis basis) {
        float[][] results = new float[2][];
        for (int i = 0; i < 2; i++) {
            Squares loss = new Squares(Network.SET, Kernels.best(), 2);
            try (Workers team = new Workers(2)) {
                Descent descent = basis.descent(loss.weights, Kernels.best(), team);
                for (int step = 1; step <= 20; step++) {
                    if (i == 1 && step == 11) {
                        float[][] moments = descent.moments();
                        Descent again = basis.descent(loss.weights, Kernels.best(), team);
                        again.resume(descent.steps(), moments[0], moments[1], descent.bases());
                        descent = again;
                    }
                    loss.x = batch(32, 3, step);
                    descent.step(32, loss, 0.01f);
                }
            }
            results[i] = loss.weights.values();
        }
        assertArrayEquals(results[0], results[1]);
    }

    @Test
    void shardsDependOnTheBatchAlone() {
        int[] batches = {1, 15, 16, 32, 64, 128, 1000};
        assertArrayEquals(
                new int[] {1, 1, 1, 2, 4, 8, 8},
                Arrays.stream(batches).map(Descent::shards).toArray());
    }
}
