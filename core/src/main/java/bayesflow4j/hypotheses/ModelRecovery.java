package bayesflow4j.hypotheses;

import bayesflow4j.diagnostics.BinomialTails;
import bayesflow4j.diagnostics.Bootstrap;
import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.random.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * K data sets with the models that made them and the probabilities that a comparison gives these models. If the probabilities
 * are exact, the model of data set k is a draw from its probabilities.
 *
 * @param models their names [J]
 * @param truth the index of the model of each data set [K]
 * @param probabilities p(Mⱼ | xₖ) [K][J]
 */
public record ModelRecovery(List<String> models, int[] truth, double[][] probabilities) {
    /** The bins of a reliability diagram. */
    public static final int BINS = 10;

    /** Keeps the logarithm of a probability that underflowed finite. */
    private static final double LEAST = 1e-300;

    /** Refuses rows of different numbers. */
    public ModelRecovery {
        models = List.copyOf(models);
        if (truth.length != probabilities.length || truth.length < 1)
            throw new IllegalArgumentException("truth: expected one model for each data set, got " + truth.length
                    + " and " + probabilities.length);
        for (double[] row : probabilities)
            if (row.length != models.size())
                throw new IllegalArgumentException(
                        "probabilities: expected " + models.size() + " for each data set, got " + row.length);
    }

    /** K. */
    public int dataSets() {
        return truth.length;
    }

    /** The data sets with these indices, which may repeat. */
    ModelRecovery at(int[] indices) {
        return new ModelRecovery(
                models,
                Arrays.stream(indices).map(k -> truth[k]).toArray(),
                Arrays.stream(indices).mapToObj(k -> probabilities[k]).toArray(double[][]::new));
    }

    static int bin(double probability) {
        return Math.min(BINS - 1, (int) (BINS * probability));
    }

    /** −log p(true model | x), averaged: 0 is perfect. */
    public double logLoss() {
        double sum = 0;
        for (int k = 0; k < truth.length; k++) sum -= Math.log(Math.max(LEAST, probabilities[k][truth[k]]));
        return sum / truth.length;
    }

    /** Σⱼ (p(Mⱼ | x) − 1[Mⱼ is true])², averaged: 0 is perfect. */
    public double brier() {
        double sum = 0;
        for (int k = 0; k < truth.length; k++)
            for (int j = 0; j < models.size(); j++) sum += Math.pow(probabilities[k][j] - (truth[k] == j ? 1 : 0), 2);
        return sum / truth.length;
    }

    /** The fraction of data sets whose most probable model is the true one. */
    public double accuracy() {
        int right = 0;
        for (int k = 0; k < truth.length; k++) if (IndicatorPrior.index(probabilities[k]) == truth[k]) right++;
        return (double) right / truth.length;
    }

    /** |frequency − probability| over the bins of all reliability diagrams, weighted by their data sets. */
    public double calibrationError() {
        double sum = 0;
        for (int j = 0; j < models.size(); j++)
            for (Bin bin : reliability(j)) sum += bin.count() * Math.abs(bin.frequency() - bin.probability());
        return sum / truth.length / models.size();
    }

    /** How often model j was the truth and model i was most probable [J][J], truth first. */
    public int[][] confusion() {
        int[][] counts = new int[models.size()][models.size()];
        for (int k = 0; k < truth.length; k++) counts[truth[k]][IndicatorPrior.index(probabilities[k])]++;
        return counts;
    }

    /** The confusion matrix with bootstrap standard errors of its counts [J][J]. */
    public Estimate[][] confusion(Seed seed) {
        int size = models.size();
        int[][] counts = confusion();
        Estimate[] errors = Bootstrap.of(seed.child("confusion"))
                .of(
                        dataSets(),
                        indices -> Arrays.stream(at(indices).confusion())
                                .flatMapToInt(Arrays::stream)
                                .asDoubleStream()
                                .toArray());
        Estimate[][] all = new Estimate[size][size];
        for (int j = 0; j < size; j++)
            for (int i = 0; i < size; i++) all[j][i] = new Estimate(counts[j][i], errors[j * size + i].se());
        return all;
    }

    /**
     * Data sets that give a model about the same probability.
     *
     * @param probability the mean of their probabilities
     * @param count how many they are
     * @param trues how many of them the model made
     */
    public record Bin(double probability, int count, int trues) {
        /** The fraction that the model made. */
        public double frequency() {
            return (double) trues / count;
        }

        /** Frequencies [low, high] that exact probabilities leave with at most this probability. */
        public double[] band(double errorRate) {
            double p = Math.clamp(probability, 1e-12, 1 - 1e-12);
            int[] limits = new BinomialTails(count, p).central(errorRate);
            return new double[] {(double) limits[0] / count, (double) limits[1] / count};
        }
    }

    /** The reliability diagram of model j: ten bins of equal width, without empty ones. */
    public List<Bin> reliability(int j) {
        int[] counts = new int[BINS];
        int[] trues = new int[BINS];
        double[] sums = new double[BINS];
        for (int k = 0; k < truth.length; k++) {
            int b = bin(probabilities[k][j]);
            counts[b]++;
            sums[b] += probabilities[k][j];
            if (truth[k] == j) trues[b]++;
        }
        List<Bin> bins = new ArrayList<>();
        for (int b = 0; b < BINS; b++) if (counts[b] > 0) bins.add(new Bin(sums[b] / counts[b], counts[b], trues[b]));
        return bins;
    }

    /** Calibration error, Brier score, log loss and accuracy with bootstrap standard errors, by name. */
    public Map<String, Estimate> metrics(Seed seed) {
        Estimate[] estimates =
                Bootstrap.of(seed).of(dataSets(), indices -> at(indices).numbers());
        double[] own = numbers();
        Map<String, Estimate> metrics = new LinkedHashMap<>();
        List<String> names = List.of("calibrationError", "brier", "logLoss", "accuracy");
        for (int i = 0; i < own.length; i++) metrics.put(names.get(i), new Estimate(own[i], estimates[i].se()));
        return metrics;
    }

    private double[] numbers() {
        return new double[] {calibrationError(), brier(), logLoss(), accuracy()};
    }
}
