package bayesflow4j.head;

import bayesflow4j.design.Design;
import bayesflow4j.design.Kinds;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.random.Seed;

/** The architecture of a {@link Head}. */
public interface HeadDesign extends Design {
    /** All kinds of heads on the class path. */
    Kinds<HeadDesign> KINDS = Kinds.of(HeadKind.class);

    /** The quantiles of a prior, scaled to variance one, lie within ± this: √3. */
    float QUANTILE_BOUND = 1.7320508f;

    /** Whether its parameters are the quantiles of a bounded prior, and not numbers on the real line. */
    default boolean onQuantiles() {
        return false;
    }

    /**
     * The head, its weights placed in the layout.
     *
     * @param parameters D
     * @param condition S
     * @param structure the seed of its fixed random parts, such as permutations; like the weights, it is part of the
     *     head
     */
    Head head(Layout layout, int parameters, int condition, Seed structure);
}
