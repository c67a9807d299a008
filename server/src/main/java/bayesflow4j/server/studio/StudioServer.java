package bayesflow4j.server.studio;

import bayesflow4j.server.Counters;
import bayesflow4j.server.Guard;
import bayesflow4j.server.HttpService;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The studio on a directory: a page on the loopback, and the work behind it. */
public final class StudioServer implements AutoCloseable {
    private final String token = Guard.newToken();
    private final StudioModels models;
    private final Runs runs;
    private final Checks checks = new Checks();
    private final HttpService http;

    private StudioServer(Path directory, Set<Path> modelFiles, int port, Consumer<String> log) {
        Workspace workspace = new Workspace(directory);
        Set<Path> allowed = modelFiles.stream()
                .map(file -> file.toAbsolutePath().normalize())
                .collect(Collectors.toUnmodifiableSet());
        this.models = new StudioModels(workspace, allowed);
        this.runs = new Runs(workspace);
        Guard guard = new Guard(Guard.LOOPBACK, Optional.of(token));
        StudioRoutes routes = new StudioRoutes(guard, workspace, models, runs, checks);
        this.http = HttpService.start(
                guard,
                port,
                new HttpService.Duties(
                        Set.of("/", "/welcome", "/studio.css", "/icon.svg"), routes::add, new Counters(), log));
    }

    /**
     * Starts a studio.
     *
     * @param directory of networks, model files and data; results are written to it
     * @param modelFiles those of its model files whose simulators may run
     * @param port to listen on, 0 for any that is free
     * @param log receives a line about each failure that is not the page's
     */
    public static StudioServer start(Path directory, Set<Path> modelFiles, int port, Consumer<String> log) {
        return new StudioServer(directory, modelFiles, port, log);
    }

    /** The address to open in a browser; it contains the token that lets the browser in. */
    public URI address() {
        return http.address().resolve("/welcome?token=" + token);
    }

    /** Stops trainings, after their states are saved. */
    @Override
    public void close() {
        http.close();
        runs.close();
        checks.close();
        models.close();
    }
}
