package bayesflow4j.benchmarks.evidence;

import bayesflow4j.hypotheses.Hypotheses;
import bayesflow4j.model.Observations;

/** Two models of the same data, the first a special case of the second, with their exact Bayes factor. */
public interface NestedModels {
    /** Its name in tables. */
    String name();

    /** The smaller model, then the larger. */
    Hypotheses hypotheses();

    /** log (p(x | larger) / p(x | smaller)), the natural logarithm. */
    double logBayesFactor(Observations x);
}
