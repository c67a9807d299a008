package bayesflow4j.benchmarks.evidence;

import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.hypotheses.ModelComparison;
import bayesflow4j.hypotheses.ModelProbabilities;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.model.Observations;
import bayesflow4j.random.Seed;
import java.util.ArrayList;
import java.util.List;

/**
 * Estimated against exact Bayes factors of two nested models, both as logarithms to base 10, of data sets that are drawn from both
 * models equally often.
 *
 * @param exact log₁₀ of the exact Bayes factors of the larger model [K]
 * @param estimated the same by the comparison, with standard errors [K]
 */
public record EvidenceAccuracy(List<Double> exact, List<Estimate> estimated) {
    /** Beyond this, the evidence is overwhelming, and its size hardly matters. */
    public static final double DECISIVE = 3;

    /** Copies the lists. */
    public EvidenceAccuracy {
        exact = List.copyOf(exact);
        estimated = List.copyOf(estimated);
    }

    /** Asks a comparison about new data sets. */
    public static EvidenceAccuracy of(NestedModels models, ModelComparison comparison, int dataSets, Seed seed) {
        List<Observations> sets = SimulationTable.of(
                        models.hypotheses().mixture().batches(seed, dataSets, 1))
                .x();
        List<Double> exact = new ArrayList<>();
        List<Estimate> estimated = new ArrayList<>();
        for (ModelProbabilities p : comparison.given(sets)) estimated.add(p.log10BayesFactor(1, 0));
        for (Observations x : sets) exact.add(models.logBayesFactor(x) / Math.log(10));
        return new EvidenceAccuracy(exact, estimated);
    }

    /** These data sets whose exact |log₁₀ BF| is in [from, to). */
    public EvidenceAccuracy between(double from, double to) {
        List<Double> some = new ArrayList<>();
        List<Estimate> their = new ArrayList<>();
        for (int k = 0; k < exact.size(); k++) {
            double size = Math.abs(exact.get(k));
            if (size < from || size >= to) continue;
            some.add(exact.get(k));
            their.add(estimated.get(k));
        }
        return new EvidenceAccuracy(some, their);
    }

    /** The mean of |log₁₀ BF − exact| and its standard error. */
    public Estimate meanAbsoluteError() {
        double[] errors = new double[exact.size()];
        for (int k = 0; k < errors.length; k++)
            errors[k] = Math.abs(estimated.get(k).mean() - exact.get(k));
        return Estimate.ofMean(errors);
    }

    /** The fraction of data sets whose exact value is within two standard errors. */
    public double withinTwoErrors() {
        int within = 0;
        for (int k = 0; k < exact.size(); k++)
            if (Math.abs(estimated.get(k).mean() - exact.get(k))
                    <= 2 * estimated.get(k).se()) within++;
        return (double) within / exact.size();
    }

    /** The root mean square of the standard errors over that of the errors: 1 where standard errors are as large as errors. */
    public double relativeStandardError() {
        double reported = 0;
        double found = 0;
        for (int k = 0; k < exact.size(); k++) {
            reported += Math.pow(estimated.get(k).se(), 2);
            found += Math.pow(estimated.get(k).mean() - exact.get(k), 2);
        }
        return Math.sqrt(reported / found);
    }

    /** The mean of |p − exact p| with equal prior probabilities, and its standard error. */
    public Estimate meanAbsoluteErrorOfProbability() {
        double[] errors = new double[exact.size()];
        for (int k = 0; k < errors.length; k++)
            errors[k] = Math.abs(probability(estimated.get(k).mean()) - probability(exact.get(k)));
        return Estimate.ofMean(errors);
    }

    /** Of a model whose log₁₀ Bayes factor against the other is this. */
    private static double probability(double log10) {
        return 1 / (1 + Math.pow(10, -log10));
    }

    /**
     * What is learned where one of two models has almost no probability.
     *
     * @param dataSets how many there are
     * @param exact the median of its exact probability
     * @param learned the median of its learned probability
     * @param most the learned probability that 95 % are below
     */
    public record Improbable(int dataSets, double exact, double learned, double most) {}

    /** The data sets where the exact probability of a model is below a small one. */
    public Improbable below(double probability) {
        List<Double> known = new ArrayList<>();
        List<Double> learned = new ArrayList<>();
        for (int k = 0; k < exact.size(); k++) {
            double size = -Math.abs(exact.get(k));
            if (probability(size) >= probability) continue;
            known.add(probability(size));
            learned.add(
                    probability(-Math.signum(exact.get(k)) * estimated.get(k).mean()));
        }
        return new Improbable(learned.size(), quantile(known, 0.5), quantile(learned, 0.5), quantile(learned, 0.95));
    }

    private static double quantile(List<Double> values, double share) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.isEmpty() ? Double.NaN : sorted.get((int) (share * (sorted.size() - 1)));
    }
}
