package bayesflow4j.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/**
 * The fields of an object that {@link Json} has read. A field that is missing, unknown, of another type or out of range
 * is refused with its path, what was expected and what was found.
 */
public final class Fields {
    private final String path;
    private final Map<?, ?> values;
    private final TreeSet<String> known = new TreeSet<>();

    private Fields(String path, Map<?, ?> values) {
        this.path = path;
        this.values = values;
    }

    /** The fields of an object; {@code path} is how messages call it. */
    public static Fields of(String path, Object object) {
        if (!(object instanceof Map<?, ?> values))
            throw new FieldException(path, "expected an object, got " + brief(object));
        return new Fields(path, values);
    }

    /** The fields of a JSON object. */
    public static Fields parse(String path, String json) {
        return of(path, Json.parse(json));
    }

    /** Whether the field is present and not null. */
    public boolean has(String name) {
        known.add(name);
        return values.get(name) != null;
    }

    /** A string. */
    public String text(String name) {
        return value(name) instanceof String text ? text : refuse(name, "a string");
    }

    /** True or false. */
    public boolean flag(String name) {
        return value(name) instanceof Boolean flag ? flag : refuse(name, "true or false");
    }

    /** A whole number between two bounds, both allowed. */
    public long integer(String name, long least, long most) {
        return integer(name, value(name), least, most);
    }

    /** A whole number between two bounds, both allowed. */
    public int integer(String name, int least, int most) {
        return (int) integer(name, (long) least, (long) most);
    }

    private long integer(String name, Object value, long least, long most) {
        if (value instanceof Integer || value instanceof Long) {
            long number = ((Number) value).longValue();
            if (number >= least && number <= most) return number;
        }
        throw wrong(name, "a whole number from " + least + " to " + most, value);
    }

    /** A number; the strings "NaN", "Infinity" and "-Infinity" stand for what JSON has no number for. */
    public double number(String name) {
        return number(name, value(name));
    }

    private double number(String name, Object value) {
        if (value instanceof Number number) return number.doubleValue();
        return switch (String.valueOf(value)) {
            case "NaN" -> Double.NaN;
            case "Infinity" -> Double.POSITIVE_INFINITY;
            case "-Infinity" -> Double.NEGATIVE_INFINITY;
            default -> throw wrong(name, "a number", value);
        };
    }

    /** A constant of an enumeration, written in lower case. */
    public <E extends Enum<E>> E choice(String name, Class<E> type) {
        String text = text(name);
        for (E constant : type.getEnumConstants())
            if (constant.name().toLowerCase(Locale.ROOT).equals(text)) return constant;
        return refuse(
                name, "one of " + List.of(type.getEnumConstants()).toString().toLowerCase(Locale.ROOT));
    }

    /** The fields of a nested object. */
    public Fields object(String name) {
        return of(path + "." + name, value(name));
    }

    /** A list of at most {@code most} objects. */
    public List<Fields> objects(String name, int most) {
        List<Fields> list = new ArrayList<>();
        List<?> array = list(name, most);
        for (int i = 0; i < array.size(); i++) list.add(of(path + "." + name + "[" + i + "]", array.get(i)));
        return list;
    }

    /** A list of at most {@code most} whole numbers from {@code least} to {@code largest}. */
    public List<Integer> integers(String name, int least, int largest, int most) {
        List<Integer> list = new ArrayList<>();
        for (Object item : list(name, most)) list.add((int) integer(name, item, least, largest));
        return list;
    }

    /** A list of exactly {@code length} numbers. */
    public double[] numbers(String name, int length) {
        List<?> list = list(name, length);
        if (list.size() != length) refuse(name, "a list of " + length + " numbers");
        return list.stream().mapToDouble(item -> number(name, item)).toArray();
    }

    /** A list of at most {@code most} numbers. */
    public List<Double> numbersUpTo(String name, int most) {
        return list(name, most).stream().map(item -> number(name, item)).toList();
    }

    /** A list of exactly {@code length} strings. */
    public List<String> texts(String name, int length) {
        List<?> list = list(name, length);
        if (list.size() != length || !list.stream().allMatch(String.class::isInstance))
            refuse(name, "a list of " + length + " strings");
        return list.stream().map(String.class::cast).toList();
    }

    private List<?> list(String name, int most) {
        return value(name) instanceof List<?> list && list.size() <= most
                ? list
                : refuse(name, "a list of at most " + most + " entries");
    }

    /** Refuses fields that no method above has been called for. */
    public void end() {
        for (Object key : values.keySet()) {
            String name = String.valueOf(key);
            if (!known.contains(name)) throw FieldException.unknown(path + "." + name, known);
        }
    }

    /** The error of the object as a whole. */
    public FieldException wrong(String problem) {
        return new FieldException(path, problem);
    }

    /** The exception for a problem with one field, to be thrown. */
    public FieldException wrong(String name, String problem) {
        return new FieldException(path + "." + name, problem);
    }

    private Object value(String name) {
        known.add(name);
        if (!values.containsKey(name)) throw wrong(name, "missing");
        return values.get(name);
    }

    private <T> T refuse(String name, String expected) {
        throw wrong(name, expected, values.get(name));
    }

    private FieldException wrong(String name, String expected, Object value) {
        return wrong(name, "expected " + expected + ", got " + brief(value));
    }

    private static String brief(Object value) {
        String text = Json.write(value);
        return text.length() > 60 ? text.substring(0, 60) + "…" : text;
    }
}
