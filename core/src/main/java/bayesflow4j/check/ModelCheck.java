package bayesflow4j.check;

import bayesflow4j.data.CsvTable;
import bayesflow4j.diagnostics.Bootstrap;
import bayesflow4j.diagnostics.Contraction;
import bayesflow4j.diagnostics.DataStatistics;
import bayesflow4j.diagnostics.Metrics;
import bayesflow4j.diagnostics.RandomFeatures;
import bayesflow4j.diagnostics.Recovery;
import bayesflow4j.diagnostics.Sharpness;
import bayesflow4j.diagnostics.Verdict;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.model.Failures;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Derived;
import bayesflow4j.posterior.Disagreement;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.DrawsFile;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.Referenced;
import bayesflow4j.random.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * (θₖ, xₖ) from a model, and an estimator's draws from p(θ | xₖ): a test of the estimator on data of the model. Where N varies,
 * the smallest and the largest N are tested on data sets of their own as well.
 */
public final class ModelCheck {
    /** As many random features as a regression on about a thousand data sets can bear. */
    private static final int FEATURES = 300;

    /** Enough for the rank of a truth; the probe needs no more. */
    private static final int PROBE_DRAWS = 200;

    private final GenerativeModel model;
    private final Trials trials;
    private final Derived derived;
    private final Seed seed;
    private final TestData data;
    private final Contraction contraction;
    private final SortedMap<Integer, Verdict> byCount;
    private final boolean simulated;

    /** Data sets with the truths that they were made with, and what the estimator says about them. */
    private record TestData(List<Observations> observed, Recovery recovery, Optional<Disagreement> disagreement) {}

    private ModelCheck(
            GenerativeModel model,
            Trials trials,
            Derived derived,
            Seed seed,
            TestData data,
            Contraction contraction,
            SortedMap<Integer, Verdict> byCount,
            boolean simulated) {
        this.model = model;
        this.trials = trials;
        this.derived = derived;
        this.seed = seed;
        this.data = data;
        this.contraction = contraction;
        this.byCount = byCount;
        this.simulated = simulated;
    }

    /** Simulates K data sets of the model and samples L draws for each; no seed of training may be the same. */
    public static ModelCheck of(GenerativeModel model, Estimator estimator, int dataSets, int draws, Seed seed) {
        return of(model, estimator, Derived.none(), dataSets, draws, seed);
    }

    /** The same, where quantities derived from the parameters are judged like these. */
    public static ModelCheck of(
            GenerativeModel model, Estimator estimator, Derived derived, int dataSets, int draws, Seed seed) {
        return of(model, Trials.of(model, estimator), derived, dataSets, draws, seed);
    }

    /** The same, where the trials are computed elsewhere. */
    public static ModelCheck of(
            GenerativeModel model, Trials trials, Derived derived, int dataSets, int draws, Seed seed) {
        Contraction contraction = Contraction.of(model.prior(), derived, seed);
        TestData data = testData(model, trials, new Trials.Round(model.count(), dataSets, draws, seed.child("check")));
        SortedMap<Integer, Verdict> byCount = new TreeMap<>();
        if (model.count().least() < model.count().most())
            for (int n : new int[] {model.count().least(), model.count().most()}) {
                Seed own = seed.child("check at count").child(n);
                ObservationCount count = ObservationCount.exactly(n);
                TestData at = testData(model, trials, new Trials.Round(count, dataSets, draws, own));
                byCount.put(n, verdict(model, derived, at, contraction, own));
            }
        return new ModelCheck(model, trials, derived, seed, data, contraction, byCount, true);
    }

    /**
     * A check on data sets that were simulated elsewhere and not used for training, L draws for each; the model's simulator is
     * not used.
     *
     * @param estimators the one to ask about each data set
     */
    public static ModelCheck ofStored(
            GenerativeModel model,
            SimulationTable table,
            List<? extends Estimator> estimators,
            Derived derived,
            int draws,
            Seed seed) {
        if (estimators.size() != table.size())
            throw new IllegalArgumentException(
                    "estimators: expected " + table.size() + ", one for each data set, got " + estimators.size());
        Seed own = seed.child("check");
        List<Trial> all = IntStream.range(0, table.size())
                .parallel()
                .mapToObj(k -> Trial.of(
                        table.theta().get(k), table.x().get(k), Failures.NONE, estimators.get(k), draws, own, k))
                .toList();
        return new ModelCheck(
                model,
                Trials.of(model, estimators.getFirst()),
                derived,
                seed,
                testData(model, all),
                Contraction.of(model.prior(), derived, seed),
                Collections.emptySortedMap(),
                false);
    }

    private static Verdict verdict(
            GenerativeModel model, Derived derived, TestData data, Contraction contraction, Seed seed) {
        DataStatistics statistics = DataStatistics.of(data.observed(), model.kind());
        return Verdict.of(scaled(model, derived, data.recovery()), statistics, contraction, seed);
    }

    /** On the scales on which a reader sees the parameters: of a log-uniform one, the logarithm is judged. */
    private static Recovery scaled(GenerativeModel model, Derived derived, Recovery recovery) {
        boolean[] logarithmic = derived.logarithmic(model.prior());
        Recovery shown = recovery.with(derived);
        for (boolean any : logarithmic) if (any) return shown.withLogarithms(logarithmic);
        return shown;
    }

