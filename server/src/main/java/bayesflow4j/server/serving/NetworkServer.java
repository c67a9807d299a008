package bayesflow4j.server.serving;

import bayesflow4j.posterior.Provenance;
import bayesflow4j.server.Counters;
import bayesflow4j.server.Gate;
import bayesflow4j.server.Guard;
import bayesflow4j.server.HttpService;
import bayesflow4j.server.Limits;
import bayesflow4j.server.Problem;
import bayesflow4j.storage.Json;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Trained networks behind HTTP: {@code POST /networks/{name}/posterior} with a data set gives draws from p(θ | x). */
public final class NetworkServer implements AutoCloseable {
    private final Map<String, ServedNetwork> networks;
    private final Limits limits;
    private final Gate gate;
    private final Counters counters = new Counters();
    private final HttpService http;

    private NetworkServer(List<ServedNetwork> served, Guard guard, int port, Limits limits, Consumer<String> log) {
        this.networks = byName(served);
        this.limits = limits;
        this.gate = new Gate(limits);
        this.http = HttpService.start(
                guard, port, new HttpService.Duties(Set.of("/health"), this::addRoutes, counters, log));
    }

    /**
     * Starts serving.
     *
     * @param port to listen on, 0 for any that is free
     * @param log receives a line about each failure that is not a client's
     * @throws IllegalArgumentException if two networks have the same name
     */
    public static NetworkServer start(
            List<ServedNetwork> networks, Guard guard, int port, Limits limits, Consumer<String> log) {
        return new NetworkServer(networks, guard, port, limits, log);
    }

    private static Map<String, ServedNetwork> byName(List<ServedNetwork> served) {
        if (served.isEmpty()) throw new IllegalArgumentException("networks: expected at least one, got none");
        Map<String, ServedNetwork> networks = new LinkedHashMap<>();
        for (ServedNetwork network : served)
            if (networks.put(network.name(), network) != null)
                throw new IllegalArgumentException(
                        "networks: expected different names, got " + network.name() + " twice; rename a file");
        return networks;
    }

    private void addRoutes(RoutesConfig routes) {
        routes.get("/", this::index);
        routes.get("/health", this::health);
        routes.get(
                "/metrics",
                request -> request.contentType("text/plain; version=0.0.4; charset=utf-8")
                        .result(counters.text(gate)));
        routes.get("/openapi.json", request -> json(request, OpenApi.description(limits)));
        routes.get(
                "/networks",
                request -> json(
                        request,
                        networks.values().stream()
                                .map(ServedNetwork::description)
                                .toList()));
        routes.get("/networks/{name}", request -> json(request, network(request).description()));
        routes.post("/networks/{name}/posterior", this::posterior);
    }

    private void index(Context request) {
        Map<String, Object> links = new LinkedHashMap<>();
        links.put("networks", "/networks");
        links.put("description", "/openapi.json");
        links.put("health", "/health");
        links.put("metrics", "/metrics");
        json(request, links);
    }

    private void health(Context request) {
        Map<String, Object> health = new LinkedHashMap<>();
        health.put("status", "ok");
        health.put("version", Provenance.libraryVersion());
        health.put("networks", networks.size());
        json(request, health);
    }

    private static void json(Context request, Object value) {
        request.contentType("application/json").result(Json.write(value));
    }

    private ServedNetwork network(Context request) {
        ServedNetwork network = networks.get(request.pathParam("name"));
        if (network == null)
            throw Problem.missing(
                    "network: expected one of " + networks.keySet() + ", got " + request.pathParam("name"));
        return network;
    }

    private void posterior(Context request) throws IOException {
        ServedNetwork network = network(request);
        try (Gate.Admission admission = gate.admit()) {
            PosteriorRequest asked =
                    PosteriorRequest.of(request, network.estimator().schema(), limits, admission);
            AskedPosteriors posteriors = new AskedPosteriors(network, asked, admission, counters);
            PosteriorReply reply = new PosteriorReply(network, asked, posteriors);
            request.contentType(asked.format().contentType())
                    .header("Content-Disposition", "inline; filename=\"" + reply.fileName() + "\"");
            // Not closed here: after a failure in the middle, an end in due form would say that all is there.
            reply.write(request.res().getOutputStream());
        }
    }

    /** Where it can be reached. */
    public URI address() {
        return http.address();
    }

    @Override
    public void close() {
        http.close();
    }
}
