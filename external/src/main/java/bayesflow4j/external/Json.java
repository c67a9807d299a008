package bayesflow4j.external;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;

/** Requests as lines of JSON. */
final class Json {
    /** Python and R write NaN and Infinity; such data are a failed simulation, not rubbish. */
    static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS)
            .build();

    private Json() {}

    /**
     * One request.
     *
     * @param more how many lines follow at once, before an answer is waited for
     */
    static String line(Task task, List<String> parameters, int more) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.writeStartObject();
            json.writeNumberField("id", task.id());
            json.writeObjectFieldStart("parameters");
            for (int i = 0; i < parameters.size(); i++) json.writeNumberField(parameters.get(i), task.theta()[i]);
            json.writeEndObject();
            json.writeNumberField("observations", task.count());
            json.writeStringField("seed", Seeds.all(task.seed()));
            json.writeNumberField("seed32", Seeds.signed32(task.seed()));
            json.writeNumberField("more", more);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.append('\n').toString();
    }
}
