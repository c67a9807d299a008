package bayesflow4j.engine.layer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Tensor;
import bayesflow4j.engine.memory.Weights;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** What is true of every layer, checked on random weights that are not zero. */
public final class Laws {
    /** Rounding of 32-bit sums of up to a few hundred terms of size one, with a margin of ten. */
    private static final double TOLERANCE = 3e-4;

    private static final double STEP = 1e-5;

    /** Runs between two looks at what was allocated. */
    private static final int WINDOW = 200;

    /** Ten times the longest that the compiler was seen to pause before work that passes was compiled. */
    private static final Duration SETTLED = Duration.ofSeconds(5);

    private static final Duration LONGEST_WARM_UP = Duration.ofSeconds(30);

    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Laws() {}

    public static RandomGenerator random(long seed) {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    /** Weights drawn from N(0, ½²), biases too. */
    public static Weights randomWeights(Layout layout, long seed) {
        Weights weights = new Weights(layout);
        RandomGenerator rng = random(seed);
        for (Tensor tensor : layout.tensors()) weights.put(tensor, normal(tensor.size(), 0.5, rng));
        return weights;
    }

    public static float[] normal(int size, double sd, RandomGenerator rng) {
        float[] values = new float[size];
        for (int i = 0; i < size; i++) values[i] = (float) (sd * rng.nextGaussian());
        return values;
    }

    /** The forward pass is the formula. */
    public static void forwardIsTheFormula(
            Layout layout, Subject.Factory factory, Subject.Formula formula, int inputs) {
        Weights weights = randomWeights(layout, 1);
        float[] x = normal(inputs, 1, random(2));
        float[] y = factory.on(Memory.forTraining(Kernels.best(), weights)).forward(x);
        float[] evaluated =
                factory.on(Memory.forEvaluation(Kernels.best(), weights)).forward(x);
        assertArrayEquals(y, evaluated, "evaluation differs from training");
        assertClose("output", formula.of(new Numbers(weights), doubles(x)), doubles(y));
    }

    /** The backward pass is the derivative of the formula, for every input and every weight, by central differences. */
    public static void backwardIsTheDerivative(
            Layout layout, Subject.Factory factory, Subject.Formula formula, int inputs) {
        Weights weights = randomWeights(layout, 3);
        float[] x = normal(inputs, 1, random(4));
        Memory memory = Memory.forTraining(Kernels.best(), weights);
        float[] gradient = new float[weights.values().length];
        java.util.Arrays.fill(gradient, 7f); // what stood there before must not matter
        memory.writeGradientTo(gradient);
        Subject subject = factory.on(memory);
        float[] y = subject.forward(x);
        float[] dy = normal(y.length, 1, random(5));
        float[] dx = subject.backward(dy);

        Numbers numbers = new Numbers(weights);
        double[] at = doubles(x);
        double[] inputDerivatives = new double[inputs];
        for (int i = 0; i < inputs; i++) inputDerivatives[i] = derivative(formula, numbers, at, at, i, dy);
        assertClose("gradient of the inputs", inputDerivatives, doubles(dx));
        for (Tensor tensor : layout.tensors()) {
            double[] values = numbers.of(tensor.name());
            double[] derivatives = new double[values.length];
            for (int i = 0; i < values.length; i++) derivatives[i] = derivative(formula, numbers, at, values, i, dy);
            assertClose("gradient of " + tensor.name(), derivatives, doubles(weights.unpack(tensor, gradient)));
        }
        assertPaddingIsZero(weights, gradient);
    }

    /** Both sets of kernels give the same bits. */
    public static void kernelsAgree(Layout layout, Subject.Factory factory, int inputs) {
        Weights weights = randomWeights(layout, 6);
        float[] x = normal(inputs, 1, random(7));
        float[][] outputs = new float[2][];
        float[][] inputGradients = new float[2][];
        float[][] gradients = new float[2][weights.values().length];
        Kernels[] both = {Kernels.plain(), Kernels.vector()};
        for (int i = 0; i < 2; i++) {
            Memory memory = Memory.forTraining(both[i], weights);
            memory.writeGradientTo(gradients[i]);
            Subject subject = factory.on(memory);
            outputs[i] = subject.forward(x);
            inputGradients[i] = subject.backward(normal(outputs[i].length, 1, random(8)));
        }
        assertArrayEquals(outputs[0], outputs[1], "outputs of plain and vector kernels");
        assertArrayEquals(inputGradients[0], inputGradients[1], "input gradients of plain and vector kernels");
        assertArrayEquals(gradients[0], gradients[1], "weight gradients of plain and vector kernels");
    }

    /** Rows that lie by columns become what the pass makes of them by rows, given one condition and then another. */
    static void lanesAreRows(Layout layout, ConditionalLayer layer) {
        Weights weights = randomWeights(layout, 14);
        for (Kernels kernels : new Kernels[] {Kernels.plain(), Kernels.vector()}) {
            Memory memory = Memory.forEvaluation(kernels, weights);
            ConditionalPass pass = layer.pass(memory);
            ConditionalLanes lanes = layer.lanes(memory);
            for (int seed = 15; seed < 17; seed++) {
                Block condition = Block.of(normal(layer.condition(), 1, random(seed)), 1, 1, layer.condition());
                lanesAreRows(lanes.given(condition), pass.given(condition)::forward, layer.in(), layer.out());
            }
        }
    }

    /** The same for any map of rows; rows that the array has no room for are refused. */
    public static void lanesAreRows(Lanes lanes, UnaryOperator<Block> rows, int in, int out) {
        float[] x = normal(Lanes.ROWS * in, 1, random(17));
        float[] columns = new float[3 + x.length];
        Kernels.plain().transpose(Lanes.ROWS, in, x, 0, in, columns, 3, Lanes.ROWS);
        float[] y = new float[5 + Kernels.padded(out) * Lanes.ROWS];
        lanes.map(columns, 3, y, 5);
        float[] image = new float[Lanes.ROWS * out];
        Kernels.plain().transpose(out, Lanes.ROWS, y, 5, Lanes.ROWS, image, 0, out);
        assertArrayEquals(
                Subject.flat(rows.apply(Block.of(x, 1, Lanes.ROWS, in))), image, "rows by rows and by columns");
        assertThrows(IllegalArgumentException.class, () -> lanes.map(columns, 4, y, 5));
    }

    /** The gradient of the weights has the same bits, whether that of the inputs is asked for or not. */
    public static void weightsAloneHaveTheSameGradient(Layout layout, Layer layer, int sets, int length) {
        Weights weights = randomWeights(layout, 18);
        Memory memory = Memory.forTraining(Kernels.best(), weights);
        Pass pass = layer.pass(memory);
        Block x = Block.of(normal(sets * length * layer.in(), 1, random(19)), sets, length, layer.in());
        float[][] gradients = new float[2][weights.values().length];
        for (int i = 0; i < 2; i++) {
            java.util.Arrays.fill(gradients[i], i + 7f); // what stood there before must not matter
            memory.writeGradientTo(gradients[i]);
            Block y = pass.forward(x);
            Block dy = Subject.padded(normal(y.rows() * y.width(), 1, random(20)), y.sets(), y.length(), y.width());
            if (i == 0) pass.backward(dy);
            else pass.backwardToWeights(dy);
        }
        for (Tensor tensor : layout.tensors())
            assertArrayEquals(
                    weights.unpack(tensor, gradients[0]),
                    weights.unpack(tensor, gradients[1]),
                    "gradient of " + tensor.name() + " without that of the inputs");
    }

    /** A pass that was used for other sizes and values before gives the same as a new one. */
    public static void nothingIsLeftOver(
            Layout layout, Subject.Factory larger, int largerInputs, Subject.Factory factory, int inputs) {
        Weights weights = randomWeights(layout, 9);
        Memory memory = Memory.forTraining(Kernels.best(), weights);
        float[] gradient = new float[weights.values().length];
        memory.writeGradientTo(gradient);
        Subject used = factory.on(memory);
        Subject other = larger.on(memory);
        float[] x = normal(inputs, 1, random(10));
        float[] first = used.forward(x);
        float[] dFirst = used.backward(normal(first.length, 1, random(11)));
        float[] gradientFirst = gradient.clone();
        float[] big = other.forward(normal(largerInputs, 1, random(12)));
        other.backward(normal(big.length, 1, random(13)));
        float[] again = used.forward(x);
        float[] dAgain = used.backward(normal(again.length, 1, random(11)));
        assertArrayEquals(first, again);
        assertArrayEquals(dFirst, dAgain);
        assertArrayEquals(gradientFirst, gradient);
    }

    /**
     * Once compiled, the work allocates nothing: two windows of 200 runs in a row without a byte. Until vector code is compiled
     * it boxes its vectors, so the law waits for the compiler, which works on threads of its own: for as long as it has compiled
     * anything within the last five seconds, and never more than thirty. These are seconds of this thread's processor time: where
     * a busy machine keeps the compiler waiting, it keeps this thread waiting too. Work that passes took at most seven of them,
     * work that allocates fails some five after its last compilation.
     */
    public static void steadyStateAllocatesNothing(Runnable work) {
        steadyStateAllocatesNothing(work, SETTLED);
    }

    /** The same where the compiler is taken to be done once it has compiled nothing for so long. */
    public static void steadyStateAllocatesNothing(Runnable work, Duration settled) {
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        long begun = THREADS.getCurrentThreadCpuTime();
        long lastCompiled = begun;
        long compiling = compiler.getTotalCompilationTime();
        long bytes = 0;
        for (int clean = 0; clean < 2; ) {
            long now = THREADS.getCurrentThreadCpuTime();
            if (compiler.getTotalCompilationTime() != compiling) {
                compiling = compiler.getTotalCompilationTime();
                lastCompiled = now;
            }
            if (now - lastCompiled > settled.toNanos() || now - begun > LONGEST_WARM_UP.toNanos())
                fail(bytes + " bytes in the last " + WINDOW + " runs");
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < WINDOW; i++) work.run();
            bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
            clean = bytes == 0 ? clean + 1 : 0;
        }
    }

