package bayesflow4j.head.categorical;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Pass;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.head.Head;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.Optional;

/** The cross-entropy of the discrete parameters plus the loss of the head of the others, and its gradient. */
class MixedTraining implements Head.Training {
    final Optional<? extends Head.Training> rest;
    private final MixedHead head;
    private final Pass[] passes;
    private final Coded[] inputs;
    private final Buffer[] probabilities;
    private final int[] continuous;
    private final Buffer others = new Buffer();
    private final Buffer gradients = new Buffer();
    private final Buffer uniform = new Buffer();
    private final Block otherTheta = new Block();
    private final Block gradient = new Block();
    private int[][] numbers = new int[0][];
    private double[] losses = new double[0];
    private int rows;

    MixedTraining(MixedHead head, Memory memory, Optional<? extends Head.Training> rest) {
        this.head = head;
        this.rest = rest;
        int size = head.lattice().size();
        passes = new Pass[size];
        inputs = new Coded[size + 1];
        probabilities = new Buffer[size];
        for (int j = 0; j <= size; j++) inputs[j] = new Coded(head, j);
        for (int j = 0; j < size; j++) {
            passes[j] = head.networks().get(j).pass(memory);
            probabilities[j] = new Buffer();
        }
        continuous = head.lattice().continuous();
    }

    @Override
    public void begin(long steps) {
        rest.ifPresent(own -> own.begin(steps));
    }

    @Override
    public double loss(Block theta, Block summary, Seed noise, int first) {
        rows = theta.sets();
        if (losses.length < rows) losses = new double[rows];
        Arrays.fill(losses, 0, rows, 0);
        numbers = new int[rows][];
        for (int m = 0; m < rows; m++) numbers[m] = numbers(theta, m);
        for (int j = 0; j < passes.length; j++) addCrossEntropy(j, passes[j].forward(inputs[j].of(summary, numbers)));
        double sum = 0;
        for (int m = 0; m < rows; m++) sum += losses[m];
        return rest.isEmpty()
                ? sum
                : sum + rest.get().loss(continuous(theta), inputs[passes.length].of(summary, numbers), noise, first);
    }

    /** Values beyond the lattice, a millionth of the prior, count as the nearest one. */
    private int[] numbers(Block theta, int m) {
        int[] own = new int[passes.length];
        for (int j = 0; j < own.length; j++) {
            int[] range = head.lattice().range(j, own);
            own[j] = Math.clamp(
                    Math.round(theta.data()[theta.at(m, 0) + head.lattice().position(j)]), range[0], range[1]);
        }
        return own;
    }

    private void addCrossEntropy(int j, Block logits) {
        int values = logits.width();
        float[] to = probabilities[j].atLeast(rows * values);
        for (int m = 0; m < rows; m++) {
            double[] p = Softmax.of(logits, m, head.lattice().range(j, numbers[m]));
            losses[m] -= StrictMath.log(Math.max(p[numbers[m][j]], Double.MIN_NORMAL));
            for (int v = 0; v < values; v++) to[m * values + v] = (float) p[v];
        }
    }

    private Block continuous(Block theta) {
        int stride = Kernels.padded(continuous.length);
        float[] to = others.atLeast(rows * stride);
        Arrays.fill(to, 0, rows * stride, 0f);
        for (int m = 0; m < rows; m++)
            for (int i = 0; i < continuous.length; i++)
                to[m * stride + i] = theta.data()[theta.at(m, 0) + continuous[i]];
        return otherTheta.show(to, 0, rows, 1, continuous.length, stride);
    }

    /** Adds the cross-entropy of each row. */
    final void addLosses(double[] to) {
        for (int m = 0; m < rows; m++) to[m] += losses[m];
    }

    @Override
    public void backward(float share, Block dSummary) {
        float[] shares = uniform.atLeast(rows);
        Arrays.fill(shares, 0, rows, share);
        backwardDiscrete(shares, dSummary);
        rest.ifPresent(own -> inputs[passes.length].backward(dSummary, dInput -> own.backward(share, dInput)));
    }

    final void backwardDiscrete(float[] shares, Block dSummary) {
        for (int j = 0; j < passes.length; j++) {
            int values = head.lattice().count(j);
            int stride = Kernels.padded(values);
            float[] d = gradients.atLeast(rows * stride);
            Arrays.fill(d, 0, rows * stride, 0f);
            float[] p = probabilities[j].data();
            for (int m = 0; m < rows; m++) {
                for (int v = 0; v < values; v++) d[m * stride + v] = shares[m] * p[m * values + v];
                d[m * stride + numbers[m][j]] -= shares[m];
            }
            inputs[j].addTo(dSummary, passes[j].backward(gradient.show(d, 0, rows, 1, values, stride)));
        }
    }

    /** The input of the head of the continuous parameters. */
    final Coded last() {
        return inputs[passes.length];
    }
}
