package bayesflow4j.experiments;

import bayesflow4j.diagnostics.Estimate;
import java.util.ArrayList;
import java.util.List;

/**
 * A number of ours that should be at least as good as a bound; within one standard error counts.
 *
 * @param bound the upper or lower bound of the value
 */
public record Goal(String method, String at, String metric, String label, Estimate ours, double bound) {
    /** Whether it is reached. */
    public boolean isMet() {
        return Reference.isAtMost(metric) ? ours.mean() - ours.se() <= bound : ours.mean() + ours.se() >= bound;
    }

    /** All goals of these sections. */
    static List<Goal> of(List<Section> sections) {
        List<Goal> goals = new ArrayList<>();
        for (Section section : sections)
            section.metrics()
                    .values()
                    .forEach((metric, labels) -> labels.keySet()
                            .forEach(label -> section.goal(metric, label).ifPresent(goals::add)));
        return List.copyOf(goals);
    }
}
