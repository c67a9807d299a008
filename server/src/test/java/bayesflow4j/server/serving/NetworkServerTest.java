package bayesflow4j.server.serving;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.catalog.Models;
import bayesflow4j.inference.Inference;
import bayesflow4j.inference.ObservedData;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.models.Influenza;
import bayesflow4j.posterior.DensityPosterior;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.random.Seed;
import bayesflow4j.server.Guard;
import bayesflow4j.server.Limits;
import bayesflow4j.storage.EstimatorFile;
import bayesflow4j.storage.Json;
import bayesflow4j.training.Trainer;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.ParseOptions;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a program gets from the server is what {@code bayesflow infer} writes. */
class NetworkServerTest {
    private static final String SCHOOL = IntStream.range(0, Influenza.OBSERVED.count())
            .mapToObj(t -> Integer.toString((int) Influenza.OBSERVED.at(t, 0)))
            .collect(Collectors.joining("\n", "in_bed\n", "\n"));
    private static final String POSTERIOR = "/networks/influenza/posterior";

    @TempDir
    private static Path folder;

    private static Estimator estimator;
    private static NetworkServer server;
    private static Client client;

    @BeforeAll
    static void serve() throws IOException {
        Path file = folder.resolve("influenza.safetensors");
        EstimatorFile.write(Trainer.of(Models.named("influenza")).withSteps(20).train(), file);
        ServedNetwork network = ServedNetwork.read(file);
        estimator = network.estimator();
        server = NetworkServer.start(
                List.of(network), new Guard(Guard.LOOPBACK, Optional.empty()), 0, Limits.DEFAULT, line -> {});
        client = new Client(server.address());
    }

    @AfterAll
    static void stop() {
        client.close();
        server.close();
    }

    private static Inference inferred(List<Observations> sets, int draws, long seed) {
        List<String> names = sets.size() == 1
                ? List.of("body")
                : IntStream.range(0, sets.size()).mapToObj(Integer::toString).toList();
        return Inference.of("influenza", estimator, ObservedData.of(sets, names), draws, new Seed(seed));
    }

    @Test
    void theNetworksAreListed() throws Exception {
        HttpResponse<byte[]> all = client.get("/networks");
        assertEquals(200, all.statusCode());
        Map<?, ?> one = Client.object(client.get("/networks/influenza"));
        assertEquals(List.of(one), Json.parse(Client.text(all)));
        assertEquals("influenza", one.get("name"));
        assertEquals(List.of("in_bed"), ((Map<?, ?>) one.get("data")).get("columns"));
        assertEquals("ok", Client.object(client.get("/health")).get("status"));
    }

    @Test
    void csvAndNpzHaveTheBytesOfInfer() throws Exception {
        inferred(List.of(Influenza.OBSERVED), 300, 7).write(folder);
        for (String format : List.of("csv", "npz"))
            assertArrayEquals(
                    Files.readAllBytes(folder.resolve("draws." + format)),
                    client.post(POSTERIOR + "?draws=300&seed=7&format=" + format, Client.CSV, SCHOOL)
                            .body(),
                    format);
        String summary =
                Client.text(client.post(POSTERIOR + "?draws=300&seed=7&format=csv&output=summary", Client.CSV, SCHOOL));
        assertEquals(Files.readString(folder.resolve("summary.csv")), summary);
    }

    @Test
    void jsonHasTheSameDraws() throws Exception {
        Draws draws = inferred(List.of(Influenza.OBSERVED), 200, 3).draws().getFirst();
        List<Integer> numbers = IntStream.range(0, 14)
                .mapToObj(t -> (int) Influenza.OBSERVED.at(t, 0))
                .toList();
        List<Map<String, Integer>> named =
                numbers.stream().map(n -> Map.of("in_bed", n)).toList();
        for (Object rows :
                List.of(numbers, named, numbers.stream().map(List::of).toList())) {
            Map<?, ?> reply = Client.object(
                    client.post(POSTERIOR + "?draws=200&seed=3", Client.JSON, Json.write(Map.of("data", rows))));
            Map<?, ?> set = (Map<?, ?>) ((List<?>) reply.get("data_sets")).getFirst();
            for (int j = 0; j < 2; j++) {
                List<?> column = (List<?>)
                        ((Map<?, ?>) set.get("draws")).get(draws.parameters().get(j));
                assertArrayEquals(
                        draws.column(j),
                        column.stream().mapToDouble(v -> (double) v).toArray());
            }
        }
    }

    @Test
    void theDensityIsThatOfThePosterior() throws Exception {
        double[] theta = Models.named("influenza").prior().sample(new Seed(4).stream(0));
        List<Double> inside = Arrays.stream(theta).boxed().toList();
        String body = Json.write(Map.of(
                "data",
                IntStream.range(0, 14)
                        .mapToObj(t -> Influenza.OBSERVED.at(t, 0))
                        .toList(),
                "theta",
                List.of(inside, List.of(-1, -1, -1))));
        Map<?, ?> reply = Client.object(client.post(POSTERIOR + "?output=density", Client.JSON, body));
        List<?> found = (List<?>) ((Map<?, ?>) ((List<?>) reply.get("data_sets")).getFirst()).get("log_density");
        DensityPosterior posterior = DensityPosterior.of(estimator.given(Influenza.OBSERVED));
        assertEquals(posterior.logDensity(theta), found.getFirst());
        assertEquals(null, found.get(1));
    }

