package bayesflow4j.model.notation;

import bayesflow4j.model.notation.Expression.Operation1;
import bayesflow4j.model.notation.Expression.Operation2;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Reads one factor of a prior by recursive descent.
 *
 * <pre>
 * factor  = distribution "(" [ name "=" ] sum { "," [ name "=" ] sum } ")" [ "truncated" "(" sum "," sum ")" ]
 * sum     = product { ("+" | "-") product }
 * product = sign { ("*" | "/") sign }
 * sign    = ["+" | "-"] power
 * power   = atom [ "^" sign ]
 * atom    = number | "inf" | name | ("exp" | "log" | "sqrt" | "abs") "(" sum ")"
 *         | ("min" | "max") "(" sum "," sum { "," sum } ")" | "(" sum ")"
 * </pre>
 */
final class NotationReader {
    private static final Map<String, Operation1> FUNCTIONS =
            Map.of("exp", Operation1.EXP, "log", Operation1.LOG, "sqrt", Operation1.SQRT, "abs", Operation1.ABS);

    private static final Map<String, Operation2> OF_SEVERAL = Map.of("min", Operation2.MIN, "max", Operation2.MAX);

    private static final List<String> ALL_FUNCTIONS = List.of("exp", "log", "sqrt", "abs", "min", "max");

    private static final String TRUNCATED = "truncated";
    private static final String INFINITY = "inf";

    /** Far beyond what people write, and far below what the stack holds. */
    private static final int DEEPEST = 100;

    private final String parameter;
    private final String text;
    private final Collection<String> earlier;
    private final Collection<String> later;
    private int at;
    private int depth;

    NotationReader(String parameter, String text, Collection<String> earlier, Collection<String> later) {
        this.parameter = parameter;
        this.text = text;
        this.earlier = earlier;
        this.later = later;
    }

    Factor factor() {
        skipBlanks();
        int start = at;
        while (at < text.length() && (isNamePart(text.charAt(at)) || text.charAt(at) == '-')) at++;
        String name = text.substring(start, at);
        if (name.isEmpty()) throw wrong(start, "expected a distribution such as uniform(0, 1), got " + seen(start));
        DistributionForm form = DistributionForm.named(name)
                .orElseThrow(
                        () -> unknown(start, "distribution", name, DistributionForm.names(), DistributionForm.names()));
        expect('(', " after " + name);
        List<Expression> arguments = new ArrayList<>();
        List<String> names = new ArrayList<>();
        do {
            if (form.isNamed()) names.add(label(form));
            else if (arguments.size() == form.size()) throw wrong(at - 1, "expected " + form.usage() + ", got more");
            arguments.add(sum());
        } while (accept(','));
        if (!form.isNamed() && arguments.size() < form.size() && peek() == ')')
            throw wrong(at, "expected " + form.usage() + ", got " + arguments.size() + " of " + form.size());
        expect(')', " or an operator");
        List<Expression> truncation = truncation();
        if (peek() != 0) throw wrong(at, "expected nothing more, got " + seen(at));
        return new Factor(parameter, text, form, arguments, names, truncation);
    }

    /** The name before "=" or ":". */
    private String label(DistributionForm form) {
        skipBlanks();
        int start = at;
        while (at < text.length() && "=:,()".indexOf(text.charAt(at)) < 0) at++;
        String label = text.substring(start, at).strip();
        if (label.isEmpty() || !(accept('=') || accept(':')))
            throw wrong(start, "expected " + form.usage() + ", got " + seen(start));
        return label;
    }

    /** An expression alone, such as the definition of a derived quantity. */
    Expression expression() {
        Expression expression = sum();
        if (peek() != 0) throw wrong(at, "expected nothing more, got " + seen(at));
        return expression;
    }

    private List<Expression> truncation() {
        skipBlanks();
        if (!text.startsWith(TRUNCATED, at)) return List.of();
        at += TRUNCATED.length();
        expect('(', " after " + TRUNCATED);
        Expression lower = sum();
        expect(',', " between the bounds");
        Expression upper = sum();
        expect(')', " or an operator");
        return List.of(lower, upper);
    }

    private Expression sum() {
        if (++depth > DEEPEST) throw wrong(at, "expected at most " + DEEPEST + " levels of parentheses");
        Expression left = product();
        while (true) {
            if (accept('+')) left = new Expression.Pair(Operation2.PLUS, left, product());
            else if (accept('-')) left = new Expression.Pair(Operation2.MINUS, left, product());
            else break;
        }
        depth--;
        return left;
    }

