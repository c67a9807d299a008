package bayesflow4j.head.categorical;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Pass;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.head.Head;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.List;

/**
 * The mean over classifiers of the sum of the {@link PairLoss} exp((fₖ − fᵧ)/2) over the classes k other than the true one, y, and
 * its gradient. For each pair of classes it is smallest where fₖ − fᵧ = log p(k | s)/p(y | s), as cross-entropy is, but its
 * curvature there falls as the root of a small probability instead of the probability itself, so that it is felt whether a small one
 * is 10⁻² or 10⁻⁴; beyond odds of e¹² it falls as the probability.
 */
final class ClassifierTraining implements Head.Training {
    private final Pass[] networks;
    private final MemberInput[] inputs;
    private final Block[] logits;
    private final Buffer gradients = new Buffer();
    private final Block dLogits = new Block();
    private Block theta = new Block();

    ClassifierTraining(Memory memory, int own, List<LogOdds> networks) {
        int members = networks.size();
        this.networks = networks.stream().map(network -> network.pass(memory)).toArray(Pass[]::new);
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
                int label = label(theta, m);
                for (int k = 0; k < theta.width(); k++)
                    if (k != label) sum += PairLoss.value(half(logits[e].data(), at, k, label));
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

    private static double half(float[] logits, int at, int k, int label) {
        return 0.5 * (logits[at + k] - logits[at + label]);
    }

    @Override
    public void backward(float share, Block dSummary) {
        int width = theta.width();
        int stride = Kernels.padded(width);
        float[] d = gradients.atLeast(theta.sets() * stride);
        for (int e = 0; e < networks.length; e++) {
            Arrays.fill(d, 0, theta.sets() * stride, 0f);
            for (int m = 0; m < theta.sets(); m++) {
                int at = logits[e].at(m, 0);
                int label = label(theta, m);
                for (int k = 0; k < width; k++) {
                    if (k == label) continue;
                    double slope = PairLoss.slope(half(logits[e].data(), at, k, label));
                    float pull = (float) (0.5 * share / networks.length * slope);
                    d[m * stride + k] = pull;
                    d[m * stride + label] -= pull;
                }
            }
            Block back = networks[e].backward(dLogits.show(d, 0, theta.sets(), 1, width, stride));
            inputs[e].addTo(dSummary, back, networks.length);
        }
    }
}
