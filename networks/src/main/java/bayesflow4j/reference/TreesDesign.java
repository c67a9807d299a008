package bayesflow4j.reference;

import bayesflow4j.classical.forest.ForestDesign;
import bayesflow4j.storage.Fields;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Posteriors from one quantile regression forest per parameter.
 *
 * @param table of simulations
 * @param axes whether linear regressions of the parameters on the statistics are statistics too
 * @param forest how each is grown
 */
public record TreesDesign(TableDesign table, boolean axes, ForestDesign forest) implements ReferenceDesign {
    private static final String AXES = "axes";
    private static final String TREES = "trees";
    private static final String CANDIDATES = "candidates";
    private static final String DRAWS = "draws";
    private static final String LEAF = "leaf";
    private static final int MOST_TREES = 100_000;

    /** A forest of 500 such trees takes about 50 MB per parameter, whatever the size of the table. */
    private static final int USUAL_DRAWS = 10_000;

    static final Map<String, String> MEANINGS = Map.of(
            AXES, "whether linear regressions of the parameters on the statistics are statistics too",
            TREES, "trees per parameter",
            CANDIDATES, "statistics that compete for a split (mtry); 0: a third of them",
            DRAWS, "rows per tree, drawn with replacement",
            LEAF, "nodes of at most so many rows are not split");

    /** What a plan says of it, and the rest by default. */
    static TreesDesign of(TablePlan plan) {
        int rows = plan.design().simulations();
        Fields said = plan.said();
        boolean axes = !said.has(AXES) || said.flag(AXES);
        int features = axes ? plan.width() + plan.dimension() : plan.width();
        TreesDesign design = new TreesDesign(
                plan.design(),
                axes,
                new ForestDesign(
                        said.has(TREES) ? said.integer(TREES, 1, MOST_TREES) : ForestDesign.DEFAULT.trees(),
                        optional(said.has(CANDIDATES) ? said.integer(CANDIDATES, 0, features) : 0),
                        OptionalInt.of(said.has(DRAWS) ? said.integer(DRAWS, 1, rows) : Math.min(rows, USUAL_DRAWS)),
                        ForestDesign.Sampling.REPLACED,
                        said.has(LEAF) ? said.integer(LEAF, 1, rows) : ForestDesign.DEFAULT.leaf()));
        said.end();
        return design;
    }

    private static OptionalInt optional(int count) {
        return count == 0 ? OptionalInt.empty() : OptionalInt.of(count);
    }

    @Override
    public Map<String, Object> written() {
        Map<String, Object> json = new LinkedHashMap<>(table.written());
        json.put(AXES, axes);
        json.put(TREES, forest.trees());
        json.put(CANDIDATES, forest.candidates().orElse(0));
        json.put(DRAWS, forest.draws().orElse(table.simulations()));
        json.put(LEAF, forest.leaf());
        return json;
    }

    static TreesDesign read(Fields json) {
        TreesDesign design = new TreesDesign(
                TableDesign.read(json),
                json.has(AXES) && json.flag(AXES),
                new ForestDesign(
                        json.integer(TREES, 1, MOST_TREES),
                        optional(json.integer(CANDIDATES, 0, Integer.MAX_VALUE)),
                        OptionalInt.of(json.integer(DRAWS, 1, Integer.MAX_VALUE)),
                        ForestDesign.Sampling.REPLACED,
                        json.integer(LEAF, 1, Integer.MAX_VALUE)));
        json.end();
        return design;
    }
}