    private Expression product() {
        Expression left = sign();
        while (true) {
            if (accept('*')) left = new Expression.Pair(Operation2.TIMES, left, sign());
            else if (accept('/')) left = new Expression.Pair(Operation2.OVER, left, sign());
            else return left;
        }
    }

    private Expression sign() {
        if (accept('-')) return negative(power());
        accept('+');
        return power();
    }

    private Expression power() {
        Expression base = atom();
        if (!accept('^')) return base;
        if (++depth > DEEPEST) throw wrong(at, "expected at most " + DEEPEST + " powers of powers");
        Expression exponent = sign();
        depth--;
        return new Expression.Pair(Operation2.POWER, base, exponent);
    }

    private static Expression negative(Expression value) {
        return value instanceof Expression.Literal(double number)
                ? new Expression.Literal(-number)
                : new Expression.Call(Operation1.NEGATE, value);
    }

    private Expression atom() {
        char next = peek();
        if (next == '(') {
            at++;
            Expression inner = sum();
            expect(')', " or an operator");
            return inner;
        }
        if (next >= '0' && next <= '9' || next == '.') return number();
        if (Character.isLetter(next) || next == '_') return nameOrCall();
        throw wrong(at, "expected a number or a name, got " + seen(at));
    }

    private Expression number() {
        int start = at;
        digits();
        if (at < text.length() && text.charAt(at) == '.') at++;
        digits();
        if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
            at++;
            if (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-')) at++;
            digits();
        }
        String written = text.substring(start, at);
        try {
            double value = Double.parseDouble(written);
            if (Double.isFinite(value)) return new Expression.Literal(value);
        } catch (NumberFormatException e) {
            // The message below says it all.
        }
        throw wrong(start, "expected a number, got \"" + written + '"');
    }

    private void digits() {
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') at++;
    }

    private Expression nameOrCall() {
        int start = at;
        while (at < text.length() && isNamePart(text.charAt(at))) at++;
        String name = text.substring(start, at);
        if (accept('(')) {
            if (OF_SEVERAL.containsKey(name)) return ofSeveral(OF_SEVERAL.get(name));
            if (!FUNCTIONS.containsKey(name)) throw unknown(start, "function", name, ALL_FUNCTIONS, ALL_FUNCTIONS);
            Expression argument = sum();
            expect(')', " or an operator");
            return new Expression.Call(FUNCTIONS.get(name), argument);
        }
        if (earlier.contains(name)) return new Expression.Name(name);
        if (name.equals(INFINITY)) return new Expression.Literal(Double.POSITIVE_INFINITY);
        if (name.equals(parameter)) throw wrong(start, "\"" + name + "\" cannot depend on itself");
        if (later.contains(name))
            throw wrong(start, "\"" + name + "\" comes later; a prior may use the parameters before it only");
        throw unknown(start, "name", name, earlier, earlier);
    }

    private Expression ofSeveral(Operation2 operation) {
        Expression left = sum();
        expect(',', " between arguments");
        do left = new Expression.Pair(operation, left, sum());
        while (accept(','));
        expect(')', " or an operator");
        return left;
    }

    private NotationException unknown(
            int position, String what, String name, Collection<String> known, Collection<String> listed) {
        String nearest = Spelling.nearest(name, known)
                .map(word -> "; did you mean \"" + word + "\"?")
                .orElse(
                        listed.isEmpty()
                                ? "; there is no earlier parameter"
                                : "; there are: " + String.join(", ", listed));
        return wrong(position, "unknown " + what + " \"" + name + '"' + nearest);
    }

    private boolean accept(char wanted) {
        if (peek() != wanted) return false;
        at++;
        return true;
    }

    private void expect(char wanted, String where) {
        if (!accept(wanted)) throw wrong(at, "expected \"" + wanted + '"' + where + ", got " + seen(at));
    }

    /** The next character that is not blank, 0 at the end. */
    private char peek() {
        skipBlanks();
        return at < text.length() ? text.charAt(at) : 0;
    }

    private void skipBlanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) at++;
    }

    private static boolean isNamePart(char c) {
        return Character.isLetterOrDigit(c) || c == '_';
    }

    private String seen(int position) {
        return position < text.length() ? "\"" + text.charAt(position) + '"' : "the end";
    }

    private NotationException wrong(int position, String problem) {
        return new NotationException(parameter, text, position + 1, problem);
    }
}
