package bayesflow4j.experiments;

import bayesflow4j.posterior.Estimator;
import java.util.List;
import java.util.Map;

/** One experiment of the paper: the networks it trains, and the tests it runs on them. */
public interface Experiment {
    /** Its name, that of its model. */
    String name();

    /** What it shows, in one line. */
    String title();

    /** The networks that it trains. */
    List<Recipe> recipes(Effort effort);

    /**
     * Tests the trained networks.
     *
     * @param networks by the names of their recipes
     */
    Findings findings(Map<String, Estimator> networks, Testing testing);
}
