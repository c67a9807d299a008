package bayesflow4j.storage;

import bayesflow4j.model.notation.Spelling;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/**
 * The fields of a JSON object, read strictly: a field that is missing, of another type, out of range or not known is refused
 * with its path, what was expected and what was found.
 */
public final class Fields {
    private final String path;
    private final JsonNode node;
    private final TreeSet<String> known = new TreeSet<>();

    private Fields(String path, JsonNode node) {
        this.path = path;
        this.node = node;
    }

    /** The fields of an object; {@code path} is how messages call it. */
    public static Fields of(String path, JsonNode node) {
        if (!node.isObject()) throw new IllegalArgumentException(path + ": expected an object, got " + brief(node));
        return new Fields(path, node);
    }

    public boolean has(String name) {
        known.add(name);
        return node.hasNonNull(name);
    }

    public String text(String name) {
        JsonNode value = value(name);
        if (!value.isTextual()) throw wrong(name, "a string", value);
        return value.textValue();
    }

    public boolean flag(String name) {
        JsonNode value = value(name);
        if (!value.isBoolean()) throw wrong(name, "true or false", value);
        return value.booleanValue();
    }

    public long integer(String name, long least, long most) {
        return integer(name, value(name), least, most);
    }

    public int integer(String name, int least, int most) {
        return (int) integer(name, (long) least, (long) most);
    }

    private long integer(String name, JsonNode value, long least, long most) {
        if (!value.isIntegralNumber() || !value.canConvertToLong() || value.asLong() < least || value.asLong() > most)
            throw wrong(name, "a whole number from " + least + " to " + most, value);
        return value.asLong();
    }

    /** A number; the strings "NaN", "Infinity" and "-Infinity" stand for what JSON has no number for. */
    public double number(String name) {
        return number(name, value(name));
    }

    private double number(String name, JsonNode value) {
        if (value.isNumber()) return value.doubleValue();
        return switch (value.asText()) {
            case "NaN" -> Double.NaN;
            case "Infinity" -> Double.POSITIVE_INFINITY;
            case "-Infinity" -> Double.NEGATIVE_INFINITY;
            default -> throw wrong(name, "a number", value);
        };
    }

    public <E extends Enum<E>> E choice(String name, Class<E> type) {
        String text = text(name);
        for (E constant : type.getEnumConstants())
            if (constant.name().toLowerCase(Locale.ROOT).equals(text)) return constant;
        throw wrong(
                name, "one of " + List.of(type.getEnumConstants()).toString().toLowerCase(Locale.ROOT), value(name));
    }

    public Fields object(String name) {
        return of(path + "." + name, value(name));
    }

    public List<Fields> objects(String name, int most) {
        List<Fields> list = new ArrayList<>();
        JsonNode array = array(name, most);
        for (int i = 0; i < array.size(); i++) list.add(of(path + "." + name + "[" + i + "]", array.get(i)));
        return list;
    }

    public List<Integer> integers(String name, int least, int largest, int most) {
        List<Integer> list = new ArrayList<>();
        for (JsonNode item : array(name, most)) list.add((int) integer(name, item, least, largest));
        return list;
    }

    public double[] numbers(String name, int length) {
        JsonNode array = array(name, length);
        if (array.size() != length) throw wrong(name, "a list of " + length + " numbers", array);
        double[] numbers = new double[length];
        for (int i = 0; i < length; i++) numbers[i] = number(name, array.get(i));
        return numbers;
    }

    private JsonNode array(String name, int most) {
        JsonNode value = value(name);
        if (!value.isArray() || value.size() > most) throw wrong(name, "a list of at most " + most + " entries", value);
        return value;
    }

    /** Refuses fields that nobody asked for. */
    public void end() {
        node.fieldNames().forEachRemaining(name -> {
            if (known.contains(name)) return;
            String nearest = Spelling.nearest(name, known)
                    .map(word -> "; did you mean " + word + "?")
                    .orElse("");
            throw new IllegalArgumentException(path + "." + name + ": not known, expected one of " + known + nearest);
        });
    }

    private JsonNode value(String name) {
        known.add(name);
        JsonNode value = node.path(name);
        if (value.isMissingNode()) throw new IllegalArgumentException(path + "." + name + ": missing");
        return value;
    }

    private IllegalArgumentException wrong(String name, String expected, JsonNode value) {
        return new IllegalArgumentException(path + "." + name + ": expected " + expected + ", got " + brief(value));
    }

    private static String brief(JsonNode node) {
        String text = node.toString();
        return text.length() > 60 ? text.substring(0, 60) + "…" : text;
    }
}
