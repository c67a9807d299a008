package bayesflow4j.external;

import bayesflow4j.model.CovariateSimulator;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Parameter;
import bayesflow4j.model.Prior;
import bayesflow4j.model.Simulator;
import bayesflow4j.model.notation.Formula;
import bayesflow4j.model.notation.VectorForm;
import bayesflow4j.posterior.Derived;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The parameters of a model file: those with a distribution are inferred, those with a number or a formula are given to the simulator
 * as well.
 *
 * @param prior of those that are inferred
 * @param given values of the others, computed from those that are inferred
 * @param all the names that the simulator sees, in the order of the file
 */
public record WrittenParameters(Prior prior, Derived given, List<String> all) {
    /** No parameters, as those of a hypothesis that leaves nothing open. */
    static final WrittenParameters NONE = new WrittenParameters(Prior.none(), Derived.none(), List.of());

    /** Copies the list. */
    public WrittenParameters {
        all = List.copyOf(all);
    }

    /** From the lines of a file; a key may name several parameters, separated by commas. */
    static WrittenParameters of(Map<String, String> written) {
        Map<String, String> lines = new LinkedHashMap<>();
        written.forEach((key, text) -> {
            List<String> names = names(key);
            if (names.size() == 1) lines.put(names.getFirst(), text);
            else lines.putAll(VectorForm.lines(names, text));
        });
        Map<String, String> inferred = new LinkedHashMap<>();
        Map<String, String> formulas = new LinkedHashMap<>();
        Map<String, String> resolved = new LinkedHashMap<>();
        lines.forEach((name, text) -> {
            String own = replaced(text, resolved);
            if (Formula.isMeant(text, lines.keySet())) {
                formulas.put(name, text);
                resolved.put(name, own);
            } else {
                inferred.put(name, own);
            }
        });
        if (inferred.isEmpty())
            throw new IllegalArgumentException("expected at least one parameter with a distribution, got numbers only");
        Prior prior = Prior.parse(List.copyOf(inferred.keySet()), List.copyOf(inferred.values()));
        return new WrittenParameters(prior, Derived.of(prior.names(), formulas), List.copyOf(lines.keySet()));
    }

    /** The names of those that are inferred and are whole numbers. */
    Set<String> whole() {
        return prior.parameters().stream()
                .filter(parameter -> parameter.support().isWhole())
                .map(Parameter::name)
                .collect(Collectors.toSet());
    }

    /** The given values that depend on those that are inferred, as derived quantities. */
    Derived shown() {
        return given.without(constants());
    }

    /** The given values that are always the same. */
    List<String> constants() {
        return given.constants();
    }

    /** The names in a key: one, or several separated by commas. */
    static List<String> names(String key) {
        List<String> names = new ArrayList<>();
        for (String name : key.split(",", -1)) names.add(name.strip());
        return names;
    }

    /** A prior may use parameters that are formulas: they stand in parentheses in their place. */
    private static String replaced(String text, Map<String, String> formulas) {
        String replaced = text;
        for (Map.Entry<String, String> formula : formulas.entrySet())
            replaced = Pattern.compile(
                            "(?<![\\p{L}\\p{N}_-])" + Pattern.quote(formula.getKey()) + "(?![\\p{L}\\p{N}_(])")
                    .matcher(replaced)
                    .replaceAll("(" + formula.getValue() + ")");
        return replaced;
    }

    /** A simulator of the parameters that are inferred, from one of all parameters. */
    Simulator completing(Simulator simulator) {
        if (all.equals(prior.names())) return simulator;
        return (theta, count, rng) -> simulate(simulator, theta, count, rng);
    }

    /** The same for a simulator that takes covariates. */
    CovariateSimulator completing(CovariateSimulator simulator) {
        if (all.equals(prior.names())) return simulator;
        return (theta, covariates, count, rng) -> simulator.simulate(completed(theta), covariates, count, rng);
    }

    private Observations simulate(Simulator simulator, double[] theta, int count, RandomGenerator rng) {
        return simulator.simulate(completed(theta), count, rng);
    }

    private double[] completed(double[] theta) {
        Map<String, Double> values = given.values(theta);
        return all.stream().mapToDouble(values::get).toArray();
    }
}
