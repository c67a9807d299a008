package bayesflow4j.server.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.catalog.Models;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.server.Guard;
import bayesflow4j.server.Limits;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nothing that comes in takes the server down, and only those who may can ask. */
class SafetyTest {
    private static final String POSTERIOR = "/networks/mean/posterior";
    private static final String TOKEN = "a-token-for-this-test";

    /** A posterior that takes no time, of a model whose data are one column. */
    private static Estimator estimator(int milliseconds) {
        GenerativeModel model = Models.named("influenza");
        return Estimator.of("test", model, x -> (count, seed) -> {
            pause(milliseconds);
            double[][] rows = new double[count][];
            for (int l = 0; l < count; l++) rows[l] = model.prior().sample(seed.stream(l));
            return Draws.of(model.prior().names(), rows);
        });
    }

    private static void pause(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static NetworkServer serve(Estimator estimator, Limits limits, Optional<String> token) {
        return NetworkServer.start(
                List.of(ServedNetwork.of("mean", estimator)), new Guard(Guard.LOOPBACK, token), 0, limits, line -> {});
    }

    private static String data(int sets) {
        StringBuilder csv = new StringBuilder("data_set,in_bed\n");
        for (int k = 0; k < sets; k++) for (int t = 0; t < 14; t++) csv.append(k + "," + t + "\n");
        return csv.toString();
    }

    @ParameterizedTest
    @CsvSource({
        "Host, evil.example:80, 403",
        "Host, 127.0.0.1.evil.example, 403",
        "Host, localhost:9000, 200",
        "Origin, http://evil.example, 403",
        "Origin, null, 403",
        "Origin, http://127.0.0.1:PORT, 200",
        "Sec-Fetch-Site, cross-site, 403",
        "Sec-Fetch-Site, same-origin, 200"
    })
    void noOtherPageInTheBrowserCanAsk(String header, String value, int status) throws Exception {
        try (NetworkServer server = serve(estimator(0), Limits.DEFAULT, Optional.empty())) {
            String own = value.replace("PORT", Integer.toString(server.address().getPort()));
            String host = header.equals("Host") ? own : server.address().getAuthority();
            String other = header.equals("Host") ? "" : header + ": " + own + "\r\n";
            String reply = raw(
                    server.address(),
                    "GET /networks HTTP/1.1\r\nHost: " + host + "\r\n" + other + "Connection: close\r\n\r\n");
            assertTrue(reply.startsWith("HTTP/1.1 " + status), reply);
        }
    }

    private static String raw(URI server, String request) throws IOException {
        try (Socket socket = new Socket(server.getHost(), server.getPort())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    @Test
    void withATokenOnlyThoseWhoKnowItAreAnswered() throws Exception {
        try (NetworkServer server = serve(estimator(0), Limits.DEFAULT, Optional.of(TOKEN));
                Client client = new Client(server.address())) {
            assertEquals(401, client.get("/networks").statusCode());
            assertEquals(401, client.get("/metrics").statusCode());
            assertEquals(
                    401,
                    client.get("/networks", "Authorization", "Bearer " + TOKEN + "x")
                            .statusCode());
            assertEquals(
                    200,
                    client.get("/networks", "Authorization", "Bearer " + TOKEN).statusCode());
            assertEquals(200, client.get("/health").statusCode());
        }
    }

    @Test
    void otherMachinesNeedAToken() {
        assertThrows(IllegalArgumentException.class, () -> new Guard("0.0.0.0", Optional.empty()));
        assertThrows(IllegalArgumentException.class, () -> new Guard("0.0.0.0", Optional.of("short")));
        assertEquals("0.0.0.0", new Guard("0.0.0.0", Optional.of(Guard.newToken())).host());
    }

    @Test
    void whatIsTooMuchIsRefused() throws Exception {
        Limits few = Limits.DEFAULT.withBodyBytes(1000).withRows(28).withDraws(50);
        try (NetworkServer server = serve(estimator(0), few, Optional.empty());
                Client client = new Client(server.address())) {
            assertEquals(
                    413, client.post(POSTERIOR, Client.CSV, "x".repeat(1001)).statusCode());
            HttpRequest.Builder unannounced = client.request(POSTERIOR)
                    .header("Content-Type", Client.CSV)
                    .POST(HttpRequest.BodyPublishers.ofByteArrays(
                            List.of("in_bed\n".getBytes(StandardCharsets.UTF_8), new byte[5000])));
            assertEquals(413, client.send(unannounced).statusCode());
            assertEquals(
                    413,
                    client.post(POSTERIOR + "?draws=50", Client.CSV, data(3)).statusCode());
            assertEquals(
                    200,
                    client.post(POSTERIOR + "?draws=50", Client.CSV, data(2)).statusCode());
            assertEquals(
                    413,
                    client.post(POSTERIOR + "?draws=51", Client.CSV, data(1)).statusCode());
        }
    }

    @Test
    void aSlowBodyHoldsUpNobodyAndIsGivenUp() throws Exception {
        Limits quick = Limits.DEFAULT.withTime(Duration.ofMillis(700)).withConcurrency(1, 4);
        try (NetworkServer server = serve(estimator(0), quick, Optional.empty());
                Client client = new Client(server.address());
                Socket slow =
                        new Socket(server.address().getHost(), server.address().getPort())) {
            slow.getOutputStream()
                    .write(("POST " + POSTERIOR + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/csv\r\n"
                                    + "Content-Length: 500\r\n\r\nin_bed\n")
                            .getBytes(StandardCharsets.ISO_8859_1));
            slow.getOutputStream().flush();
            assertEquals(
                    200,
                    client.post(POSTERIOR + "?draws=5", Client.CSV, data(1)).statusCode());
            pause(800);
            slow.getOutputStream().write('1');
            slow.getOutputStream().flush();
            InputStream in = slow.getInputStream();
            assertEquals("HTTP/1.1 408", new String(in.readNBytes(12), StandardCharsets.ISO_8859_1));
        }
    }

    @Test
    void workThatTakesTooLongIsRefusedOrCut() throws Exception {
        Limits quick = Limits.DEFAULT.withTime(Duration.ofMillis(300));
        try (NetworkServer server = serve(estimator(400), quick, Optional.empty());
                Client client = new Client(server.address())) {
            try {
                var reply = client.post(POSTERIOR + "?draws=20000&format=csv", Client.CSV, data(5));
                assertEquals(408, reply.statusCode());
            } catch (IOException cut) {
                assertTrue(cut.getMessage() != null, "a reply that had begun ends early");
            }
            assertEquals(200, client.get("/health").statusCode());
        }
    }

    @Test
    void aFailureInTheMiddleIsSeenByTheClient() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        Estimator works = estimator(0);
        Estimator fails = Estimator.of("test", Models.named("influenza"), x -> (count, seed) -> {
            if (asked.incrementAndGet() > 2) throw new IllegalStateException("on purpose");
            return works.given(x).sample(count, seed);
        });
        List<String> log = new ArrayList<>();
        try (NetworkServer server = NetworkServer.start(
                        List.of(ServedNetwork.of("mean", fails)),
                        new Guard(Guard.LOOPBACK, Optional.empty()),
                        0,
                        Limits.DEFAULT,
                        log::add);
                Client client = new Client(server.address())) {
            assertThrows(
                    IOException.class, () -> client.post(POSTERIOR + "?draws=20000&format=csv", Client.CSV, data(5)));
            assertEquals(
                    500,
                    client.post(POSTERIOR + "?draws=5", Client.CSV, data(1)).statusCode());
            assertEquals(200, client.get("/health").statusCode());
        }
        assertEquals(2, log.size());
        assertTrue(log.getFirst().contains("on purpose"), log.toString());
    }

    @Test
    void aThousandRequestsAtOnceAreAnsweredOrRefused() throws Exception {
        for (int waiting : new int[] {2000, 20}) {
            Limits limits = Limits.DEFAULT.withConcurrency(2, waiting);
            try (NetworkServer server = serve(estimator(1), limits, Optional.empty());
                    Client client = new Client(server.address())) {
                Map<Integer, Integer> replies = new TreeMap<>();
                List<CompletableFuture<HttpResponse<byte[]>>> all = new ArrayList<>();
                for (int i = 0; i < 1000; i++)
                    all.add(client.http()
                            .sendAsync(
                                    client.request(POSTERIOR + "?draws=100&seed=" + i)
                                            .header("Content-Type", Client.CSV)
                                            .POST(HttpRequest.BodyPublishers.ofString(data(1)))
                                            .build(),
                                    HttpResponse.BodyHandlers.ofByteArray()));
                for (var one : all) {
                    replies.merge(one.get().statusCode(), 1, Integer::sum);
                    if (one.get().statusCode() == 429)
                        assertEquals(Optional.of("1"), one.get().headers().firstValue("Retry-After"));
                }
                int answered = replies.getOrDefault(200, 0);
                assertEquals(1000, answered + replies.getOrDefault(429, 0), replies.toString());
                assertTrue(waiting == 20 ? answered >= 20 : answered == 1000, replies.toString());
                String metrics = Client.text(client.get("/metrics"));
                assertTrue(metrics.contains("bayesflow_requests_inside 0\n"), metrics);
                assertTrue(metrics.contains("bayesflow_reserved_bytes 0\n"), metrics);
            }
        }
    }
}
