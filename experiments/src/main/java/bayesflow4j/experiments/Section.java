package bayesflow4j.experiments;

import bayesflow4j.diagnostics.Metrics;
import java.util.Optional;

/**
 * Metrics of one method under one condition, and the paper's numbers for them.
 *
 * @param method the source of the posteriors, such as "BayesFlow"; each method has its own section
 * @param at the condition, such as "T=500"
 */
public record Section(String method, String at, Metrics metrics, Reference reference) {
    /** The goal of one of its numbers, if there is one. */
    Optional<Goal> goal(String metric, String label) {
        return reference
                .goal(metric, label)
                .map(bound -> new Goal(method, at, metric, label, metrics.value(metric, label), bound));
    }
}
