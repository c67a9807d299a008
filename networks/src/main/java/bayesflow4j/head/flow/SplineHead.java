package bayesflow4j.head.flow;

import bayesflow4j.engine.layer.Permutation;
import bayesflow4j.engine.layer.SplineMap;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.head.Head;
import bayesflow4j.head.HeadDesign;
import bayesflow4j.head.HeadKind;
import bayesflow4j.head.HiddenLayers;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.Fields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * A neural spline flow (Durkan et al. 2019): {@linkplain SplineCoupling spline coupling blocks}, each preceded by a fixed
 * random permutation. On the {@linkplain #onQuantiles quantiles of a bounded prior} the base is uniform: the flow begins
 * as the prior, and hard edges cost nothing. Otherwise it is normal, and the splines end in linear tails.
 *
 * @param blocks the number of blocks
 * @param bins of each spline
 * @param layers hidden layers of the two networks of each block
 * @param quantiles whether parameters are the prior's quantiles
 */
public record SplineHead(int blocks, int bins, HiddenLayers layers, boolean quantiles) implements HeadDesign {
    /** Four blocks of eight bins on the unconstrained scale. */
    public static final SplineHead DEFAULT = new SplineHead(4, 8, HiddenLayers.of(64, 64), false);

    /** Splines end at five standard deviations of the prior. */
    private static final float TAILS = 5;

    private static final String NAME = "spline";
    private static final int MOST_BLOCKS = 500;
    private static final int MOST_BINS = 100;

    /** Refuses a flow without blocks and splines without an inner knot. */
    public SplineHead {
        if (blocks < 1) throw new IllegalArgumentException("blocks: expected at least 1, got " + blocks);
        if (bins < 2 || bins > MOST_BINS)
            throw new IllegalArgumentException("bins: expected 2 to " + MOST_BINS + ", got " + bins);
    }

    /** The same on the prior's quantiles or not. */
    public SplineHead withQuantiles(boolean quantiles) {
        return new SplineHead(blocks, bins, layers, quantiles);
    }

    /** The same with these hidden layers. */
    public SplineHead withLayers(HiddenLayers layers) {
        return new SplineHead(blocks, bins, layers, quantiles);
    }

    @Override
    public boolean onQuantiles() {
        return quantiles;
    }

    /** B: the splines map [−B, B] onto itself. */
    float bound() {
        return quantiles ? QUANTILE_BOUND : TAILS;
    }

    /** The number of coefficients of one spline. */
    int coefficients() {
        return SplineMap.coefficients(bins, !quantiles);
    }

    @Override
    public Head head(Layout layout, int parameters, int condition, Seed structure) {
        return new FlowHead(
                flow(layout, parameters, condition, structure.stream(0)),
                quantiles ? new Base.Uniform(bound()) : new Base.Normal());
    }

    private ConditionalFlow flow(Layout layout, int width, int condition, RandomGenerator permutations) {
        List<ConditionalBijection> steps = new ArrayList<>();
        for (int i = 0; i < blocks; i++) {
            if (width > 1) steps.add(new Shuffle(Permutation.random(width, permutations), condition));
            steps.add(new SplineCoupling(layout, "flow." + i, width, condition, this));
        }
        return new ConditionalFlow(steps);
    }

    @Override
    public String kind() {
        return NAME;
    }

    @Override
    public Map<String, Object> settings() {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("blocks", blocks);
        settings.put("bins", bins);
        layers.writeTo(settings);
        settings.put("quantiles", quantiles);
        return settings;
    }

    /** The kind {@code spline}. */
    public static final class Kind implements HeadKind {
        @Override
        public String name() {
            return NAME;
        }

        @Override
        public HeadDesign standard() {
            return DEFAULT;
        }

        @Override
        public HeadDesign read(Fields settings) {
            return new SplineHead(
                    settings.integer("blocks", 1, MOST_BLOCKS),
                    settings.integer("bins", 2, MOST_BINS),
                    HiddenLayers.read(settings),
                    settings.flag("quantiles"));
        }
    }
}
