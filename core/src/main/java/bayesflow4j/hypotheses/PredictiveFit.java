package bayesflow4j.hypotheses;

import bayesflow4j.diagnostics.DataStatistics;
import bayesflow4j.diagnostics.Resimulation;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.random.Seed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * x̃ ~ p(x̃ | x, M): data that a model predicts after it has seen the data set x, and how often its predictions are as far from
 * the others as x is, by simple statistics.
 *
 * @param model its name
 * @param predictions data sets of the size of x
 * @param pValue the posterior predictive p-value; a model that fits has one that is not small
 */
public record PredictiveFit(String model, List<Observations> predictions, double pValue) {
    private static final int PREDICTIONS = 200;

    /** Copies the predictions. */
    public PredictiveFit {
        predictions = List.copyOf(predictions);
    }

    /**
     * The predictions of a model.
     *
     * @param network that infers the parameters of the model; none for a model without parameters
     */
    public static PredictiveFit of(GenerativeModel model, Optional<Estimator> network, Observations x, Seed seed) {
        Resimulation again = Resimulation.of(model, seed);
        List<Observations> predictions = network.map(estimator ->
                        again.predictions(x, estimator.given(x).sample(PREDICTIONS, seed.child("draws")), PREDICTIONS))
                .orElseGet(() -> again.predictions(x, Collections.nCopies(PREDICTIONS, new double[0])));
        return new PredictiveFit(model.name(), predictions, pValue(predictions, x, model.kind()));
    }

    /** The predictions of all models together, each in proportion to its probability. */
    public static PredictiveFit averaged(
            List<PredictiveFit> fits, double[] probabilities, Observations x, DataKind kind, Seed seed) {
        RandomGenerator rng = seed.child("average").stream(0);
        List<Observations> mixed = new ArrayList<>();
        for (int i = 0; i < PREDICTIONS; i++) {
            double u = rng.nextDouble();
            int j = 0;
            while (j < probabilities.length - 1 && (u -= probabilities[j]) >= 0) j++;
            List<Observations> own = fits.get(j).predictions();
            mixed.add(own.get(i % own.size()));
        }
        return new PredictiveFit("average of the models", mixed, pValue(mixed, x, kind));
    }

    /**
     * Distances are from the mean of all, the observed data set among them, in standard deviations of each statistic. Complete
     * predictions are compared with x where x has values.
     */
    private static double pValue(List<Observations> predictions, Observations x, DataKind kind) {
        boolean complete = predictions.stream().allMatch(p -> p.missing() == 0);
        List<Observations> all = new ArrayList<>(
                complete ? predictions.stream().map(p -> p.withGapsOf(x)).toList() : predictions);
        all.add(x);
        double[] distances = new double[all.size()];
        for (double[] column : DataStatistics.of(all, kind).columns()) {
            double mean = 0;
            double squares = 0;
            for (double value : column) mean += value / column.length;
            for (double value : column) squares += (value - mean) * (value - mean) / column.length;
            if (!(squares > 0)) continue;
            for (int k = 0; k < distances.length; k++) distances[k] += Math.pow(column[k] - mean, 2) / squares;
        }
        int asFar = 0;
        for (double distance : distances) if (distance >= distances[distances.length - 1]) asFar++;
        return (double) asFar / distances.length;
    }
}
