package bayesflow4j.model.notation;

import java.util.Collection;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A number as a function of named ones, written as in the arguments of a prior: {@code beta / gamma}, {@code 0.3}. */
public final class Formula {
    private static final Pattern LEADING_CALL =
            Pattern.compile("\\s*([\\p{L}_][\\p{L}\\p{N}_-]*)\\s*(\\(?).*", Pattern.DOTALL);
    private static final List<String> FUNCTIONS = List.of("exp", "log", "sqrt", "abs", "min", "max");

    private final String text;
    private final Expression expression;

    private Formula(String text, Expression expression) {
        this.text = text;
        this.expression = expression;
    }

    /**
     * Reads the definition of a quantity.
     *
     * @param name of the quantity
     * @param known the names that it may use
     * @throws NotationException where the text cannot be read, with the column
     */
    public static Formula read(String name, String text, Collection<String> known) {
        return new Formula(text.strip(), new NotationReader(name, text, known, List.of()).expression());
    }

    /** Whether a text is a formula rather than a distribution: it starts with no name that a distribution could have. */
    public static boolean isMeant(String text, Collection<String> known) {
        Matcher call = LEADING_CALL.matcher(text);
        if (!call.matches()) return true;
        String first = call.group(1);
        if (call.group(2).isEmpty()) return known.stream().anyMatch(first::startsWith);
        return FUNCTIONS.contains(first);
    }

    /** Its value for these values of the names. */
    public double value(ToDoubleFunction<String> names) {
        return expression.value(names);
    }

    /** Whether it uses no names. */
    public boolean isConstant() {
        return expression.constant();
    }

    /** The text as written, without surrounding blanks. */
    public String text() {
        return text;
    }
}
