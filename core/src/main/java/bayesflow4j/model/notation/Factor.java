package bayesflow4j.model.notation;

import bayesflow4j.model.distribution.Distribution;
import bayesflow4j.model.distribution.Support;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * p(v | earlier parameters) as text, {@code uniform(0.1, arrival)} or {@code normal(2*mu, exp(s)/3)}.
 *
 * <p>The notation has the distributions of {@link Distribution} under the names in their {@code toString}; arguments
 * consist of numbers, names of earlier parameters, {@code + - * / ^}, parentheses, {@code exp}, {@code log}, {@code sqrt},
 * {@code abs}, {@code min} and {@code max}; those of {@code categorical} have names, {@code low = 0.3}. Any of them may be followed by {@code truncated(lower, upper)}, where a bound may be
 * {@code inf} or {@code -inf}.
 */
public final class Factor {
    private final String parameter;
    private final String text;
    private final DistributionForm form;
    private final List<Expression> arguments;
    /** One per argument if the form has them, else none. */
    private final List<String> names;
    /** Two expressions, or none. */
    private final List<Expression> truncation;

    Factor(
            String parameter,
            String text,
            DistributionForm form,
            List<Expression> arguments,
            List<String> names,
            List<Expression> truncation) {
        this.parameter = parameter;
        this.text = text.strip();
        this.form = form;
        this.arguments = List.copyOf(arguments);
        this.names = List.copyOf(names);
        this.truncation = List.copyOf(truncation);
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
        return Stream.concat(arguments.stream(), truncation.stream()).allMatch(Expression::constant);
    }

    /** The distribution for these values of the earlier parameters. */
    public Distribution given(ToDoubleFunction<String> earlier) {
        try {
            Distribution whole = form.of(values(arguments, earlier), names);
            if (truncation.isEmpty()) return whole;
            double[] bounds = values(truncation, earlier);
            return whole.truncated(bounds[0], bounds[1]);
        } catch (IllegalArgumentException e) {
            if (isConstant()) throw new NotationException(parameter, text, 1, e.getMessage());
            throw new IllegalArgumentException(
                    parameter + " ~ " + text + " where " + used(earlier) + ": " + e.getMessage(), e);
        }
    }

    /** An interval that contains every support of {@link #given}, for earlier parameters within their supports. */
    public Support widest(Function<String, Support> earlier) {
        try {
            Support whole = form.widest(ranges(arguments, earlier), names);
            if (truncation.isEmpty()) return whole;
            List<Range> bounds = ranges(truncation, earlier);
            double lower = Math.max(whole.lower(), bounds.get(0).lower());
            double upper = Math.min(whole.upper(), bounds.get(1).upper());
            return whole.isDiscrete()
                    ? new Support.Integers(Math.ceil(lower), Math.floor(upper))
                    : Support.between(lower, upper);
        } catch (IllegalArgumentException e) {
            throw new NotationException(parameter, text, 1, e.getMessage());
        }
    }

    private static List<Range> ranges(List<Expression> expressions, Function<String, Support> earlier) {
        return expressions.stream()
                .map(expression -> expression.range(name -> Range.of(earlier.apply(name))))
                .toList();
    }

    private static double[] values(List<Expression> expressions, ToDoubleFunction<String> earlier) {
        return expressions.stream()
                .mapToDouble(expression -> expression.value(earlier))
                .toArray();
    }

    /** The values that were used, for a message. */
    private String used(ToDoubleFunction<String> earlier) {
        TreeMap<String, Double> seen = new TreeMap<>();
        values(Stream.concat(arguments.stream(), truncation.stream()).toList(), name -> {
            seen.put(name, earlier.applyAsDouble(name));
            return seen.get(name);
        });
        return seen.entrySet().stream()
                .map(e -> e.getKey() + " = " + e.getValue())
                .collect(Collectors.joining(", "));
    }
}
