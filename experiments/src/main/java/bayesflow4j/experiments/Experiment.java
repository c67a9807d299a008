package bayesflow4j.experiments;

import bayesflow4j.head.HeadKind;
import bayesflow4j.posterior.Estimator;
import java.util.List;
import java.util.Map;

/** One experiment of the paper: the networks it trains, and the tests it runs on them. */
public interface Experiment {
    /** Its name, that of its model. */
    String name();

    /** The name of its folder, which every file system allows. */
    default String folder() {
        return name().replace(':', '-');
    }

    /** What it shows, in one line. */
    String title();

    /** The networks that it trains. */
    List<Recipe> recipes(Effort effort);

    /** Kinds of heads that exist in this experiment alone: no file of a user may ask for them. */
    default List<HeadKind> ownHeads() {
        return List.of();
    }

    /**
     * Tests the trained networks.
     *
     * @param networks by the names of their recipes
     */
    Findings findings(Map<String, Estimator> networks, Testing testing);
}
