package bayesflow4j.amortized;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Pass;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Weights;
import bayesflow4j.head.Head;
import java.util.Arrays;

/** Forward passes through trained networks. For one thread at a time. */
final class Evaluator {
    private final Pass summary;
    private final Head.Evaluation head;

    Evaluator(Networks networks, Weights weights, Kernels kernels) {
        Memory memory = Memory.forEvaluation(kernels, weights);
        this.summary = networks.summary().pass(memory);
        this.head = networks.head().evaluation(memory);
    }

    Head.Evaluation head() {
        return head;
    }

    /** The summaries [M][S] of scaled data sets. */
    float[][] summarize(Block x) {
        Block s = summary.forward(x);
        float[][] summaries = new float[s.sets()][];
        for (int m = 0; m < summaries.length; m++)
            summaries[m] = Arrays.copyOfRange(s.data(), s.at(m, 0), s.at(m, 0) + s.width());
        return summaries;
    }
}
