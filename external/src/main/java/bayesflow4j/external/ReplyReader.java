package bayesflow4j.external;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/**
 * Reads one line of a simulator; what it cannot read is refused with the reason as message. It parses by itself and not
 * with {@link bayesflow4j.storage.Json}, because programs in Python and R write NaN and Infinity, which JSON does not
 * know: such data are missing or a failed simulation, not a broken protocol.
 */
final class ReplyReader {
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
            .build();

    private static final int PROTOCOL = 1;
    private static final int MOST_AT_ONCE = 1024;

    /** How R and others write missing numbers as strings. */
    private static final Set<String> MISSING = Set.of("NA", "NaN");

    /** How they write infinite ones. */
    private static final Set<String> INFINITE = Set.of("Inf", "-Inf", "Infinity", "-Infinity");

    private final DataShape shape;
    private Optional<Long> id = Optional.empty();
    private Optional<String> error = Optional.empty();
    private int batch = 1;
    private boolean rows;
    private float[] values = new float[64];
    private int size;

    private ReplyReader(DataShape shape) {
        this.shape = shape;
    }

    static Reply read(String line, DataShape shape) {
        // Most malformed lines are log messages, about which a parser's message is of no help.
        if (!line.stripLeading().startsWith("{")) throw new IllegalArgumentException("not a JSON object");
        try (JsonParser json = JSON.createParser(line)) {
            ReplyReader reader = new ReplyReader(shape);
            json.nextToken();
            while (json.nextToken() != JsonToken.END_OBJECT) reader.field(json);
            if (json.nextToken() != null) throw new IllegalArgumentException("more than one JSON object on a line");
            return reader.reply();
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not JSON: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new IllegalArgumentException("not JSON: " + e.getMessage(), e);
        }
    }

    private void field(JsonParser json) throws IOException {
        String name = json.currentName();
        JsonToken value = json.nextToken();
        switch (name) {
            case "id" -> id = Optional.of(whole(name, json, value, Long.MAX_VALUE));
            case "error" -> error = Optional.of(json.getText());
            case "rows" -> rows(json, value);
            case "batch" ->
                batch = value == JsonToken.VALUE_TRUE
                        ? MOST_AT_ONCE
                        : value == JsonToken.VALUE_FALSE ? 1 : (int) whole(name, json, value, MOST_AT_ONCE);
            case "protocol" -> {
                if (whole(name, json, value, Integer.MAX_VALUE) != PROTOCOL)
                    throw new IllegalArgumentException("protocol: expected " + PROTOCOL + ", got " + json.getText());
            }
            default ->
                throw new IllegalArgumentException(
                        "unknown key \"" + name + "\" (known: id, rows, error; in the first line protocol, batch)");
        }
    }

    private static long whole(String name, JsonParser json, JsonToken value, long most) throws IOException {
        // R writes whole numbers as doubles, awk may write them as 1e+06.
        if (value != null && value.isNumeric()) {
            double number = json.getDoubleValue();
            if (number == Math.rint(number) && number >= 0 && number <= most) return (long) number;
        }
        throw new IllegalArgumentException(name + ": expected a whole number, got " + json.getText());
    }

    private void rows(JsonParser json, JsonToken start) throws IOException {
        if (start != JsonToken.START_ARRAY) throw new IllegalArgumentException("rows: expected a list of rows");
        rows = true;
        boolean nested = false;
        boolean flat = false;
        for (JsonToken t = json.nextToken(); t != JsonToken.END_ARRAY; t = json.nextToken()) {
            if (t == JsonToken.START_ARRAY) {
                nested = true;
                int before = size;
                for (JsonToken v = json.nextToken(); v != JsonToken.END_ARRAY; v = json.nextToken()) add(json, v);
                requireWidth(size - before);
            } else {
                flat = true;
                add(json, t);
            }
        }
        if (nested && flat) throw new IllegalArgumentException("rows: expected lists of numbers only");
        // Plain numbers are the rows of a single column, or the only row.
        if (flat && shape.width() > 1) requireWidth(size);
    }

    private void requireWidth(int numbers) {
        if (numbers != shape.width())
            throw new IllegalArgumentException(
                    "a row of " + numbers + " numbers, expected " + shape.width() + " " + shape.columns());
    }

    private void add(JsonParser json, JsonToken token) throws IOException {
        if (token == null) throw new IllegalArgumentException("not JSON: the line ends within the rows");
        float value = switch (token) {
            case VALUE_NUMBER_FLOAT, VALUE_NUMBER_INT -> (float) json.getDoubleValue();
            case VALUE_NULL -> Float.NaN;
            case VALUE_STRING -> notANumber(json.getText());
            default -> throw new IllegalArgumentException("rows: expected numbers, got " + json.getText());
        };
        if (size == values.length) values = Arrays.copyOf(values, 2 * size);
        values[size++] = value;
    }

    private static float notANumber(String text) {
        if (MISSING.contains(text)) return Float.NaN;
        if (INFINITE.contains(text)) return text.startsWith("-") ? Float.NEGATIVE_INFINITY : Float.POSITIVE_INFINITY;
        throw new IllegalArgumentException("rows: expected numbers, got \"" + text + '"');
    }

    private Reply reply() {
        if (id.isEmpty()) {
            if (rows || error.isPresent()) throw new IllegalArgumentException("a reply without \"id\"");
            return new Reply.Hello(Math.max(1, batch));
        }
        if (rows == error.isPresent())
            throw new IllegalArgumentException("expected either \"rows\" or \"error\" in a reply");
        if (error.isPresent()) return new Reply.Refusal(id.get(), error.get());
        return new Reply.Rows(id.get(), size / shape.width(), shape.width(), Arrays.copyOf(values, size));
    }
}
