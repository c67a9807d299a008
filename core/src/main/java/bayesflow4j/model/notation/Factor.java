package bayesflow4j.model.notation;

import bayesflow4j.model.distribution.Distribution;
import bayesflow4j.model.distribution.Support;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * p(v | earlier parameters) as text, {@code uniform(0.1, arrival)} or {@code normal(2*mu, exp(s)/3)}.
 *
 * <p>The notation has the distributions of {@link Distribution} under the names in their {@code toString}; arguments
 * consist of numbers, names of earlier parameters, {@code + - * / ^}, parentheses, {@code exp}, {@code log} and
 * {@code sqrt}.
 */
public final class Factor {
    private final String parameter;
    private final String text;
    private final DistributionForm form;
    private final List<Expression> arguments;

    Factor(String parameter, String text, DistributionForm form, List<Expression> arguments) {
        this.parameter = parameter;
        this.text = text.strip();
        this.form = form;
        this.arguments = List.copyOf(arguments);
    }

    /**
     * Reads the distribution of one parameter.
     *
     * @param earlier the parameters that it may depend on
     * @param later the parameters that follow, for a better message
     * @throws NotationException where the text cannot be read, with the column
     */
    public static Factor read(String parameter, String text, Collection<String> earlier, Collection<String> later) {
        return new NotationReader(parameter, text, earlier, later).factor();
    }

    /** The text as written, without surrounding blanks. */
    public String text() {
        return text;
    }

    /** Whether it depends on no other parameter. */
    public boolean isConstant() {
        return arguments.stream().allMatch(Expression::constant);
    }

    /** The distribution for these values of the earlier parameters. */
    public Distribution given(ToDoubleFunction<String> earlier) {
        try {
            return form.of(values(earlier));
        } catch (IllegalArgumentException e) {
            if (isConstant()) throw new NotationException(parameter, text, 1, e.getMessage());
            throw new IllegalArgumentException(
                    parameter + " ~ " + text + " where " + used(earlier) + ": " + e.getMessage(), e);
        }
    }

    /** An interval that contains every support of {@link #given}, for earlier parameters within their supports. */
    public Support widest(Function<String, Support> earlier) {
        try {
            return form.widest(arguments.stream()
                    .map(argument -> argument.range(name -> Range.of(earlier.apply(name))))
                    .toList());
        } catch (IllegalArgumentException e) {
            throw new NotationException(parameter, text, 1, e.getMessage());
        }
    }

    private double[] values(ToDoubleFunction<String> earlier) {
        return arguments.stream()
                .mapToDouble(argument -> argument.value(earlier))
                .toArray();
    }

    /** The values that were used, for a message. */
    private String used(ToDoubleFunction<String> earlier) {
        TreeMap<String, Double> seen = new TreeMap<>();
        values(name -> {
            seen.put(name, earlier.applyAsDouble(name));
            return seen.get(name);
        });
        return seen.entrySet().stream()
                .map(e -> e.getKey() + " = " + e.getValue())
                .collect(Collectors.joining(", "));
    }
}