    private static TestData testData(GenerativeModel model, Trials trials, Trials.Round round) {
        List<Trial> all = trials.run(round);
        all.stream().map(Trial::failures).reduce(Failures.NONE, Failures::plus).requireMostlySuccessful();
        return testData(model, all);
    }

    private static TestData testData(GenerativeModel model, List<Trial> all) {
        double[][] truth = all.stream().map(Trial::theta).toArray(double[][]::new);
        List<Draws> draws = all.stream().map(Trial::draws).toList();
        List<Disagreement> disagreements =
                all.stream().map(Trial::disagreement).flatMap(Optional::stream).toList();
        return new TestData(
                all.stream().map(Trial::x).toList(),
                Recovery.of(model.prior().names(), truth, draws),
                disagreements.isEmpty() ? Optional.empty() : Optional.of(Disagreement.mean(disagreements)));
    }

    /** How much the members of an ensemble disagree, on average over the data sets; none for other estimators. */
    public Optional<Disagreement> disagreement() {
        return data.disagreement();
    }

    /** Whether the data sets were simulated for this check, and the model can simulate more. */
    public boolean simulated() {
        return simulated;
    }

    /** The model whose data it tests on. */
    public GenerativeModel model() {
        return model;
    }

    /** Of all chance. */
    public Seed seed() {
        return seed;
    }

    /** Truths and draws. */
    public Recovery recovery() {
        return data.recovery();
    }

    /** Truths and draws of the parameters and of the quantities derived from them. */
    public Recovery shownRecovery() {
        return data.recovery().with(derived);
    }

    /** Quantities that are judged like the parameters. */
    public Derived derived() {
        return derived;
    }

    /** Truths and draws of all of these, of the logarithm where the axis is logarithmic: what metrics and verdict are about. */
    public Recovery scaledRecovery() {
        return scaled(model, derived, data.recovery());
    }

    /** The simulated data sets [K]. */
    public List<Observations> observed() {
        return data.observed();
    }

    /** How contraction is measured: against the prior. */
    public Contraction contraction() {
        return contraction;
    }

    /** Whether to trust the estimator, in words and with the error rate of the words. */
    public Verdict verdict() {
        return verdict(model, derived, data, contraction, seed);
    }

    /** The verdicts at the smallest and the largest N; empty where N is always the same. */
    public SortedMap<Integer, Verdict> verdictByCount() {
        return Collections.unmodifiableSortedMap(byCount);
    }

    /**
     * Whether sharper posteriors are possible, by a probe that learns from more data sets of the model and is measured on
     * those of the check.
     *
     * @param estimator that was checked
     * @param count the number of data sets to learn from
     */
    public Sharpness sharpness(Estimator estimator, int count) {
        Seed own = seed.child("sharpness");
        int draws = Math.min(PROBE_DRAWS, data.recovery().drawsPerDataSet());
        TestData more = testData(model, trials, new Trials.Round(model.count(), count, draws, own));
        RandomFeatures features = RandomFeatures.of(more.observed(), model.kind(), model.columns(), FEATURES, own);
        return Sharpness.of(probe(estimator, more, features), probe(estimator, data, features), own);
    }

    private static Sharpness.Probe probe(Estimator estimator, TestData data, RandomFeatures features) {
        double[][] of = data.observed().parallelStream().map(features::of).toArray(double[][]::new);
        double[][] summaries = estimator instanceof Referenced referenced
                ? data.observed().parallelStream()
                        .map(x -> referenced.given(x).summary())
                        .toArray(double[][]::new)
                : new double[of.length][0];
        return new Sharpness.Probe(data.recovery(), summaries, of);
    }

    /** Every metric that truths and draws alone can tell. */
    public Metrics metrics() {
        return Metrics.of(scaledRecovery(), contraction, seed);
    }

    /** These metrics and the re-simulation error, which takes a simulation for every data set. */
    public Metrics withResimulationError(Metrics metrics) {
        List<double[]> means = IntStream.range(0, data.observed().size())
                .mapToObj(k -> data.recovery().draws(k).mean())
                .toList();
        double[] errors = trials.resimulationErrors(data.observed(), means, seed);
        return metrics.withResimulationError(errors, Bootstrap.of(seed));
    }

    /** Writes the truths as {@code truth.csv} and the draws as {@code draws.npz}, as {@code diagnose} reads them. */
    public void writeDraws(Path folder) throws IOException {
        Files.createDirectories(folder);
        Recovery recovery = data.recovery();
        double[][] truth = new double[recovery.dataSets()][recovery.parameters().size()];
        for (int j = 0; j < recovery.parameters().size(); j++) {
            double[] column = recovery.truth(j);
            for (int k = 0; k < truth.length; k++) truth[k][j] = column[k];
        }
        new CsvTable(recovery.parameters(), List.of(truth)).write(folder.resolve("truth.csv"));
        DrawsFile.writeNpz(
                folder.resolve("draws.npz"),
                IntStream.range(0, truth.length).mapToObj(recovery::draws).toList(),
                List.of());
    }
}
