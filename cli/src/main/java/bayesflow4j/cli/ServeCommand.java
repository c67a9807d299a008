package bayesflow4j.cli;

import bayesflow4j.data.DataFileException;
import bayesflow4j.server.Guard;
import bayesflow4j.server.Limits;
import bayesflow4j.server.serving.NetworkServer;
import bayesflow4j.server.serving.ServedNetwork;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./bayesflow serve NETWORK…}: answers programs over HTTP until it is stopped. */
@Command(
        name = "serve",
        description = {
            "Serves posteriors of trained networks over HTTP (see docs/serving.md).",
            "Only this machine can ask, unless --host says otherwise; then a token is required."
        },
        footer = {
            "",
            "Examples:",
            "  bayesflow serve net.safetensors",
            "  curl --data-binary @school.csv -H 'Content-Type: text/csv' \\",
            "      'http://127.0.0.1:8080/networks/net/posterior?draws=1000&seed=7&format=csv'"
        },
        mixinStandardHelpOptions = true)
final class ServeCommand implements Callable<Integer> {
    private static final String TOKEN_VARIABLE = "BAYESFLOW_TOKEN";

    @Parameters(
            arity = "1..*",
            paramLabel = "NETWORK",
            description = "trained networks, each served under its file name without the ending")
    private List<Path> files;

    @Option(
            names = "--port",
            defaultValue = "8080",
            paramLabel = "P",
            description = "port to listen on, 0 for any that is free; default: ${DEFAULT-VALUE}")
    private int port;

    @Option(
            names = "--host",
            defaultValue = Guard.LOOPBACK,
            paramLabel = "H",
            description = "address to listen on, 0.0.0.0 for all; default: ${DEFAULT-VALUE}, this machine only")
    private String host;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "file with the token that requests must carry; default: the variable " + TOKEN_VARIABLE
                    + ", else, with --host, a new token that is printed")
    private Optional<Path> tokenFile = Optional.empty();

    @Option(names = "--max-draws", paramLabel = "L", description = "most draws per data set; default: 100000")
    private int maxDraws = Limits.DEFAULT.draws();

    @Option(names = "--max-rows", paramLabel = "N", description = "most rows per request; default: 1000000")
    private int maxRows = Limits.DEFAULT.rows();

    @Option(names = "--max-megabytes", paramLabel = "MB", description = "longest body of a request; default: 16")
    private int maxMegabytes = Limits.DEFAULT.bodyBytes() >> 20;

    @Option(names = "--max-seconds", paramLabel = "S", description = "longest time of a request; default: 60")
    private long maxSeconds = Limits.DEFAULT.time().toSeconds();

    @Option(
            names = "--max-waiting",
            paramLabel = "R",
            description = "most requests that wait for their turn; further ones are refused; default: 1024")
    private int maxWaiting = Limits.DEFAULT.waiting();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        Optional<String> token = token();
        try (Interruption interruption = new Interruption();
                NetworkServer server = NetworkServer.start(networks(), guard(token), port, limits(), line -> {
                    err.println(line);
                    err.flush();
                })) {
            print(server, token);
            interruption.await();
        }
        return 0;
    }

    private List<ServedNetwork> networks() throws IOException {
        List<ServedNetwork> networks = new ArrayList<>();
        for (Path file : files) {
            if (!Files.isRegularFile(file)) throw new DataFileException(file, "no such file");
            networks.add(ServedNetwork.read(file));
        }
        return networks;
    }

    private Guard guard(Optional<String> token) {
        try {
            return new Guard(host, token);
        } catch (IllegalArgumentException e) {
            throw wrong("--host: " + e.getMessage());
        }
    }

    private Optional<String> token() throws IOException {
        if (tokenFile.isPresent())
            return Optional.of(Files.readString(tokenFile.get()).strip());
        Optional<String> set =
                Optional.ofNullable(System.getenv(TOKEN_VARIABLE)).filter(t -> !t.isBlank());
        return set.isPresent() || isLoopback() ? set : Optional.of(Guard.newToken());
    }

    private boolean isLoopback() {
        try {
            return Guard.isLoopback(host);
        } catch (IllegalArgumentException e) {
            throw wrong("--host: " + e.getMessage());
        }
    }

    private Limits limits() {
        try {
            return Limits.DEFAULT
                    .withDraws(maxDraws)
                    .withRows(maxRows)
                    .withBodyBytes(Math.multiplyExact(maxMegabytes, 1 << 20))
                    .withTime(Duration.ofSeconds(maxSeconds))
                    .withConcurrency(Limits.DEFAULT.working(), maxWaiting);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw wrong("limits: " + e.getMessage());
        }
    }

    private void print(NetworkServer server, Optional<String> token) {
        PrintWriter out = spec.commandLine().getOut();
        for (Path file : files)
            out.println("Serving " + file + " at " + server.address() + "/networks/" + ServedNetwork.name(file));
        boolean made = tokenFile.isEmpty() && System.getenv(TOKEN_VARIABLE) == null;
        token.filter(t -> made).ifPresent(t -> out.println("Token:  " + t));
        if (!isLoopback())
            out.println("Note:   the connection is not encrypted; put a server with TLS in front of it.");
        out.println("Stop with Ctrl-C.");
        out.flush();
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
