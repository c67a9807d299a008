package bayesflow4j.model;

import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Priors as people write them, {@code uniform(0.1, arrival)} or {@code normal(2*mu, exp(s)/3)}, read into a
 * {@link ChainPrior}.
 *
 * <p>Known are the ready distributions of {@link Distribution} under the names that {@link Prior#notation} gives them, and
 * for their arguments numbers, the names of earlier parameters, {@code + - * / ^}, parentheses, {@code exp}, {@code log} and
 * {@code sqrt}. Nothing else is evaluated. What a {@link ChainPrior} of ready distributions writes is read back into the same
 * prior, draw for draw.
 */
public final class PriorNotation {
    private PriorNotation() {}

    /**
     * The prior whose parameter i is called {@code names[i]} and distributed as {@code notations[i]}.
     *
     * @throws NotationException where a notation cannot be read, with the column
     */
    public static ChainPrior parse(List<String> names, List<String> notations) {
        if (names.size() != notations.size() || names.isEmpty())
            throw new IllegalArgumentException("prior: expected as many notations as names and at least one, got "
                    + notations.size() + " and " + names.size());
        ChainPrior prior = ChainPrior.EMPTY;
        for (int i = 0; i < names.size(); i++)
            prior = with(prior, names.get(i), notations.get(i), names.subList(i + 1, names.size()));
        return prior;
    }

    /** The same of an ordered map from name to notation. */
    public static ChainPrior parse(SequencedMap<String, String> lines) {
        return parse(List.copyOf(lines.keySet()), List.copyOf(lines.values()));
    }

    private static ChainPrior with(ChainPrior prior, String name, String notation, List<String> later) {
        List<Parameter> parameters = prior.parameters();
        List<String> earlier = parameters.stream().map(Parameter::name).toList();
        NotationReader.Factor factor = new NotationReader(name, notation, earlier, later).factor();
        try {
            if (factor.arguments().stream().allMatch(Expression::constant))
                return prior.and(name, factor.form().of(values(factor, unknown -> Double.NaN)));
            return prior.and(name, notation.strip(), widest(factor, parameters), given -> {
                try {
                    return factor.form().of(values(factor, given::of));
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException(
                            name + " ~ " + notation.strip() + " where " + used(factor, given) + ": " + e.getMessage(),
                            e);
                }
            });
        } catch (IllegalArgumentException e) {
            throw new NotationException(name, notation, 1, e.getMessage());
        }
    }

    private static double[] values(NotationReader.Factor factor, ToDoubleFunction<String> names) {
        double[] values = new double[factor.arguments().size()];
        for (int i = 0; i < values.length; i++)
            values[i] = factor.arguments().get(i).value(names);
        return values;
    }

    private static Support widest(NotationReader.Factor factor, List<Parameter> earlier) {
        return factor.form()
                .widest(factor.arguments().stream()
                        .map(argument -> argument.range(name -> rangeOf(name, earlier)))
                        .toList());
    }

    private static Range rangeOf(String name, List<Parameter> earlier) {
        return earlier.stream()
                .filter(p -> p.name().equals(name))
                .map(p -> Range.of(p.support()))
                .findFirst()
                .orElseThrow();
    }

    /** The values that the factor was asked to use, for a message. */
    private static String used(NotationReader.Factor factor, ChainPrior.Earlier given) {
        TreeMap<String, Double> seen = new TreeMap<>();
        values(factor, name -> {
            seen.put(name, given.of(name));
            return given.of(name);
        });
        return seen.entrySet().stream()
                .map(e -> e.getKey() + " = " + e.getValue())
                .collect(Collectors.joining(", "));
    }
}
