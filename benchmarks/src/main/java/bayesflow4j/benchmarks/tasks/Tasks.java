package bayesflow4j.benchmarks.tasks;

import bayesflow4j.model.notation.Spelling;
import java.util.List;

/** The ten tasks, by name. */
public final class Tasks {
    private static final List<Task> ALL = List.of(
            new GaussianLinear(),
            new GaussianLinearUniform(),
            Slcp.plain(),
            Slcp.withDistractors(),
            BernoulliGlm.statistics(),
            BernoulliGlm.raw(),
            new GaussianMixture(),
            new TwoMoons(),
            new SirOde(),
            new LotkaVolterraOde());

    private Tasks() {}

    /** All of them. */
    public static List<Task> all() {
        return ALL;
    }

    /** Their names, in order. */
    public static List<String> names() {
        return ALL.stream().map(Task::name).toList();
    }

    /** The task of this name; the message about an unknown name suggests the nearest one. */
    public static Task named(String name) {
        return ALL.stream()
                .filter(task -> task.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(Spelling.unknown("task", name, names())));
    }
}
