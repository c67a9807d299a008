package bayesflow4j.cli;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.amortized.NetworkFile;
import bayesflow4j.catalog.Models;
import bayesflow4j.data.DataFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The NETWORK of a command, and the model that it was trained on. */
final class NetworkArgument {
    @Parameters(index = "0", paramLabel = "NETWORK", description = "a trained network, as bayesflow train writes it")
    private Path file;

    /** The model of a network, where a command simulates from it. */
    static final class ModelOption {
        @Option(
                names = "--model",
                paramLabel = "MODEL",
                description = "the model to simulate from: a name or a file model.yaml; default: the network's own")
        private Optional<String> model = Optional.empty();

        @Option(
                names = "--workers",
                paramLabel = "W",
                description = "processes of a simulator of your own; default: one per processor")
        private int workers = Runtime.getRuntime().availableProcessors();

        /** The model that was named, or else that of the network; none if its file is needed and was not named. */
        Optional<ModelArgument.Opened> find(AmortizedPosterior posterior) {
            if (model.isPresent()) return Optional.of(open(model.get(), posterior));
            String name = posterior.provenance().model();
            return isReady(name) ? Optional.of(open(name, posterior)) : Optional.empty();
        }

        private ModelArgument.Opened open(String name, AmortizedPosterior posterior) {
            ModelArgument.Opened opened = ModelArgument.resolve(name, workers);
            try {
                requireSame("parameters", names(opened), posterior.parameterNames());
                requireSame(
                        "columns",
                        opened.model().columns().stream().map(c -> c.name()).toList(),
                        posterior.columnNames());
                return opened;
            } catch (IllegalStateException e) {
                opened.close();
                throw e;
            }
        }

        private static List<String> names(ModelArgument.Opened opened) {
            return opened.model().prior().parameters().stream()
                    .map(p -> p.name())
                    .toList();
        }

        private static void requireSame(String what, Object ofModel, Object ofNetwork) {
            if (!ofModel.equals(ofNetwork))
                throw new IllegalStateException("the model has the " + what + " " + ofModel
                        + ", the network was trained" + " on " + ofNetwork + "; name its own model with --model");
        }
    }

    Path path() {
        return file;
    }

    AmortizedPosterior read() throws IOException {
        if (!Files.isRegularFile(file))
            throw new DataFileException(file, "no such file; train a network with: bayesflow train MODEL -o " + file);
        return NetworkFile.read(file);
    }

    /** Whether a model of this name comes with the library. */
    static boolean isReady(String name) {
        try {
            Models.named(name);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
