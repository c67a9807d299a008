package bayesflow4j.server.serving;

import bayesflow4j.storage.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;

/** A program that asks a server. */
final class Client implements AutoCloseable {
    static final String CSV = "text/csv";
    static final String JSON = "application/json";

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI server;

    Client(URI server) {
        this.server = server;
    }

    HttpResponse<byte[]> get(String path, String... headers) throws IOException, InterruptedException {
        return send(request(path, headers).GET());
    }

    HttpResponse<byte[]> post(String path, String type, String body, String... headers)
            throws IOException, InterruptedException {
        return send(
                request(path, headers).header("Content-Type", type).POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    HttpRequest.Builder request(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.resolve(path));
        for (int i = 0; i < headers.length; i += 2) request.header(headers[i], headers[i + 1]);
        return request;
    }

    HttpResponse<byte[]> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    HttpClient http() {
        return http;
    }

    static String text(HttpResponse<byte[]> response) {
        return new String(response.body(), java.nio.charset.StandardCharsets.UTF_8);
    }

    static Map<?, ?> object(HttpResponse<byte[]> response) {
        return (Map<?, ?>) Json.parse(text(response));
    }

    @Override
    public void close() {
        http.close();
    }
}
