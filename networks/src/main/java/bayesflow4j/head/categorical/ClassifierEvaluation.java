package bayesflow4j.head.categorical;

import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Memory;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/** Logits of all classifiers; draws and the mean belong to the mean of their logits. */
final class ClassifierEvaluation implements CategoricalHead.Evaluation {
    private final LogOdds.LogOddsPass[] networks;
    private final MemberInput[] inputs;

    /** The numbers of a wider summary are features through the terms of the logits only. */
    private static final int WIDEST = 100;

    ClassifierEvaluation(Memory memory, int own, List<LogOdds> networks) {
        this.networks = networks.stream().map(network -> network.pass(memory)).toArray(LogOdds.LogOddsPass[]::new);
        inputs = new MemberInput[networks.size()];
        for (int e = 0; e < inputs.length; e++) inputs[e] = new MemberInput(e, own);
    }

    @Override
    public double[][] logits(Block summary) {
        double[][] all = new double[networks.length][];
        for (int e = 0; e < networks.length; e++) {
            Block logits = networks[e].forward(inputs[e].of(summary, networks.length));
            all[e] = new double[logits.width()];
            for (int k = 0; k < logits.width(); k++) all[e][k] = logits.data()[logits.at(0, 0) + k];
        }
        return all;
    }

    @Override
    public double[][][] features(Block summary) {
        double[][][] all = new double[networks.length][][];
        for (int e = 0; e < networks.length; e++) {
            Block input = inputs[e].of(summary, networks.length);
            int classes = networks[e].forward(input).width();
            int read = input.width() <= WIDEST ? input.width() : 0;
            all[e] = new double[classes][];
            for (int k = 0; k < classes; k++) {
                double[] terms = networks[e].terms(k);
                double[] features = Arrays.copyOf(terms, terms.length + read + 1);
                for (int i = 0; i < read; i++) features[terms.length + i] = input.data()[input.at(0, 0) + i];
                features[features.length - 1] = 1;
                all[e][k] = features;
            }
        }
        return all;
    }

    private double[] probabilities(Block summary) {
        double[][] logits = logits(summary);
        double[] p = new double[logits[0].length];
        for (double[] row : logits) for (int k = 0; k < p.length; k++) p[k] += row[k] / logits.length;
        double largest = Arrays.stream(p).max().orElseThrow();
        double sum = 0;
        for (int k = 0; k < p.length; k++) sum += p[k] = StrictMath.exp(p[k] - largest);
        for (int k = 0; k < p.length; k++) p[k] /= sum;
        return p;
    }

    /** Each draw is 1 for its class and 0 for all others. */
    @Override
    public void sample(Block summary, RandomGenerator rng, float[] to) {
        double[] p = probabilities(summary);
        Arrays.fill(to, 0f);
        for (int at = 0; at < to.length; at += p.length) {
            double u = rng.nextDouble();
            int k = 0;
            while (k < p.length - 1 && (u -= p[k]) >= 0) k++;
            to[at + k] = 1;
        }
    }

    @Override
    public void mean(Block summary, float[] to) {
        double[] p = probabilities(summary);
        for (int k = 0; k < p.length; k++) to[k] = (float) p[k];
    }
}
