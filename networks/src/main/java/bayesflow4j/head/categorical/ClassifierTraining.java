package bayesflow4j.head.categorical;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Mlp;
import bayesflow4j.engine.layer.MlpPass;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.head.Head;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.List;

/** The mean over classifiers of their cross-entropy, −log q(k | s), and its gradient. */
final class ClassifierTraining implements Head.Training {
    private final MlpPass[] networks;
    private final MemberInput[] inputs;
    private final Block[] logits;
    private final Buffer gradients = new Buffer();
    private final Block dLogits = new Block();
    private Block theta = new Block();

    ClassifierTraining(Memory memory, int own, List<Mlp> networks) {
        int members = networks.size();
        this.networks = networks.stream().map(network -> network.pass(memory)).toArray(MlpPass[]::new);
        inputs = new MemberInput[members];
        logits = new Block[members];
        for (int e = 0; e < members; e++) inputs[e] = new MemberInput(e, own);
    }

    @Override
    public double loss(Block theta, Block summary, Seed noise, int first) {
        this.theta = theta;
        double sum = 0;
        for (int e = 0; e < networks.length; e++) {
            logits[e] = networks[e].forward(inputs[e].of(summary, networks.length));
            for (int m = 0; m < theta.sets(); m++) {
                int at = logits[e].at(m, 0);
                sum += logSum(logits[e].data(), at, theta.width()) - logits[e].data()[at + label(theta, m)];
            }
        }
        return sum / networks.length;
    }

    private static int label(Block theta, int m) {
        int at = theta.at(m, 0);
        int label = 0;
        for (int k = 1; k < theta.width(); k++) if (theta.data()[at + k] > theta.data()[at + label]) label = k;
        return label;
    }

    /** log Σₖ exp(logitₖ). */
    private static double logSum(float[] logits, int at, int width) {
        double largest = logits[at];
        for (int k = 1; k < width; k++) largest = Math.max(largest, logits[at + k]);
        double sum = 0;
        for (int k = 0; k < width; k++) sum += StrictMath.exp(logits[at + k] - largest);
        return largest + StrictMath.log(sum);
    }

    @Override
    public void backward(float share, Block dSummary) {
        int width = theta.width();
        int stride = Kernels.padded(width);
        float[] d = gradients.atLeast(theta.sets() * stride);
        for (int e = 0; e < networks.length; e++) {
            Arrays.fill(d, 0, theta.sets() * stride, 0f);
            for (int m = 0; m < theta.sets(); m++) {
                float[] values = logits[e].data();
                int at = logits[e].at(m, 0);
                double log = logSum(values, at, width);
                for (int k = 0; k < width; k++)
                    d[m * stride + k] = (float) (share / networks.length * StrictMath.exp(values[at + k] - log));
                d[m * stride + label(theta, m)] -= share / networks.length;
            }
            Block back = networks[e].backward(dLogits.show(d, 0, theta.sets(), 1, width, stride));
            inputs[e].addTo(dSummary, back, networks.length);
        }
    }
}
