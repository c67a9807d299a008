package bayesflow4j.diagnostics;

import bayesflow4j.posterior.Derived;
import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * (θₖ, draws from p(θ | xₖ)) for K data sets xₖ simulated at θₖ, the input of every diagnostic. If the θₖ are prior draws
 * and the posteriors exact, truth and draws are exchangeable.
 */
public final class Recovery {
    /** Where a truth lies among draws that equal it is a matter of chance, and of nothing else. */
    private static final Seed TIES = new Seed(1).child("ties");

    private final List<String> parameters;
    private final List<Draws> draws;
    private final Marginal[][] marginals;

    private Recovery(List<String> parameters, List<Draws> draws, Marginal[][] marginals) {
        this.parameters = parameters;
        this.draws = draws;
        this.marginals = marginals;
    }

    /** The recovery of {@code truth} [K][D] by draws [K] of L × D each. */
    public static Recovery of(List<String> parameters, double[][] truth, List<Draws> draws) {
        List<String> names = List.copyOf(parameters);
        List<Draws> all = List.copyOf(draws);
        if (truth.length == 0) throw new IllegalArgumentException("truth: expected at least one data set, got none");
        if (all.size() != truth.length)
            throw new IllegalArgumentException(
                    "draws: expected " + truth.length + " data sets, one per true value, got " + all.size());
        for (int k = 0; k < truth.length; k++)
            require(names, truth[k], all.get(k), all.getFirst().count(), k);
        Marginal[][] marginals = new Marginal[truth.length][names.size()];
        IntStream.range(0, truth.length).parallel().forEach(k -> {
            RandomGenerator ties = TIES.stream(k);
            for (int j = 0; j < names.size(); j++)
                marginals[k][j] = Marginal.of(truth[k][j], all.get(k), j, ties.nextDouble());
        });
        return new Recovery(names, all, marginals);
    }

    private static void require(List<String> names, double[] truth, Draws draws, int count, int k) {
        if (truth.length != names.size())
            throw new IllegalArgumentException(
                    "truth[" + k + "]: expected " + names.size() + " numbers, one per parameter, got " + truth.length);
        for (int j = 0; j < truth.length; j++)
            if (!Double.isFinite(truth[j]))
                throw new IllegalArgumentException(
                        "truth[" + k + "] of " + names.get(j) + ": expected a finite number, got " + truth[j]);
        if (!draws.parameters().equals(names))
            throw new IllegalArgumentException(
                    "draws[" + k + "]: expected the parameters " + names + ", got " + draws.parameters());
        if (draws.count() != count)
            throw new IllegalArgumentException(
                    "draws[" + k + "]: expected " + count + " draws as in the first data set, got " + draws.count());
    }

    /** The recovery of the parameters and of quantities that are derived from them. */
    public Recovery with(Derived derived) {
        if (derived.isEmpty()) return this;
        List<String> names = new ArrayList<>(parameters);
        names.addAll(derived.names());
        double[][] truth = new double[dataSets()][];
        for (int k = 0; k < truth.length; k++)
            truth[k] = derived.appended(
                    Arrays.stream(marginals[k]).mapToDouble(Marginal::truth).toArray());
        return of(names, truth, draws.stream().map(derived::appended).toList());
    }

    /** The same recovery of log θ for the parameters that are chosen [D], which must be positive. */
    public Recovery withLogarithms(boolean[] chosen) {
        double[][] truth = new double[dataSets()][];
        List<Draws> logarithms = new ArrayList<>(dataSets());
        for (int k = 0; k < truth.length; k++) {
            double[] own =
                    Arrays.stream(marginals[k]).mapToDouble(Marginal::truth).toArray();
            truth[k] = logarithms(own, chosen);
            double[][] rows = draws.get(k).rows();
            for (int l = 0; l < rows.length; l++) rows[l] = logarithms(rows[l], chosen);
            logarithms.add(Draws.of(parameters, rows));
        }
        return of(parameters, truth, logarithms);
    }

    /** θ [D] with the logarithms of those that are chosen; of a quantity that is positive but for rounding, a finite one. */
    static double[] logarithms(double[] theta, boolean[] chosen) {
        double[] row = theta.clone();
        for (int j = 0; j < row.length; j++)
            if (chosen[j]) row[j] = StrictMath.log(Math.max(row[j], Double.MIN_NORMAL));
        return row;
    }

    /** The recovery of the data sets with these indices, which may repeat as in a bootstrap sample. */
    public Recovery at(int[] indices) {
        List<Draws> chosen = new ArrayList<>(indices.length);
        Marginal[][] rows = new Marginal[indices.length][];
        for (int i = 0; i < indices.length; i++) {
            chosen.add(draws.get(indices[i]));
            rows[i] = marginals[indices[i]];
        }
        return new Recovery(parameters, chosen, rows);
    }

    /** Names of the D parameters. */
    public List<String> parameters() {
        return parameters;
    }

    /** K. */
    public int dataSets() {
        return marginals.length;
    }

    /** L. */
    public int drawsPerDataSet() {
        return draws.getFirst().count();
    }

    /** The draws of data set {@code k}. */
    public Draws draws(int k) {
        return draws.get(k);
    }

    /** True values of parameter {@code j} [K]. */
    public double[] truth(int j) {
        return Arrays.stream(marginals).mapToDouble(row -> row[j].truth()).toArray();
    }

    /** Posterior means of parameter {@code j} [K]. */
    public double[] means(int j) {
        return Arrays.stream(marginals).mapToDouble(row -> row[j].mean()).toArray();
    }

    /** Posterior standard deviations of parameter {@code j} [K]. */
    public double[] sds(int j) {
        return Arrays.stream(marginals)
                .mapToDouble(row -> Math.sqrt(row[j].variance()))
                .toArray();
    }

    /**
     * Levels of the smallest central intervals that contain the truth [K]; above 1 where it is outside the range of the
     * draws.
     */
    public double[] levels(int j) {
        return Arrays.stream(marginals).mapToDouble(row -> row[j].level()).toArray();
    }

    /** Ranks of the truth among the draws, for parameter {@code j}. */
    public Ranks ranks(int j) {
        return new Ranks(
                drawsPerDataSet(),
                Arrays.stream(marginals).mapToInt(row -> row[j].below()).toArray(),
                Arrays.stream(marginals).mapToInt(row -> row[j].equal()).toArray());
    }
}
