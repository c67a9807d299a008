package bayesflow4j.experiments;

import bayesflow4j.diagnostics.Metrics;
import java.util.Optional;

/**
 * Metrics of one method under one condition, and what the paper says of them.
 *
 * @param method what the posteriors come from, such as "BayesFlow"; another method is another section
 * @param at the condition, such as "T=500"
 */
public record Section(String method, String at, Metrics metrics, Reference reference) {
    /** What one of its numbers is to reach, where there is such a goal. */
    Optional<Goal> goal(String metric, String label) {
        return reference
                .goal(metric, label)
                .map(bound -> new Goal(method, at, metric, label, metrics.value(metric, label), bound));
    }
}
