package bayesflow4j.cli;

import bayesflow4j.method.Budget;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The training budget: one of three options, or the plan's. */
final class BudgetOption {
    @Option(names = "--steps", paramLabel = "N", description = "train for N steps")
    private Optional<Long> steps = Optional.empty();

    @Option(
            names = "--minutes",
            paramLabel = "M",
            description = "train for about M minutes; the result then depends on the machine")
    private Optional<Double> minutes = Optional.empty();

    @Option(names = "--simulations", paramLabel = "N", description = "train on N simulated data sets")
    private Optional<Long> simulations = Optional.empty();

    /** The budget given by an option, if any. */
    Optional<Budget> budget() {
        return steps.<Budget>map(Budget.Steps::new)
                .or(() -> minutes.map(Budget.Minutes::new))
                .or(() -> simulations.map(Budget.Simulations::new));
    }
}