    private static double derivative(
            Subject.Formula formula, Numbers weights, double[] inputs, double[] varied, int i, float[] dy) {
        double old = varied[i];
        varied[i] = old + STEP;
        double above = dot(formula.of(weights, inputs), dy);
        varied[i] = old - STEP;
        double below = dot(formula.of(weights, inputs), dy);
        varied[i] = old;
        return (above - below) / (2 * STEP);
    }

    private static double dot(double[] y, float[] dy) {
        double sum = 0;
        for (int i = 0; i < y.length; i++) sum += y[i] * dy[i];
        return sum;
    }

    public static void assertClose(String what, double[] expected, double[] actual) {
        assertEquals(expected.length, actual.length, what + ": size");
        double scale = 1;
        for (double v : expected) scale = Math.max(scale, Math.abs(v));
        for (int i = 0; i < expected.length; i++)
            assertEquals(expected[i], actual[i], TOLERANCE * scale, what + " [" + i + "]");
    }

    private static void assertPaddingIsZero(Weights weights, float[] gradient) {
        float[] rebuilt = new float[gradient.length];
        for (Tensor tensor : weights.layout().tensors())
            weights.pack(tensor, weights.unpack(tensor, gradient), rebuilt);
        for (Tensor tensor : weights.layout().tensors())
            for (int i = tensor.offset(); i < tensor.offset() + tensor.storedSize(); i++)
                assertTrue(rebuilt[i] == gradient[i], tensor.name() + ": gradient in the padding");
    }

    public static double[] doubles(float[] values) {
        double[] doubles = new double[values.length];
        for (int i = 0; i < values.length; i++) doubles[i] = values[i];
        return doubles;
    }
}
