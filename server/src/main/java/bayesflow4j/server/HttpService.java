package bayesflow4j.server;

import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.util.JavalinBindException;
import java.net.URI;
import java.util.Set;
import java.util.function.Consumer;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** A running HTTP server on virtual threads: every request passes the {@link Guard}, every failure becomes a reply. */
public final class HttpService implements AutoCloseable {
    /** What a page of this server may load: nothing but what this server has. */
    private static final String CONTENT_POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'"
                    + " data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final int MOST_CONNECTIONS = 4096;
    private static final int IDLE_MILLISECONDS = 30_000;

    private static final String STARTED = "started";

    /** Connections that may come at the same moment. */
    private static final int ACCEPT_QUEUE = 1024;

    private final Javalin javalin;
    private final String host;

    private HttpService(Javalin javalin, String host) {
        this.javalin = javalin;
        this.host = host;
    }

    /**
     * What a server does.
     *
     * @param open paths that need no token
     * @param routes adds the routes
     * @param counters count the requests
     * @param log receives a line about each failure that is not the client's
     */
    public record Duties(Set<String> open, Consumer<RoutesConfig> routes, Counters counters, Consumer<String> log) {}

    /**
     * Starts a server.
     *
     * @param port to listen on, 0 for any that is free
     * @throws IllegalStateException if the port is in use
     */
    public static HttpService start(Guard guard, int port, Duties duties) {
        Javalin javalin = Javalin.create(config -> {
            configure(config);
            config.jetty.addConnector((server, http) -> connector(server, http, guard.host(), port));
            config.routes.before(request -> {
                request.attribute(STARTED, System.nanoTime());
                header(request);
                guard.check(request, duties.open().contains(request.path()));
            });
            duties.routes().accept(config.routes);
            answerFailures(config.routes, duties.log());
            config.requestLogger.http((request, milliseconds) -> count(request, duties.counters()));
        });
        try {
            javalin.start();
        } catch (JavalinBindException e) {
            throw new IllegalStateException(
                    "port " + port + " of " + guard.host() + " cannot be used; choose another with --port", e);
        }
        return new HttpService(javalin, guard.host());
    }

    private static void configure(JavalinConfig config) {
        config.concurrency.useVirtualThreads = true;
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.http.compressionStrategy = CompressionStrategy.NONE;
        config.http.prefer405over404 = true;
        config.jetty.modifyHttpConfiguration(HttpService::configure);
        config.jetty.modifyServer(server -> server.addBean(new NetworkConnectionLimit(MOST_CONNECTIONS, server)));
    }

    private static void configure(HttpConfiguration http) {
        http.setSendServerVersion(false);
    }

    private static ServerConnector connector(Server server, HttpConfiguration http, String host, int port) {
        ServerConnector connector = new ServerConnector(server, new HttpConnectionFactory(http));
        connector.setHost(host);
        connector.setPort(port);
        connector.setAcceptQueueSize(ACCEPT_QUEUE);
        connector.setIdleTimeout(IDLE_MILLISECONDS);
        return connector;
    }

    private static void header(Context request) {
        request.header("Content-Security-Policy", CONTENT_POLICY)
                .header("X-Content-Type-Options", "nosniff")
                .header("X-Frame-Options", "DENY")
                .header("Referrer-Policy", "no-referrer")
                .header("Cross-Origin-Resource-Policy", "same-origin")
                .header("Cross-Origin-Opener-Policy", "same-origin")
                .header("Cache-Control", "no-store");
    }

    private static void answerFailures(RoutesConfig routes, Consumer<String> log) {
        routes.exception(Problem.class, (problem, request) -> answer(request, problem));
        routes.exception(Exception.class, (failure, request) -> {
            log.accept(request.req().getMethod() + " " + request.path() + ": " + failure);
            answer(request, new Problem(500, "the server failed; its log says why"));
        });
        routes.error(404, request -> named(request, "there is nothing here; /openapi.json describes what there is"));
        routes.error(
                405,
                request -> named(
                        request, "expected another method, got " + request.req().getMethod()));
    }

    /** Javalin's own replies about paths and methods that do not exist. */
    private static void named(Context request, String message) {
        if (!"application/problem+json".equals(request.res().getContentType()))
            answer(request, new Problem(request.status().getCode(), message));
    }

    private static void answer(Context request, Problem problem) {
        if (request.res().isCommitted()) {
            cut(request, problem);
            return;
        }
        request.status(problem.status());
        if (problem.status() == 429) request.header("Retry-After", "1");
        if (problem.status() == 401) request.header("WWW-Authenticate", "Bearer");
        request.contentType("application/problem+json").result(problem.json());
    }

    /** Ends an answer in its middle, so that nobody takes its first part for all of it. */
    private static void cut(Context request, Problem problem) {
        ServletContextRequest.getServletContextRequest(request.req())
                .getServletChannel()
                .abort(problem);
    }

    private static void count(Context request, Counters counters) {
        Long started = request.attribute(STARTED);
        double seconds = started == null ? 0 : (System.nanoTime() - started) / 1e9;
        var matched = request.endpoints().matchedHttpEndpoint();
        counters.request(matched == null ? "other" : matched.path, request.statusCode(), seconds);
    }

    /** The port that it listens on. */
    public int port() {
        return javalin.port();
    }

    /** Where it can be reached. */
    public URI address() {
        String name = host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
        return URI.create("http://" + name + ":" + port());
    }

    @Override
    public void close() {
        javalin.stop();
    }
}
