package bayesflow4j.cli;

import bayesflow4j.check.CheckRecord;
import bayesflow4j.check.PriorComparison;
import bayesflow4j.check.Standing;
import bayesflow4j.data.DataFileException;
import bayesflow4j.external.ModelFile;
import bayesflow4j.external.OpenModel;
import bayesflow4j.hypotheses.ModelComparison;
import bayesflow4j.model.Column;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Prior;
import bayesflow4j.posterior.Derived;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.storage.DerivedJson;
import bayesflow4j.storage.EstimatorFile;
import bayesflow4j.storage.PriorsJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The NETWORK argument of a command, or any other estimator in a file, and its model. */
final class NetworkArgument {
    @Parameters(
            index = "0",
            paramLabel = "NETWORK",
            description = "a trained network or comparison, as written by bayesflow train or compare")
    private Path file;

    /** The model of a network, for commands that simulate from it. */
    static final class ModelOption {
        @Option(
                names = "--model",
                paramLabel = "MODEL",
                description = {
                    "the model to simulate from: a name or a file model.yaml; default: the network's own;",
                    "for a comparison, once for each of its models"
                })
        private List<String> model = new ArrayList<>();

        @Option(
                names = "--workers",
                paramLabel = "W",
                description = "number of processes for an external simulator; default: one per core")
        private int workers = Runtime.getRuntime().availableProcessors();

        @Spec(Spec.Target.MIXEE)
        private CommandSpec spec;

        /**
         * The model given by the option, otherwise the network's own; none if the network's model is not built in and
         * no file is given.
         */
        Optional<OpenModel> find(Estimator estimator) {
            if (model.size() > 1)
                throw new ParameterException(
                        spec.commandLine(), "--model: expected one for a network, got " + String.join(", ", model));
            if (!model.isEmpty()) return Optional.of(open(model.getFirst(), estimator));
            return estimator.provenance().ready()
                    ? Optional.of(open(estimator.provenance().model(), estimator))
                    : Optional.empty();
        }

        /** The model that {@link #find} opens, as it is called. */
        String name(Estimator estimator) {
            return model.isEmpty() ? estimator.provenance().model() : model.getFirst();
        }

        /** The models of a comparison: those of the options, otherwise its own if they are built in. */
        Optional<OpenModels> find(ModelComparison comparison) {
            if (!model.isEmpty()) return Optional.of(OpenModels.of(model, workers));
            return comparison.provenance().ready()
                    ? Optional.of(OpenModels.of(comparison.models(), workers))
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

    /** The prior that the network was trained with, if its file tells. */
    Optional<Prior> prior() throws IOException {
        return EstimatorFile.prior(file);
    }

    /** Quantities that are reported with the parameters: those of the model's file, otherwise those of training. */
    Derived derived(Estimator estimator, Optional<OpenModel> model) throws IOException {
        Optional<ModelFile> from = model.flatMap(OpenModel::file);
        return from.isPresent()
                ? from.get().derived()
                : DerivedJson.in(file, estimator.schema().parameterNames());
    }

    /** How the network was trained and checked. */
    Standing standing(Estimator estimator) throws IOException {
        return Standing.of(estimator, CheckRecord.in(file));
    }

    /** How a model's prior differs from the one that the network was trained with. */
    Optional<String> difference(Prior ofModel) throws IOException {
        return prior().flatMap(trained -> PriorComparison.difference(trained, ofModel));
    }

    /** Refuses a model with another prior: its data would blame a network that is right. */
    void requirePrior(Prior ofModel) throws IOException {
        Optional<String> difference = difference(ofModel);
        if (difference.isPresent())
            throw new IllegalStateException("the model has another prior than the network was trained with: "
                    + difference.get() + ". Posteriors are right under their own prior only, so a check under another"
                    + " says nothing about the network; name the model it was trained on, or train again");
    }

    /** Refuses models of a comparison with other priors than those of training. */
    void requirePriors(List<GenerativeModel> models) throws IOException {
        for (GenerativeModel model : models) {
            Optional<String> difference = PriorsJson.in(file, model.name())
                    .flatMap(trained -> PriorComparison.difference(trained, model.prior()));
            if (difference.isPresent())
                throw new IllegalStateException("the model " + model.name()
                        + " has another prior than the comparison was trained with: " + difference.get()
                        + ". Bayes factors are right under their own priors only; name the models it was trained on, or"
                        + " compare again");
        }
    }

    Estimator read() throws IOException {
        if (!Files.isRegularFile(file))
            throw new DataFileException(file, "no such file; train a network with: bayesflow train MODEL -o " + file);
        return EstimatorFile.read(file);
    }
}
