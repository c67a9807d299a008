package bayesflow4j.storage;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;

/**
 * JSON as plain Java values and back: maps in the order of the text, lists, strings, numbers, booleans and null.
 * Numbers that JSON lacks are written as the strings "NaN", "Infinity" and "-Infinity".
 */
public final class Json {
    /** The longest accepted text, far more than any of our files needs. */
    static final int LONGEST = 16 << 20;

    private static final int DEEPEST = 50;

    private static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEEPEST)
                            .maxStringLength(LONGEST)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .build();

    private static final ObjectWriter INDENTED =
            MAPPER.writer(new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")));

    private Json() {}

    /**
     * The value of a JSON text. Duplicate keys and anything after the value are refused.
     *
     * @throws IllegalArgumentException with the problem, line and column
     */
    public static Object parse(String text) {
        try {
            return MAPPER.readValue(text, Object.class);
        } catch (JsonProcessingException e) {
            String where = e.getLocation() == null
                    ? ""
                    : " (line " + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr() + ")";
            throw new IllegalArgumentException("not JSON: " + e.getOriginalMessage() + where, e);
        }
    }

    /** A value of maps, lists, strings, numbers and booleans on one line; a record is a map with names_like_this. */
    public static String write(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("value: expected maps, lists, strings and numbers, got " + value, e);
        }
    }

    /** A value of maps, lists, strings, numbers and booleans, indented over many lines. */
    public static String indented(Object value) {
        try {
            return INDENTED.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("value: expected maps, lists, strings and numbers, got " + value, e);
        }
    }
}
