package bayesflow4j.benchmarks;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.kernel.Adam;
import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Chain;
import bayesflow4j.engine.layer.Convolution;
import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.layer.Lstm;
import bayesflow4j.engine.layer.Mlp;
import bayesflow4j.engine.layer.Pooling;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Weights;
import bayesflow4j.engine.optimizer.Descent;
import bayesflow4j.engine.optimizer.Workers;
import bayesflow4j.head.flow.ConditionalFlow;
import bayesflow4j.head.flow.CouplingDesign;
import bayesflow4j.head.flow.CouplingHead;
import bayesflow4j.head.flow.FlowHead;
import bayesflow4j.head.flow.FlowSampler;
import bayesflow4j.random.Seed;
import bayesflow4j.summary.Identity;
import bayesflow4j.training.Objective;
import java.util.random.RandomGenerator;

/**
 * Training steps and sampling at the sizes of the paper's networks: S1, S1b, S2, S3, S4. Data are created once, outside
 * the measurement.
 */
public final class EngineWorkloads {
    private static final int D = 6;
    private static final int S = 128;
    private static final int BLOCKS = 6;
    private static final float RATE = 1e-3f;
    private static final float CLIP = 5f;

    private final Kernels kernels;
    private final Workers workers;
    private final Seed seed = new Seed(1);

    /** The workloads on a team of workers. */
    public EngineWorkloads(Kernels kernels, Workers workers) {
        this.kernels = kernels;
        this.workers = workers;
    }

    /** S1: a training step on sets, batch 32, N = 500, invariant summary and six coupling blocks. */
    public Workload setTraining() {
        Layout layout = new Layout();
        Layer summary = Chain.of(
                new Mlp(layout, "elements", 2, 0, new int[] {64, 64, 64}, Activation.ELU, Activation.ELU),
                new Pooling(64, Pooling.Kind.MEAN),
                new Mlp(layout, "set", 64, 0, new int[] {64, S}, Activation.ELU, Activation.LINEAR));
        return training("S1", "set training step", 0.874e9, layout, summary, normal(32, 500, 2));
    }

    /** S1b: the flow part of S1 alone, given a vector of 128. */
    public Workload flowTraining() {
        return training(
                "S1b",
                "flow training step",
                0.065e9,
                new Layout(),
                new Identity().layer(new Layout(), S),
                normal(32, 1, S));
    }

    private Workload training(String name, String text, double flops, Layout layout, Layer summary, Block x) {
        ConditionalFlow flow = flow(layout);
        Weights weights = Weights.initial(layout, seed.child("weights").stream(0));
        Objective objective = new Objective(summary, new FlowHead(flow), weights, kernels, workers.count());
        Descent descent = new Descent(weights, kernels, workers, Adam.DEFAULT, CLIP);
        Block theta = normal(x.sets(), 1, D);
        return new Workload(name, text, flops, false, () -> {
            objective.batch(theta, x, seed);
            descent.step(x.sets(), objective, RATE);
        });
    }

    private ConditionalFlow flow(Layout layout) {
        return new CouplingHead(BLOCKS, CouplingDesign.PAPER).flow(layout, D, S, seed.child("permutations").stream(0));
    }

    /** S2: 2000 draws for each of 1000 data sets, random numbers included. */
    public Workload sampling() {
        int sets = 1000;
        int draws = 2000;
        Layout layout = new Layout();
        ConditionalFlow flow = flow(layout);
        Weights weights = Weights.initial(layout, seed.child("weights").stream(0));
        Block conditions = normal(sets, 1, S);
        float[][] results = new float[sets][draws * D];
        FlowSampler[] samplers = new FlowSampler[workers.count()];
        for (int i = 0; i < samplers.length; i++)
            samplers[i] = new FlowSampler(flow, Memory.forEvaluation(kernels, weights));
        return new Workload(
                "S2",
                "1000 × 2000 draws",
                0.82e12,
                true,
                () -> workers.run(
                        sets,
                        (set, worker) -> samplers[worker].sample(
                                new Block().slice(conditions, set, set + 1),
                                seed.child("draws").stream(set),
                                results[set])));
    }

    /** S3: a training step on series, batch 64, T = 300, bidirectional LSTM. */
    public Workload recurrentTraining() {
        Layout layout = new Layout();
        Layer network = Chain.of(
                new Lstm(layout, "lstm", 1, 64),
                new Mlp(layout, "dense", 128, 0, new int[] {64, 64}, Activation.ELU, Activation.LINEAR));
        return squares("S3", "recurrent training step", 3.8e9, layout, network, normal(64, 300, 1));
    }

    /** S4: a training step on series, batch 64, T = 350, four convolutions. */
    public Workload convolutionalTraining() {
        Layout layout = new Layout();
        Layer network = Chain.of(
                new Convolution(layout, "conv0", 3, 64, 5, 3, Activation.RELU),
                new Convolution(layout, "conv1", 64, 64, 5, 3, Activation.RELU),
                new Convolution(layout, "conv2", 64, 128, 3, 1, Activation.RELU),
                new Convolution(layout, "conv3", 128, 128, 3, 1, Activation.RELU),
                new Pooling(128, Pooling.Kind.MEAN),
                Mlp.dense(layout, "dense", 128, 64, Activation.ELU));
        return squares("S4", "convolutional training step", 1.33e9, layout, network, normal(64, 350, 3));
    }

    private Workload squares(String name, String text, double flops, Layout layout, Layer network, Block x) {
        Weights weights = Weights.initial(layout, seed.child("weights").stream(0));
        MeanOfSquares loss = new MeanOfSquares(network, weights, kernels, workers.count(), x);
        Descent descent = new Descent(weights, kernels, workers, Adam.DEFAULT, Float.POSITIVE_INFINITY);
        return new Workload(name, text, flops, false, () -> descent.step(x.sets(), loss, RATE));
    }

    private Block normal(int sets, int length, int width) {
        RandomGenerator rng = seed.child("data").stream((long) sets * length * width);
        float[] values = new float[sets * length * width];
        for (int i = 0; i < values.length; i++) values[i] = (float) rng.nextGaussian();
        return Block.of(values, sets, length, width);
    }
}
