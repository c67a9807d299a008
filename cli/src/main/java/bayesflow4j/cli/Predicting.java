package bayesflow4j.cli;

import bayesflow4j.check.PriorComparison;
import bayesflow4j.data.DataFileException;
import bayesflow4j.hypotheses.Hypotheses;
import bayesflow4j.hypotheses.ModelComparison;
import bayesflow4j.hypotheses.ModelInference;
import bayesflow4j.hypotheses.PredictiveFit;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.random.Seed;
import bayesflow4j.report.ComparisonReport;
import bayesflow4j.report.Report;
import bayesflow4j.storage.EstimatorFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the models of a comparison predict for the first data sets, by networks of their parameters. */
record Predicting(
        NetworkArgument comparison,
        NetworkArgument.ModelOption model,
        ComparisonArgument compared,
        List<Path> networks) {
    private static final int DATA_SETS = 3;

    /** The report on an inference, with predictions if there are networks. */
    Report report(ModelInference inference, ModelComparison trained, Seed seed) throws IOException {
        if (networks.isEmpty()) return ComparisonReport.of(inference);
        try (OpenModels opened = model.find(trained)
                .orElseThrow(() ->
                        new IllegalStateException("the models are not built in; name their files with --model"))) {
            Hypotheses hypotheses = compared.hypotheses(opened, trained);
            comparison.requirePriors(hypotheses.models());
            List<Optional<Estimator>> estimators = estimators(hypotheses);
            List<List<PredictiveFit>> fits = new ArrayList<>();
            for (int k = 0; k < Math.min(DATA_SETS, inference.probabilities().size()); k++) {
                Observations x = inference.data().sets().get(k);
                List<PredictiveFit> own = new ArrayList<>();
                for (int j = 0; j < hypotheses.size(); j++)
                    own.add(PredictiveFit.of(
                            hypotheses.models().get(j),
                            estimators.get(j),
                            x,
                            seed.child(k).child(j)));
                own.add(PredictiveFit.averaged(
                        List.copyOf(own),
                        inference.probabilities().get(k).probabilities(),
                        x,
                        trained.schema().kind(),
                        seed.child(k)));
                fits.add(own);
            }
            return ComparisonReport.of(inference, hypotheses.models(), fits);
        }
    }

    /** The network of each model, none for models without parameters. */
    private List<Optional<Estimator>> estimators(Hypotheses hypotheses) throws IOException {
        List<Estimator> read = new ArrayList<>();
        for (Path file : networks) {
            Estimator network = EstimatorFile.read(file);
            String name = network.provenance().model();
            if (!hypotheses.names().contains(name))
                throw new DataFileException(
                        file,
                        "expected a network of one of the models " + String.join(", ", hypotheses.names())
                                + ", got one of " + name);
            requirePrior(file, hypotheses.models().get(hypotheses.names().indexOf(name)));
            read.add(network);
        }
        List<Optional<Estimator>> estimators = new ArrayList<>();
        for (GenerativeModel model : hypotheses.models()) {
            Optional<Estimator> own = read.stream()
                    .filter(network -> network.provenance().model().equals(model.name()))
                    .findFirst();
            if (own.isEmpty() && model.prior().dimension() > 0)
                throw new IllegalStateException(
                        "--networks: expected a network of every model, got none of " + model.name());
            own.ifPresent(network -> requireParameters(network, model));
            estimators.add(own);
        }
        return estimators;
    }

    /** Refuses a network of another prior: its predictions would be those of a model that was not compared. */
    private static void requirePrior(Path file, GenerativeModel model) throws IOException {
        Optional<String> difference =
                EstimatorFile.prior(file).flatMap(own -> PriorComparison.difference(model.prior(), own));
        if (difference.isPresent())
            throw new DataFileException(
                    file,
                    "the network was trained with another prior of " + model.name() + " than the comparison: "
                            + difference.get() + ". Its predictions are of another model; train it on the model that"
                            + " was compared");
    }

    private static void requireParameters(Estimator network, GenerativeModel model) {
        if (!network.schema().parameterNames().equals(model.prior().names()))
            throw new IllegalStateException("--networks: the network of " + model.name() + " infers "
                    + network.schema().parameterNames() + ", the model has "
                    + model.prior().names());
    }
}