    @Test
    void thousandsOfDataSetsAreStreamedInOrder() throws Exception {
        GenerativeModel model = Models.named("influenza");
        List<Observations> sets = new ArrayList<>();
        StringBuilder csv = new StringBuilder("data_set,in_bed\n");
        for (int k = 0; k < 2000; k++) {
            Observations x = model.batch(new Seed(9), k, 1).observations(0);
            sets.add(x);
            for (int t = 0; t < x.count(); t++) csv.append(k + "," + x.at(t, 0) + "\n");
        }
        HttpResponse<byte[]> reply = client.post(POSTERIOR + "?draws=50&seed=2&format=csv", Client.CSV, csv.toString());
        Inference all = inferred(sets, 50, 2);
        all.write(folder);
        assertEquals(Optional.empty(), reply.headers().firstValue("Content-Length"));
        assertArrayEquals(Files.readAllBytes(folder.resolve("draws.csv")), reply.body());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    /networks/other/posterior | text/csv | in_bed\\n1 | 404 | expected one of [influenza]
                    /networks/influenza/posterior?draws=x | text/csv | SCHOOL | 400 | draws: expected a whole number
                    /networks/influenza/posterior?draws=0 | text/csv | SCHOOL | 413 | draws: expected 1 to 100000
                    /networks/influenza/posterior?draws=100001 | text/csv | SCHOOL | 413 | got 100001
                    /networks/influenza/posterior?format=xml | text/csv | SCHOOL | 400 | expected one of [json, csv, npz]
                    /networks/influenza/posterior?format=npz&output=summary | text/csv | SCHOOL | 422 | holds draws only
                    /networks/influenza/posterior?drws=1 | text/csv | SCHOOL | 400 | drws: expected one of
                    /networks/influenza/posterior | text/csv | in_bed\\n1\\n2 | 422 | expected 14 rows
                    /networks/influenza/posterior | text/csv | bed\\n1 | 422 | expected a column "in_bed"
                    /networks/influenza/posterior | text/csv | in_bed\\nmany | 422 | body:2: in_bed: expected a number
                    /networks/influenza/posterior | application/json | {"data": [1 | 400 | not JSON
                    /networks/influenza/posterior | application/json | {"data": ["a"]} | 422 | data[0].in_bed: expected a finite
                    /networks/influenza/posterior | application/json | {} | 400 | either "data" or "data_sets"
                    /networks/influenza/posterior | application/json | [] | 400 | expected a JSON object
                    /networks/influenza/posterior | application/json | {"data": 3} | 422 | data: expected a list
                    /networks/influenza/posterior | text/plain | SCHOOL | 415 | expected text/csv or application/json
                    /networks/..%2f..%2fetc%2fpasswd/posterior | text/csv | SCHOOL | 40 | x
                    """)
    void whatIsWrongIsSaid(String path, String type, String body, String status, String message) throws Exception {
        HttpResponse<byte[]> reply =
                client.post(path, type, body.equals("SCHOOL") ? SCHOOL : body.replace("\\n", "\n"));
        assertTrue(Integer.toString(reply.statusCode()).startsWith(status), Client.text(reply));
        if (message.equals("x")) return;
        Map<?, ?> problem = Client.object(reply);
        assertTrue(problem.get("detail").toString().contains(message), problem.toString());
        assertEquals(reply.statusCode(), problem.get("status"));
    }

    @Test
    void metricsCountInTheFormatOfPrometheus() throws Exception {
        client.post(POSTERIOR + "?draws=10", Client.CSV, SCHOOL);
        String text = Client.text(client.get("/metrics"));
        assertTrue(text.contains("bayesflow_requests_total{route=\"/networks/{name}/posterior\",code=\"200\"} "), text);
        for (String line : text.split("\n"))
            assertTrue(line.matches("# (HELP|TYPE) .*|[a-z_]+(\\{[^}]*(\\{name\\})?[^}]*\\})? [-+.0-9E]+"), line);
        assertFalse(text.contains("bayesflow_draws_total 0\n"), text);
    }

    @Test
    void aValidatorAcceptsTheDescription() throws Exception {
        String text = Client.text(client.get("/openapi.json"));
        ParseOptions options = new ParseOptions();
        options.setResolve(true);
        var parsed = new OpenAPIV3Parser().readContents(text, List.of(), options);
        assertEquals(List.of(), parsed.getMessages());
        assertEquals(
                List.of(
                        "/networks",
                        "/networks/{name}",
                        "/networks/{name}/posterior",
                        "/health",
                        "/metrics",
                        "/openapi.json"),
                List.copyOf(parsed.getOpenAPI().getPaths().keySet()));
        String broken = text.replaceFirst("\"responses\"", "\"answers\"");
        assertFalse(new OpenAPIV3Parser()
                .readContents(broken, List.of(), options)
                .getMessages()
                .isEmpty());
    }
}
