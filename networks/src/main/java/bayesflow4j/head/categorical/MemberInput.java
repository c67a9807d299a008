package bayesflow4j.head.categorical;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;

/** The numbers of a summary that one classifier reads: its own part, then what all read. */
final class MemberInput {
    private final int member;
    private final int own;
    private final Buffer inputs = new Buffer();
    private final Block block = new Block();

    MemberInput(int member, int own) {
        this.member = member;
        this.own = own;
    }

    private int shared(Block summary, int members) {
        return summary.width() - own * members;
    }

    /** [M, 1, own + shared] from summaries [M, 1, S]. */
    Block of(Block summary, int members) {
        int shared = shared(summary, members);
        int stride = Kernels.padded(own + shared);
        float[] to = inputs.atLeast(summary.sets() * stride);
        for (int m = 0; m < summary.sets(); m++) {
            int at = summary.at(m, 0);
            System.arraycopy(summary.data(), at + member * own, to, m * stride, own);
            System.arraycopy(summary.data(), at + members * own, to, m * stride + own, shared);
        }
        return block.show(to, 0, summary.sets(), 1, own + shared, stride);
    }

    /** Adds the gradient of the input [M, 1, own + shared] to that of the summary. */
    void addTo(Block dSummary, Block dInput, int members) {
        int shared = shared(dSummary, members);
        for (int m = 0; m < dInput.sets(); m++) {
            int from = dInput.at(m, 0);
            int to = dSummary.at(m, 0);
            for (int i = 0; i < own; i++) dSummary.data()[to + member * own + i] += dInput.data()[from + i];
            for (int i = 0; i < shared; i++) dSummary.data()[to + members * own + i] += dInput.data()[from + own + i];
        }
    }
}
