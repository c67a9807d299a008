package bayesflow4j.cli;

import bayesflow4j.data.DataFileException;
import bayesflow4j.external.OpenModel;
import bayesflow4j.model.Column;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.storage.EstimatorFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The NETWORK argument of a command, or any other estimator in a file, and its model. */
final class NetworkArgument {
    @Parameters(index = "0", paramLabel = "NETWORK", description = "a trained network, as written by bayesflow train")
    private Path file;

    /** The model of a network, for commands that simulate from it. */
    static final class ModelOption {
        @Option(
                names = "--model",
                paramLabel = "MODEL",
                description = "the model to simulate from: a name or a file model.yaml; default: the network's own")
        private Optional<String> model = Optional.empty();

        @Option(
                names = "--workers",
                paramLabel = "W",
                description = "number of processes for an external simulator; default: one per core")
        private int workers = Runtime.getRuntime().availableProcessors();

        /**
         * The model given by the option, otherwise the network's own; none if the network's model is not built in and
         * no file is given.
         */
        Optional<OpenModel> find(Estimator estimator) {
            if (model.isPresent()) return Optional.of(open(model.get(), estimator));
            return estimator.provenance().ready()
                    ? Optional.of(open(estimator.provenance().model(), estimator))
                    : Optional.empty();
        }

        private OpenModel open(String name, Estimator estimator) {
            OpenModel opened = OpenModel.of(name, workers);
            try {
                requireSame(
                        "parameters",
                        opened.model().prior().names(),
                        estimator.schema().parameterNames());
                requireSame(
                        "columns",
                        opened.model().columns().stream().map(Column::name).toList(),
                        estimator.schema().columnNames());
                return opened;
            } catch (IllegalStateException e) {
                opened.close();
                throw e;
            }
        }

        private static void requireSame(String what, Object ofModel, Object ofNetwork) {
            if (!ofModel.equals(ofNetwork))
                throw new IllegalStateException("the model has the " + what + " " + ofModel
                        + ", the network was trained on " + ofNetwork + "; name the right model with --model");
        }
    }

    Path path() {
        return file;
    }

    Estimator read() throws IOException {
        if (!Files.isRegularFile(file))
            throw new DataFileException(file, "no such file; train a network with: bayesflow train MODEL -o " + file);
        return EstimatorFile.read(file);
    }
}
