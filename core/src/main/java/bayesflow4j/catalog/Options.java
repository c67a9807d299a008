package bayesflow4j.catalog;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The values of a family's options, written {@code name=value,name=value}; options that are not given have their
 * defaults.
 */
public final class Options {
    private final Map<String, String> chosen;
    private final List<ModelFamily.Option> known;

    private Options(Map<String, String> chosen, List<ModelFamily.Option> known) {
        this.chosen = chosen;
        this.known = known;
    }

    /** Every option at its default. */
    public static Options defaults(ModelFamily family) {
        return new Options(Map.of(), family.options());
    }

    /** Reads {@code name=value,name=value}; an empty text is all defaults. */
    public static Options parse(ModelFamily family, String text) {
        Map<String, String> chosen = new TreeMap<>();
        if (!text.isEmpty())
            for (String part : text.split(",", -1)) {
                int equals = part.indexOf('=');
                if (equals < 1)
                    throw new IllegalArgumentException(
                            "option of " + family.name() + ": expected name=value, got \"" + part + '"');
                String name = part.substring(0, equals).strip();
                List<String> names =
                        family.options().stream().map(ModelFamily.Option::name).toList();
                if (!names.contains(name))
                    throw new IllegalArgumentException("option of " + family.name() + ": expected "
                            + (names.isEmpty() ? "none" : "one of " + String.join(", ", names)) + ", got \"" + name
                            + '"');
                if (chosen.put(name, part.substring(equals + 1).strip()) != null)
                    throw new IllegalArgumentException("option of " + family.name() + ": \"" + name + "\" given twice");
            }
        family.options().forEach(option -> chosen.remove(option.name(), option.fallback()));
        return new Options(chosen, family.options());
    }

    /** The value as text. */
    public String text(String option) {
        return chosen.getOrDefault(option, fallback(option));
    }

    /** The value as one of these words. */
    public String oneOf(String option, String... words) {
        String value = text(option);
        if (!List.of(words).contains(value))
            throw new IllegalArgumentException(
                    option + ": expected " + String.join(" or ", words) + ", got \"" + value + '"');
        return value;
    }

    /** The value as a number between two bounds, both allowed. */
    public double number(String option, double least, double most) {
        String value = text(option);
        try {
            double number = Double.parseDouble(value);
            if (number >= least && number <= most) return number;
        } catch (NumberFormatException e) {
            // The message below says it all.
        }
        throw new IllegalArgumentException(
                option + ": expected a number between " + least + " and " + most + ", got \"" + value + '"');
    }

    /** The value as a whole number between two bounds, both allowed. */
    public int whole(String option, int least, int most) {
        double number = number(option, least, most);
        if (number != Math.rint(number))
            throw new IllegalArgumentException(option + ": expected a whole number, got " + text(option));
        return (int) number;
    }

    /** The full name of the model that these options select from {@code family}: {@code sir} or {@code sir:iota=0}. */
    public String nameOf(ModelFamily family) {
        if (chosen.isEmpty()) return family.name();
        return family.name()
                + chosen.entrySet().stream()
                        .map(e -> e.getKey() + '=' + e.getValue())
                        .collect(Collectors.joining(",", ":", ""));
    }

    private String fallback(String option) {
        return known.stream()
                .filter(o -> o.name().equals(option))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("option: not declared, \"" + option + '"'))
                .fallback();
    }
}
