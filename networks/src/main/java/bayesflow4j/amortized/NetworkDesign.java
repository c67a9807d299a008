package bayesflow4j.amortized;

import bayesflow4j.flow.CouplingDesign;
import bayesflow4j.flow.CouplingDesign.Linear;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.summary.Convolutional;
import bayesflow4j.summary.Identity;
import bayesflow4j.summary.Invariant;
import bayesflow4j.summary.Recurrent;
import bayesflow4j.summary.SummaryNetwork;

/**
 * What the networks look like: the summary network, and how many coupling blocks of which design the flow has.
 *
 * @param blocks affine coupling blocks
 */
public record NetworkDesign(SummaryNetwork summary, int blocks, CouplingDesign coupling) {
    private static final int DEFAULT_BLOCKS = 6;

    public NetworkDesign {
        if (blocks < 1) throw new IllegalArgumentException("blocks: expected at least 1, got " + blocks);
    }

    /**
     * A design that works for data of this model without tuning: by the kind of the data, and for long series the
     * convolutions, whose cost grows least with T.
     */
    public static NetworkDesign of(GenerativeModel model) {
        SummaryNetwork summary = switch (model.kind()) {
            case VECTOR -> new Identity();
            case SET -> Invariant.DEFAULT;
            case SERIES ->
                model.count().least() >= Convolutional.DEFAULT.leastLength()
                        ? Convolutional.DEFAULT
                        : Recurrent.DEFAULT;
        };
        int width = model.prior().dimension() > 32 ? 128 : 64;
        CouplingDesign coupling = CouplingDesign.DEFAULT.withHidden(width, width, width);
        return new NetworkDesign(
                summary,
                DEFAULT_BLOCKS,
                model.kind() == DataKind.VECTOR ? coupling.withLinear(Linear.REGRESSION) : coupling);
    }

    /** The same with this summary network. */
    public NetworkDesign withSummary(SummaryNetwork summary) {
        return new NetworkDesign(summary, blocks, coupling);
    }

    /** The same with this number of blocks. */
    public NetworkDesign withBlocks(int blocks) {
        return new NetworkDesign(summary, blocks, coupling);
    }

    /** The same with couplings of this design. */
    public NetworkDesign withCoupling(CouplingDesign coupling) {
        return new NetworkDesign(summary, blocks, coupling);
    }

    /** Refuses a design that cannot read data of this kind and length. */
    public void requireFits(DataKind kind, int leastCount) {
        if (summary instanceof Identity != (kind == DataKind.VECTOR))
            throw new IllegalArgumentException("summary: expected " + (kind == DataKind.VECTOR ? "none" : "a network")
                    + " for data of kind " + kind + ", got " + summary);
        if (coupling.linear() == Linear.REGRESSION && kind != DataKind.VECTOR)
            throw new IllegalArgumentException("coupling.regression: expected data that are one vector, got " + kind);
        if (summary.leastLength() > leastCount)
            throw new IllegalArgumentException("summary: " + summary + " reads " + summary.leastLength()
                    + " rows or more, but data sets may have only " + leastCount);
    }
}
