package bayesflow4j.head.autoregressive;

import bayesflow4j.engine.layer.Permutation;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.head.Head;
import bayesflow4j.head.HeadDesign;
import bayesflow4j.head.HeadKind;
import bayesflow4j.head.HiddenLayers;
import bayesflow4j.head.flow.ConditionalBijection;
import bayesflow4j.head.flow.ConditionalFlow;
import bayesflow4j.head.flow.CouplingDesign;
import bayesflow4j.head.flow.FlowHead;
import bayesflow4j.head.flow.NormalMixture;
import bayesflow4j.head.flow.Shuffle;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.Fields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A masked autoregressive flow (MAF, Papamakarios et al. 2017): {@linkplain MaskedAutoregression#affine autoregressive
 * bijections} with the order of the parameters reversed between them. Densities take one pass, draws D passes for each
 * block. A single parameter has no predecessors; its flow is one {@link NormalMixture}.
 *
 * @param blocks the number of bijections
 * @param layers hidden layers of each masked network
 * @param clamp the bound of the soft clamp of the logarithmic scales
 */
public record AutoregressiveHead(int blocks, HiddenLayers layers, float clamp) implements HeadDesign {
    /** Five blocks with two hidden layers of 128, clamped as the couplings are. */
    public static final AutoregressiveHead DEFAULT = new AutoregressiveHead(5, HiddenLayers.of(128, 128), 1.9f);

    private static final String NAME = "maf";
    private static final int MOST_BLOCKS = 500;

    /** Refuses a flow without blocks. */
    public AutoregressiveHead {
        if (blocks < 1) throw new IllegalArgumentException("blocks: expected at least 1, got " + blocks);
        if (!(clamp > 0)) throw new IllegalArgumentException("clamp: expected above 0, got " + clamp);
    }

    @Override
    public Head head(Layout layout, int parameters, int condition, Seed structure) {
        return new FlowHead(parameters == 1 ? single(layout, condition) : flow(layout, parameters, condition));
    }

    private ConditionalBijection single(Layout layout, int condition) {
        CouplingDesign design = new CouplingDesign(layers.widths(), layers.activation(), clamp, false, false);
        return new NormalMixture(layout, "flow.0", condition, design);
    }

    private ConditionalBijection flow(Layout layout, int width, int condition) {
        List<ConditionalBijection> steps = new ArrayList<>();
        for (int i = 0; i < blocks; i++) {
            if (i > 0) steps.add(new Shuffle(Permutation.reversal(width), condition));
            steps.add(MaskedAutoregression.affine(layout, "flow." + i, width, condition, layers, clamp));
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
        layers.writeTo(settings);
        settings.put("clamp", clamp);
        return settings;
    }

    /** The kind {@code maf}. */
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
            return new AutoregressiveHead(
                    settings.integer("blocks", 1, MOST_BLOCKS), HiddenLayers.read(settings), (float)
                            settings.number("clamp"));
        }
    }
}
