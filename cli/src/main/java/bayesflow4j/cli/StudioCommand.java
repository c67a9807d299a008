package bayesflow4j.cli;

import bayesflow4j.server.studio.StudioServer;
import java.awt.Desktop;
import java.awt.GraphicsEnvironment;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./bayesflow studio [DIR]}: the whole workflow in a browser. */
@Command(
        name = "studio",
        description = {
            "Opens a page to explore models, train and check networks, and infer (see docs/studio.md).",
            "It shows the networks, model files and data of a directory, and writes new networks to it.",
            "The simulator of a model file runs only if the file is named here. Only this machine can connect."
        },
        footer = {"", "Examples:", "  bayesflow studio", "  bayesflow studio analysis analysis/model.yaml"},
        mixinStandardHelpOptions = true)
final class StudioCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            arity = "0..1",
            defaultValue = ".",
            paramLabel = "DIR",
            description = "directory of networks, model files and data; default: the current one")
    private Path directory;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "MODEL",
            description = "model files of DIR whose simulators may run")
    private List<Path> modelFiles = List.of();

    @Option(
            names = "--port",
            defaultValue = "0",
            paramLabel = "P",
            description = "port to listen on; default: any that is free")
    private int port;

    @Option(names = "--no-browser", description = "print the address only")
    private boolean noBrowser;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        if (!Files.isDirectory(directory))
            throw new ParameterException(spec.commandLine(), "DIR: expected a directory, got " + directory);
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        try (Interruption interruption = new Interruption();
                StudioServer studio = StudioServer.start(directory, allowed(), port, line -> {
                    err.println(line);
                    err.flush();
                })) {
            out.println("Studio: " + studio.address());
            out.println("Stop with Ctrl-C; trainings are saved and can be resumed.");
            out.flush();
            if (!noBrowser) open(studio.address());
            interruption.await();
        }
        return 0;
    }

    private Set<Path> allowed() {
        Set<Path> allowed = new LinkedHashSet<>();
        for (Path file : modelFiles) {
            if (!Files.isRegularFile(file))
                throw new ParameterException(spec.commandLine(), "MODEL: no such file: " + file);
            if (!file.toAbsolutePath()
                    .normalize()
                    .startsWith(directory.toAbsolutePath().normalize()))
                throw new ParameterException(
                        spec.commandLine(), "MODEL: expected a file in " + directory + ", got " + file);
            allowed.add(file);
        }
        return allowed;
    }

    /** Opens the browser where there is one; without, the printed address has to do. */
    private static void open(URI address) {
        if (GraphicsEnvironment.isHeadless() || !Desktop.isDesktopSupported()) return;
        try {
            if (Desktop.getDesktop().isSupported(Desktop.Action.BROWSE))
                Desktop.getDesktop().browse(address);
        } catch (IOException | UnsupportedOperationException e) {
            // The address was printed.
        }
    }
}
