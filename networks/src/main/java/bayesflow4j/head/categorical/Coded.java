package bayesflow4j.head.categorical;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import java.util.Arrays;
import java.util.function.Consumer;

/** A summary [M, 1, S] followed by the codes of the first few discrete parameters: what a network after these reads. */
final class Coded {
    private final MixedHead head;
    private final int known;
    private final int width;
    private final Buffer values = new Buffer();
    private final Buffer gradients = new Buffer();
    private final Block block = new Block();
    private final Block back = new Block();

    Coded(MixedHead head, int known) {
        this.head = head;
        this.known = known;
        this.width = head.condition()
                + head.codes().subList(0, known).stream()
                        .mapToInt(ValueCode::width)
                        .sum();
    }

    /** The input for these numbers [M][J] of the discrete parameters. */
    Block of(Block summary, int[][] numbers) {
        int stride = Kernels.padded(width);
        float[] to = values.atLeast(summary.sets() * stride);
        Arrays.fill(to, 0, summary.sets() * stride, 0f);
        for (int m = 0; m < summary.sets(); m++) {
            int at = m * stride;
            System.arraycopy(summary.data(), summary.at(m, 0), to, at, head.condition());
            at += head.condition();
            for (int j = 0; j < known; j++) {
                head.codes().get(j).write(numbers[m][j], to, at);
                at += head.codes().get(j).width();
            }
        }
        return block.show(to, 0, summary.sets(), 1, width, stride);
    }

    /** Adds what a backward pass adds to the gradient of the input to that of the summary. */
    void backward(Block dSummary, Consumer<Block> pass) {
        int stride = Kernels.padded(width);
        float[] to = gradients.atLeast(dSummary.sets() * stride);
        Arrays.fill(to, 0, dSummary.sets() * stride, 0f);
        Block dInput = back.show(to, 0, dSummary.sets(), 1, width, stride);
        pass.accept(dInput);
        addTo(dSummary, dInput);
    }

    /** Adds the gradient of the input to that of the summary. */
    void addTo(Block dSummary, Block dInput) {
        for (int m = 0; m < dSummary.sets(); m++) {
            int from = dInput.at(m, 0);
            int to = dSummary.at(m, 0);
            for (int i = 0; i < head.condition(); i++) dSummary.data()[to + i] += dInput.data()[from + i];
        }
    }
}
