package bayesflow4j.head;

import bayesflow4j.design.Design;
import bayesflow4j.design.Kinds;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.random.Seed;

/** What a {@link Head} looks like. */
public interface HeadDesign extends Design {
    /** All kinds of heads on the class path. */
    Kinds<HeadDesign> KINDS = Kinds.of(HeadKind.class);

    /**
     * The head, its weights placed in the layout.
     *
     * @param parameters D
     * @param condition S
     * @param structure the seed of what is fixed and random in it, such as permutations; part of the head as its weights are
     */
    Head head(Layout layout, int parameters, int condition, Seed structure);
}
