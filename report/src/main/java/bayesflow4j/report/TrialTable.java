package bayesflow4j.report;

import bayesflow4j.posterior.Provenance.Trial;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The designs that training compared before it chose one: those that went furthest first. */
public final class TrialTable {
    private TrialTable() {}

    /** One row for each design. */
    public static Table of(List<Trial> trials) {
        return new Table(
                "Designs compared by −log q(θ | x) on held-out simulations",
                List.of("design", "steps", "loss (nats)", "behind the best", ""),
                trials.stream()
                        .sorted(Comparator.comparing(Trial::chosen)
                                .thenComparing(Trial::steps)
                                .reversed()
                                .thenComparing(Trial::loss))
                        .map(TrialTable::row)
                        .toList());
    }

    private static List<String> row(Trial trial) {
        return List.of(
                trial.design(),
                Long.toString(trial.steps()),
                String.format(Locale.ROOT, "%.3f", trial.loss()),
                trial.behind() == 0 ? "" : String.format(Locale.ROOT, "%.3f ± %.3f", trial.behind(), trial.error()),
                trial.chosen() ? "chosen" : "");
    }
}
