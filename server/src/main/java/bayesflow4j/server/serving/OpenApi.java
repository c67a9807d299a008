package bayesflow4j.server.serving;

import bayesflow4j.posterior.Provenance;
import bayesflow4j.server.Limits;
import bayesflow4j.storage.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The description of the server's interface after the OpenAPI specification, with the limits that hold. */
final class OpenApi {
    private OpenApi() {}

    static Object description(Limits limits) {
        String text = resource()
                .replace("\"%version%\"", Json.write(Provenance.libraryVersion()))
                .replace("\"%draws%\"", Integer.toString(limits.draws()))
                .replace("%body%", Integer.toString(limits.bodyBytes()))
                .replace("%rows%", Integer.toString(limits.rows()))
                .replace("%all%", Long.toString(limits.allDraws()))
                .replace("%seconds%", Long.toString(limits.time().toSeconds()))
                .replace("%most%", Integer.toString(limits.working() + limits.waiting()));
        return Json.parse(text);
    }

    private static String resource() {
        try (InputStream in = OpenApi.class.getResourceAsStream("openapi.json")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
