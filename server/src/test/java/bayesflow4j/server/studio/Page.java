package bayesflow4j.server.studio;

import bayesflow4j.storage.Json;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;

/** What the studio's page does, without a browser. */
final class Page implements AutoCloseable {
    private final HttpClient http = HttpClient.newBuilder()
            .cookieHandler(new CookieManager())
            .followRedirects(HttpClient.Redirect.ALWAYS)
            .build();
    private final URI studio;

    /** Comes in by the address that the studio printed. */
    Page(URI address) throws IOException, InterruptedException {
        this.studio = address.resolve("/");
        http.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.discarding());
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(studio.resolve(path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> post(String path, Map<String, ?> fields) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(studio.resolve(path))
                        .POST(HttpRequest.BodyPublishers.ofString(Json.write(fields)))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    Map<?, ?> object(String path, Map<String, ?> fields) throws IOException, InterruptedException {
        HttpResponse<String> reply = post(path, fields);
        if (reply.statusCode() != 200) throw new AssertionError(path + ": " + reply.body());
        return (Map<?, ?>) Json.parse(reply.body());
    }

    /** The run of this name, once it is in one of these states. */
    Map<?, ?> awaitRun(String name, List<String> states) throws IOException, InterruptedException {
        while (true) {
            for (Object run : (List<?>) Json.parse(get("/api/runs").body()))
                if (run instanceof Map<?, ?> map
                        && map.get("name").equals(name)
                        && states.contains(map.get("state").toString())) return map;
            Thread.sleep(100);
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
