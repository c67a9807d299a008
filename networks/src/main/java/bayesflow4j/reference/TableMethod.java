package bayesflow4j.reference;

import bayesflow4j.method.Method;
import java.util.Map;

/** A method that reads posteriors off a table of simulations with their statistics. */
public interface TableMethod extends Method {
    /** The section of a model file that says how. */
    String SECTION = TablePlan.SECTION;

    /** What that section says for the model's hand-made statistics, which need no network. */
    Map<String, Object> HANDMADE = Map.of(TableDesign.STATISTICS, StatisticKind.HANDMADE.written());
}
