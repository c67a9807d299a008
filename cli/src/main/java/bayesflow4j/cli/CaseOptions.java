package bayesflow4j.cli;

import bayesflow4j.catalog.CaseMethods;
import bayesflow4j.method.Budget;
import bayesflow4j.method.CaseMethod;
import bayesflow4j.method.Fitting;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The method of {@code fit}, and the settings that have options of their own. */
final class CaseOptions {
    @Option(
            names = "--method",
            defaultValue = "tsnpe",
            paramLabel = "METHOD",
            description = "smc-abc, snpe-a, snpe-b, snpe-c or tsnpe; default: ${DEFAULT-VALUE}")
    private String method;

    @Option(
            names = "--simulations",
            paramLabel = "N",
            description = "simulations in all rounds together; default: 5000, for smc-abc no limit")
    private Optional<Long> simulations = Optional.empty();

    @Option(
            names = "--rounds",
            paramLabel = "R",
            description = "number of rounds, or of populations; default: by method, see --explain")
    private Optional<Integer> rounds = Optional.empty();

    @Option(names = "--epsilon", paramLabel = "E", description = "smc-abc: the distance at which to end")
    private Optional<Double> epsilon = Optional.empty();

    @Option(names = "--particles", paramLabel = "P", description = "smc-abc: particles of each population")
    private Optional<Integer> particles = Optional.empty();

    @Option(
            names = "--distance",
            paramLabel = "D",
            description = "smc-abc: mmd, columns, euclidean or learned; default: by the kind of data")
    private Optional<String> distance = Optional.empty();

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** The method. */
    CaseMethod method() {
        try {
            return CaseMethods.named(method);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--method: " + e.getMessage());
        }
    }

    /** The fitting with these options in the place of its settings. */
    Fitting in(Fitting fitting) {
        Map<String, Object> changes = new LinkedHashMap<>();
        if (fitting.settings().get("case") instanceof Map<?, ?> own)
            own.forEach((key, value) -> changes.put(key.toString(), value));
        rounds.ifPresent(r -> changes.put("rounds", r));
        epsilon.ifPresent(e -> changes.put("epsilon", e));
        particles.ifPresent(p -> changes.put("particles", p));
        distance.ifPresent(d -> changes.put("distance", d));
        Map<String, Object> all = new LinkedHashMap<>(fitting.settings());
        // Tables of simulations are for methods that train once for all data sets.
        all.remove("abc");
        all.put("case", changes);
        Fitting changed = fitting.withSettings(all);
        return simulations
                .map(n -> changed.withBudget(new Budget.Simulations(n)))
                .orElse(changed);
    }
}
