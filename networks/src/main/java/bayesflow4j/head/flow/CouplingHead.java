package bayesflow4j.head.flow;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.layer.Permutation;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.head.Head;
import bayesflow4j.head.HeadDesign;
import bayesflow4j.head.HeadKind;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.Fields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * The paper's conditional invertible network: affine coupling blocks, each preceded by a fixed random permutation. A
 * single parameter has nothing to couple with; its flow is one {@link NormalMixture}.
 *
 * @param blocks the number of blocks
 * @param coupling the networks inside each block
 */
public record CouplingHead(int blocks, CouplingDesign coupling) implements HeadDesign {
    /** Six blocks of the default design. */
    public static final CouplingHead DEFAULT = new CouplingHead(6, CouplingDesign.DEFAULT);

    private static final String NAME = "coupling";
    private static final int MOST_BLOCKS = 500;
    private static final int WIDEST = 1 << 14;
    private static final int DEEPEST = 50;

    /** Refuses a flow without blocks. */
    public CouplingHead {
        if (blocks < 1) throw new IllegalArgumentException("blocks: expected at least 1, got " + blocks);
    }

    /** The same with this number of blocks. */
    public CouplingHead withBlocks(int blocks) {
        return new CouplingHead(blocks, coupling);
    }

    /** The same with couplings of this design. */
    public CouplingHead withCoupling(CouplingDesign coupling) {
        return new CouplingHead(blocks, coupling);
    }

    @Override
    public Head head(Layout layout, int parameters, int condition, Seed structure) {
        return new FlowHead(flow(layout, parameters, condition, structure.stream(0)));
    }

    /** The flow of this head. */
    public ConditionalFlow flow(Layout layout, int width, int condition, RandomGenerator permutations) {
        if (width == 1) return new ConditionalFlow(List.of(new NormalMixture(layout, "flow.0", condition, coupling)));
        List<ConditionalBijection> steps = new ArrayList<>();
        for (int i = 0; i < blocks; i++) {
            steps.add(new Shuffle(Permutation.random(width, permutations), condition));
            steps.add(new AffineCoupling(layout, "flow." + i, width, condition, coupling));
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
        settings.put("hidden", coupling.hidden());
        settings.put("activation", coupling.activation().name().toLowerCase(Locale.ROOT));
        settings.put("clamp", coupling.clamp());
        settings.put("linear", coupling.linear());
        settings.put("closed", coupling.closed());
        return settings;
    }

    /** The kind {@code coupling}. */
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
            return new CouplingHead(
                    settings.integer("blocks", 1, MOST_BLOCKS),
                    new CouplingDesign(
                            settings.integers("hidden", 1, WIDEST, DEEPEST),
                            settings.choice("activation", Activation.class),
                            (float) settings.number("clamp"),
                            settings.flag("linear"),
                            settings.flag("closed")));
        }
    }
}
