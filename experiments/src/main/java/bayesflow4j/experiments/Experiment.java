package bayesflow4j.experiments;

import bayesflow4j.posterior.Estimator;
import java.util.List;
import java.util.Map;

/** One experiment of the paper: which networks it trains, and what it looks at once they are trained. */
public interface Experiment {
    /** How it is called, as the model that it is about. */
    String name();

    /** What it shows, in a line. */
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
