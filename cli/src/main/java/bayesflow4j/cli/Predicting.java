package bayesflow4j.cli;

import bayesflow4j.check.PriorComparison;
import bayesflow4j.data.DataFileException;
import bayesflow4j.hypotheses.Hypotheses;
import bayesflow4j.hypotheses.ModelComparison;
import bayesflow4j.hypotheses.ModelInference;
import bayesflow4j.hypotheses.PredictiveFit;
import bayesflow4j.method.TrainingEvent;
import bayesflow4j.method.TrainingListener;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the models of a comparison predict for each data set, by networks of their parameters. */
record Predicting(
        NetworkArgument comparison,
        NetworkArgument.ModelOption model,
        ComparisonArgument compared,
        List<Path> networks) {
    /** Data sets whose predictions are shown; the others have p-values only. */
    private static final int SHOWN = 3;

    /** An inference with the p-values of predictions, if there are any, and its report. */
    record Told(ModelInference inference, Report report) {}

    /** @param listener hears how far the predictions are */
    Told told(ModelInference inference, ModelComparison trained, Seed seed, TrainingListener listener)
            throws IOException {
        if (networks.isEmpty()) return new Told(inference, ComparisonReport.of(inference));
        try (OpenModels opened = model.find(trained)
                .orElseThrow(() ->
                        new IllegalStateException("the models are not built in; name their files with --model"))) {
            Hypotheses hypotheses = compared.hypotheses(opened, trained);
            comparison.requirePriors(hypotheses.models());
            List<Optional<Estimator>> estimators = estimators(hypotheses);
            List<List<PredictiveFit>> shown = new ArrayList<>();
            List<Map<String, Double>> pValues = new ArrayList<>();
            int count = inference.probabilities().size();
            for (int k = 0; k < count; k++) {
                List<PredictiveFit> fits = fits(inference, k, hypotheses, estimators, seed.child(k));
                if (k < SHOWN) shown.add(fits);
                Map<String, Double> own = new LinkedHashMap<>();
                fits.forEach(fit -> own.put(fit.model(), fit.pValue()));
                pValues.add(own);
                listener.on(new TrainingEvent.Working("predictions", k + 1, count));
            }
            ModelInference whole = inference.with(pValues);
            return new Told(whole, ComparisonReport.of(whole, hypotheses.models(), shown));
        }
    }

    /** The predictions of each model and their average for data set k. */
    private static List<PredictiveFit> fits(
            ModelInference inference, int k, Hypotheses hypotheses, List<Optional<Estimator>> estimators, Seed seed) {
        Observations x = inference.data().sets().get(k);
        List<PredictiveFit> fits = new ArrayList<>();
        for (int j = 0; j < hypotheses.size(); j++)
            fits.add(PredictiveFit.of(hypotheses.models().get(j), estimators.get(j), x, seed.child(j)));
        double[] p = inference.probabilities().get(k).probabilities();
        fits.add(PredictiveFit.averaged(
                List.copyOf(fits), p, x, hypotheses.models().getFirst().kind(), seed));
        return fits;
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
