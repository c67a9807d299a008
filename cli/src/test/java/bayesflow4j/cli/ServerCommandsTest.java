package bayesflow4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.catalog.Models;
import bayesflow4j.storage.EstimatorFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code serve} and {@code studio}: what they print, that they end when they are asked to, and what they refuse. */
class ServerCommandsTest extends CommandTest {
    /** The command in a process of its own, since it ends by a signal only. */
    private static Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules",
                "jdk.incubator.vector",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static String address(BufferedReader printed) throws IOException {
        String line = printed.readLine();
        while (line != null && !line.contains("http://")) line = printed.readLine();
        return line.substring(line.indexOf("http://"));
    }

    private static int status(String address) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                            HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        }
    }

    private void writeNetwork() {
        EstimatorFile.write(Models.exactPosterior("mvn").orElseThrow(), path("exact.safetensors"));
    }

    @Test
    void serveAnswersAtTheAddressThatItPrintsUntilItIsStopped() throws Exception {
        writeNetwork();
        Process process = start("serve", path("exact.safetensors").toString(), "--port", "0");
        String address = address(process.inputReader());
        assertTrue(address.endsWith("/networks/exact"), address);
        assertEquals(200, status(address));
        process.destroy();
        process.waitFor();
    }

    @Test
    void studioPrintsAnAddressThatLetsItsBrowserIn() throws Exception {
        Process process = start("studio", directory.toString(), "--no-browser");
        String address = address(process.inputReader());
        assertEquals(302, status(address));
        assertEquals(401, status(address.replaceFirst("/welcome.*", "/api/studio")));
        process.destroy();
        process.waitFor();
    }

    @Test
    void whatCannotBeServedIsSaid() throws IOException {
        writeNetwork();
        Files.writeString(path("model.yaml"), "name: x\n");
        assertRefused("no such file", "serve", "@other.safetensors");
        assertRefused("exact twice", "serve", "@exact.safetensors", "@exact.safetensors");
        assertWrong("--host", "serve", "@exact.safetensors", "--host", "no such host");
        assertWrong("limits", "serve", "@exact.safetensors", "--max-draws", "0");
        assertWrong("expected a directory", "studio", "@exact.safetensors");
        assertWrong("expected a file in", "studio", "@.", "/etc/hosts");
        assertWrong("no such file", "studio", "@.", "@other.yaml");
    }
}
