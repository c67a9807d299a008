package bayesflow4j.report;

/**
 * Numbers within a text with at most one digit behind the point. A scan by hand: the figures of a report have megabytes of
 * coordinates, and regular expressions took a tenth of the time of a short command.
 */
final class ShortNumbers {
    private ShortNumbers() {}

    /** Appends characters {@code from} … {@code to} − 1; tiny numbers such as {@code 1.5E-7} become 0, and 3.0 becomes 3. */
    static void append(String text, int from, int to, StringBuilder result) {
        int i = from;
        while (i < to) {
            int point = afterDigits(text, i, to);
            int end = point > i && point < to && text.charAt(point) == '.' ? afterDigits(text, point + 1, to) : point;
            if (end <= point + 1) {
                // No number with a point: the digits, or one other character.
                int next = Math.max(point, i + 1);
                result.append(text, i, next);
                i = next;
                continue;
            }
            int tiny = afterExponent(text, end, to);
            if (tiny > end) {
                int length = result.length();
                if (length > 0 && i > from && result.charAt(length - 1) == '-') result.setLength(length - 1);
                result.append('0');
                i = tiny;
                continue;
            }
            boolean whole = text.charAt(point + 1) == '0' && (end == to || text.charAt(end) == ' ');
            result.append(text, i, whole ? point : point + 2);
            i = end;
        }
    }

    private static int afterDigits(String text, int from, int to) {
        int i = from;
        while (i < to && text.charAt(i) >= '0' && text.charAt(i) <= '9') i++;
        return i;
    }

    /** Behind a negative exponent that begins at {@code from}, or {@code from} if none does. */
    private static int afterExponent(String text, int from, int to) {
        if (!text.startsWith("E-", from)) return from;
        int end = afterDigits(text, from + 2, to);
        return end > from + 2 ? end : from;
    }
}
