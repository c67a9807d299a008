package bayesflow4j.report;

import bayesflow4j.data.CsvTable;
import bayesflow4j.diagnostics.Bootstrap;
import bayesflow4j.diagnostics.Contraction;
import bayesflow4j.diagnostics.DataStatistics;
import bayesflow4j.diagnostics.Metrics;
import bayesflow4j.diagnostics.Recovery;
import bayesflow4j.diagnostics.Resimulation;
import bayesflow4j.diagnostics.Verdict;
import bayesflow4j.model.Batch;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.Failures;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Parameter;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.DrawsFile;
import bayesflow4j.random.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * (θₖ, xₖ) from a model, and a sampler's draws from p(θ | xₖ): a test of the sampler on data of the model. Where N varies, the
 * smallest and the largest N are tested on data sets of their own as well.
 */
public final class ModelCheck {
    /** What is tested: draws given data sets, such as an amortized posterior's {@code sample}. */
    @FunctionalInterface
    public interface Sampler {
        /** L draws for each of the data sets [K]; all chance comes from the seed. */
        List<Draws> sample(List<Observations> dataSets, int draws, Seed seed);
    }

    private final GenerativeModel model;
    private final Seed seed;
    private final TestData data;
    private final Contraction contraction;
    private final SortedMap<Integer, Verdict> byCount;

    /** Data sets with the truths that they were made with, and what the sampler says about them. */
    record TestData(List<Observations> observed, Recovery recovery) {}

    private ModelCheck(
            GenerativeModel model,
            Seed seed,
            TestData data,
            Contraction contraction,
            SortedMap<Integer, Verdict> byCount) {
        this.model = model;
        this.seed = seed;
        this.data = data;
        this.contraction = contraction;
        this.byCount = byCount;
    }

    /** Simulates K data sets of the model and samples L draws for each; no seed of training may be the same. */
    public static ModelCheck of(GenerativeModel model, Sampler sampler, int dataSets, int draws, Seed seed) {
        Contraction contraction = Contraction.of(model.prior(), seed);
        TestData data = testData(model, sampler, dataSets, draws, seed.child("check"));
        SortedMap<Integer, Verdict> byCount = new TreeMap<>();
        if (model.count().least() < model.count().most())
            for (int n : new int[] {model.count().least(), model.count().most()}) {
                Seed own = seed.child("check at count").child(n);
                TestData at = testData(model.withCount(n), sampler, dataSets, draws, own);
                byCount.put(n, verdict(model, at, contraction, own));
            }
        return new ModelCheck(model, seed, data, contraction, byCount);
    }

    private static Verdict verdict(GenerativeModel model, TestData data, Contraction contraction, Seed seed) {
        DataStatistics statistics = DataStatistics.of(data.observed(), model.kind());
        return Verdict.of(data.recovery(), statistics, contraction, seed);
    }

    private static TestData testData(GenerativeModel model, Sampler sampler, int dataSets, int draws, Seed seed) {
        Batch[] batches = IntStream.range(0, dataSets)
                .parallel()
                .mapToObj(k -> model.batch(seed.child("data"), k, 1))
                .toArray(Batch[]::new);
        Arrays.stream(batches)
                .map(Batch::failures)
                .reduce(Failures.NONE, Failures::plus)
                .requireMostlySuccessful();
        List<Observations> observed =
                Arrays.stream(batches).map(batch -> batch.observations(0)).toList();
        double[][] truth = Arrays.stream(batches).map(batch -> batch.theta()[0]).toArray(double[][]::new);
        List<String> names =
                model.prior().parameters().stream().map(Parameter::name).toList();
        List<Draws> all = sampler.sample(observed, draws, seed.child("draws"));
        return new TestData(observed, Recovery.of(names, truth, all));
    }

    /** Truths and draws. */
    public Recovery recovery() {
        return data.recovery();
    }

    /** The simulated data sets [K]. */
    public List<Observations> observed() {
        return data.observed();
    }

    /** Every metric that truths and draws alone can tell. */
    public Metrics metrics() {
        return Metrics.of(data.recovery(), contraction, seed);
    }

    /** These metrics and the re-simulation error, which takes a simulation for every data set. */
    public Metrics withResimulationError(Metrics metrics) {
        List<Draws> draws = IntStream.range(0, data.observed().size())
                .mapToObj(data.recovery()::draws)
                .toList();
        double[] errors = new Resimulation(model.simulator(), seed).errors(data.observed(), draws);
        return metrics.withResimulationError(errors, Bootstrap.of(seed));
    }

    /** Verdict, metrics with the re-simulation error, all figures, and the verdict by N where N varies. */
    public Report report(String title) {
        Report report =
                Report.of(title, data.recovery(), contraction, seed).with(verdict(model, data, contraction, seed));
        if (!byCount.isEmpty()) report = report.with(VerdictTable.of(letter(), byCount));
        if (model.kind() != DataKind.VECTOR)
            report = report.with(withResimulationError(report.metrics().orElseThrow()));
        for (Figure figure : ModelFigures.of(model, data, seed)) report = report.with(figure);
        return report.withProvenance("model", model.name())
                .withProvenance(
                        "test data sets", Integer.toString(data.observed().size()))
                .withProvenance("draws", Integer.toString(data.recovery().drawsPerDataSet()))
                .withProvenance(letter(), model.count().toString())
                .withProvenance("seed of the check", Long.toString(seed.value()));
    }

    private String letter() {
        return model.kind() == DataKind.SERIES ? "T" : "N";
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
                IntStream.range(0, truth.length).mapToObj(recovery::draws).toList());
    }
}
