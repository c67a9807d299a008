package bayesflow4j.amortized;

import bayesflow4j.head.HeadDesign;
import bayesflow4j.head.HiddenLayers;
import bayesflow4j.head.flow.CouplingDesign;
import bayesflow4j.head.flow.CouplingHead;
import bayesflow4j.head.flow.SplineHead;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Prior;
import bayesflow4j.scale.Scales;
import bayesflow4j.storage.FieldException;
import bayesflow4j.summary.Convolutional;
import bayesflow4j.summary.Identity;
import bayesflow4j.summary.Invariant;
import bayesflow4j.summary.Recurrent;
import bayesflow4j.summary.SummaryNetwork;
import java.util.Optional;

/**
 * The architecture of the summary network and the head.
 *
 * @param summary maps a data set to its summary
 * @param head maps a summary to the posterior
 * @param regression whether parameters are first regressed on the data, which must be one vector; the head then learns
 *     only the residuals
 * @param discrete the hidden layers of the networks that give probabilities to discrete parameters, if there are such; the
 *     head is then that of the other parameters, given these
 */
public record NetworkDesign(
        SummaryNetwork summary, HeadDesign head, boolean regression, Optional<HiddenLayers> discrete) {
    /** The networks that give probabilities to discrete parameters, unless others are chosen. */
    private static final HiddenLayers DISCRETE = HiddenLayers.of(64, 64);

    private static final int MANY_PARAMETERS = 32;
    private static final int MANY_SIMULATIONS = 5000;

    /** A design for continuous parameters. */
    public NetworkDesign(SummaryNetwork summary, HeadDesign head, boolean regression) {
        this(summary, head, regression, Optional.empty());
    }

    /**
     * A design that works without tuning, chosen by the kind of the model's data; long series use convolutions, whose
     * cost grows least with T.
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
        int width = model.prior().dimension() > MANY_PARAMETERS ? 128 : 64;
        CouplingDesign coupling = CouplingDesign.DEFAULT.withHidden(width, width, width);
        boolean mixed = model.prior().isDiscrete();
        boolean regression = model.kind() == DataKind.VECTOR && !mixed;
        return new NetworkDesign(
                summary,
                CouplingHead.DEFAULT.withCoupling(
                        regression ? coupling.withLinear(false).withClosed(true) : coupling),
                regression,
                mixed ? Optional.of(DISCRETE) : Optional.empty());
    }

    /** The same with networks for discrete parameters, if it has none. */
    NetworkDesign withDiscrete() {
        return new NetworkDesign(summary, head, regression, Optional.of(discrete.orElse(DISCRETE)));
    }

    /**
     * A design for so many stored simulations of this model ({@code docs/decisions/008}): smaller networks where they are few;
     * where they are many, splines on the quantiles of a bounded prior for data vectors.
     */
    public static NetworkDesign of(GenerativeModel model, int stored) {
        NetworkDesign design = of(model);
        if (stored >= MANY_SIMULATIONS)
            return model.kind() == DataKind.VECTOR && Scales.knowsQuantiles(model.prior())
                    ? design.withSplines(model.prior())
                    : design;
        return design.head instanceof CouplingHead head
                ? design.withHead(head.withCoupling(head.coupling().withHidden(50, 50)))
                : design;
    }

    /** The same with this summary network. */
    public NetworkDesign withSummary(SummaryNetwork summary) {
        return new NetworkDesign(summary, head, regression, discrete);
    }

    /** The same with this head. */
    public NetworkDesign withHead(HeadDesign head) {
        return new NetworkDesign(summary, head, regression, discrete);
    }

    /** The same with a head of splines: on the prior's quantiles, without a regression, if they are known. */
    public NetworkDesign withSplines(Prior prior) {
        boolean quantiles = Scales.knowsQuantiles(prior);
        return new NetworkDesign(
                summary, SplineHead.DEFAULT.withQuantiles(quantiles), regression && !quantiles, discrete);
    }

    /** The same with or without a regression before the head. */
    public NetworkDesign withRegression(boolean regression) {
        return new NetworkDesign(summary, head, regression, discrete);
    }

    /** Refuses a design that cannot read data of this model, or whose head needs quantiles that its prior does not know. */
    public void requireFits(GenerativeModel model) {
        requireFits(model.kind(), model.count().least());
        if (regression && model.prior().isDiscrete())
            throw new FieldException("regression", "expected false for a model with discrete parameters, got true");
        if (head.onQuantiles() && !Scales.knowsQuantiles(model.prior()))
            throw new FieldException(
                    "head.quantiles",
                    "expected false unless all continuous parameters are uniform or log-uniform, got "
                            + model.prior().notation());
    }

    /** Refuses a design that cannot read data of this kind and length. */
    public void requireFits(DataKind kind, int leastCount) {
        if (!summary.reads(kind))
            throw new FieldException(
                    "summary",
                    "expected " + (kind == DataKind.VECTOR ? "none" : "a network") + " for data of kind " + kind
                            + ", got " + summary);
        if (regression && kind != DataKind.VECTOR)
            throw new FieldException("regression", "expected data of kind " + DataKind.VECTOR + ", got " + kind);
        if (regression && head.onQuantiles())
            throw new FieldException("regression", "expected false for a head on the prior's quantiles, got true");
        if (summary.leastLength() > leastCount)
            throw new FieldException(
                    "summary",
                    "expected data sets of at least " + summary.leastLength() + " rows for " + summary
                            + ", got data sets of " + leastCount + " or more");
    }
}
