package bayesflow4j.hypotheses;

import bayesflow4j.check.CheckRecord;
import bayesflow4j.data.CsvTable;
import bayesflow4j.data.WholeFile;
import bayesflow4j.diagnostics.DataStatistics;
import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.diagnostics.Verdict;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A test of a comparison on data sets that the models made, with their prior probabilities. Where N varies, the smallest and the
 * largest N are tested on data sets of their own as well; the error rate is that of all these tests together.
 *
 * @param recovery the true models and their probabilities
 * @param verdict whether to trust the probabilities, over all N
 * @param byCount the verdicts at the smallest and the largest N; empty where N is always the same
 * @param seed of all chance
 */
public record ComparisonCheck(
        ModelRecovery recovery, ComparisonVerdict verdict, SortedMap<Integer, ComparisonVerdict> byCount, Seed seed) {

    /** Copies the verdicts. */
    public ComparisonCheck {
        byCount = Collections.unmodifiableSortedMap(new TreeMap<>(byCount));
    }

    /** Simulates K data sets and asks the comparison about them; no seed of training may be the same. */
    public static ComparisonCheck of(Hypotheses hypotheses, ModelComparison comparison, int dataSets, Seed seed) {
        if (!hypotheses.names().equals(comparison.models()))
            throw new IllegalArgumentException("models: expected " + String.join(", ", comparison.models())
                    + " as in training, got " + String.join(", ", hypotheses.names()));
        ModelComparison weighted = comparison.withPrior(hypotheses.prior());
        List<ComparisonTests> groups = new ArrayList<>();
        groups.add(tests(weighted, simulated(hypotheses, dataSets, seed.child("check")), seed));
        ObservationCount count = hypotheses.count();
        List<Integer> ends = count.least() < count.most() ? List.of(count.least(), count.most()) : List.<Integer>of();
        for (int n : ends) {
            Seed own = seed.child("check at count").child(n);
            Hypotheses at = hypotheses.withCount(ObservationCount.exactly(n));
            groups.add(tests(weighted, simulated(at, dataSets, own), own));
        }
        return of(groups, ends, seed);
    }

    /**
     * The same on stored data sets of known models.
     *
     * @param stored data sets of the mixture of the models, whose θ is the indicator of the model
     * @param shares of the models where these data sets come from [J], up to a factor: their prior probabilities
     */
    public static ComparisonCheck ofStored(
            ModelComparison comparison, SimulationTable stored, List<Double> shares, Seed seed) {
        return of(List.of(tests(comparison.withPrior(shares), stored, seed)), List.of(), seed);
    }

    private static SimulationTable simulated(Hypotheses hypotheses, int dataSets, Seed seed) {
        return SimulationTable.of(hypotheses.mixture().batches(seed, dataSets, 1));
    }

    private static ComparisonTests tests(ModelComparison comparison, SimulationTable data, Seed seed) {
        DataStatistics statistics =
                DataStatistics.of(data.x(), comparison.schema().kind());
        return ComparisonTests.of(recovery(data, comparison), statistics, seed);
    }

    /** The first group is that of all N, the others those of one N each. */
    private static ComparisonCheck of(List<ComparisonTests> groups, List<Integer> counts, Seed seed) {
        List<ComparisonVerdict> verdicts = ComparisonTests.run(groups);
        SortedMap<Integer, ComparisonVerdict> byCount = new TreeMap<>();
        for (int i = 0; i < counts.size(); i++) byCount.put(counts.get(i), verdicts.get(i + 1));
        return new ComparisonCheck(groups.getFirst().recovery(), verdicts.getFirst(), byCount, seed);
    }

    private static ModelRecovery recovery(SimulationTable simulated, ModelComparison comparison) {
        int[] truth = simulated.theta().stream().mapToInt(IndicatorPrior::index).toArray();
        double[][] probabilities = comparison.given(simulated.x()).stream()
                .map(ModelProbabilities::probabilities)
                .toArray(double[][]::new);
        return new ModelRecovery(comparison.models(), truth, probabilities);
    }

    /** The worst grade, of all N together or of a single one. */
    public Verdict.Grade grade() {
        return Stream.concat(Stream.of(verdict), byCount.values().stream())
                .map(ComparisonVerdict::grade)
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    /** The verdict with the worst grade in one sentence. */
    public String headline() {
        if (verdict.grade() == grade()) return verdict.headline();
        return byCount.entrySet().stream()
                .filter(at -> at.getValue().grade() == grade())
                .map(at -> "With " + at.getKey() + " rows: " + at.getValue().headline())
                .findFirst()
                .orElseThrow();
    }

    /** What the error rate means. */
    public String power() {
        int tests = verdict.tests()
                + byCount.values().stream().mapToInt(ComparisonVerdict::tests).sum();
        String others = byCount.isEmpty()
                ? ""
                : byCount.keySet().stream()
                        .map(n -> "as many of " + n + " rows")
                        .collect(Collectors.joining(" and ", ", ", ""));
        return String.format(
                Locale.ROOT,
                "With %d data sets%s, exact probabilities fail any of the %d tests with probability %.2f or less (Holm).",
                recovery.dataSets(),
                others,
                tests,
                verdict.errorRate());
    }

    /** The record of this check for the comparison's file. */
    public CheckRecord record(Instant made) {
        List<String> faults = new ArrayList<>(verdict.faults());
        byCount.forEach((n, at) -> at.faults().forEach(fault -> faults.add(fault + " with " + n + " rows")));
        return new CheckRecord(
                made,
                Provenance.libraryVersion(),
                grade(),
                headline(),
                recovery.dataSets(),
                1,
                seed.value(),
                faults,
                "");
    }

    /** Calibration error, Brier score, log loss and accuracy with bootstrap standard errors, by name. */
    public Map<String, Estimate> metrics() {
        return recovery.metrics(seed);
    }

    /** The confusion matrix with bootstrap standard errors, truth first [J][J]. */
    public Estimate[][] confusion() {
        return recovery.confusion(seed);
    }

    /** Verdict, metrics and confusion matrix as JSON. */
    public String json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("models", recovery.models());
        json.put("data_sets", recovery.dataSets());
        json.put("grade", word(grade()));
        json.put("headline", headline());
        json.put("sentences", verdict.sentences());
        json.put("error_rate", verdict.errorRate());
        json.put("tests", power());
        List<Object> counts = new ArrayList<>();
        byCount.forEach((n, at) -> counts.add(json(n, at)));
        json.put("by_count", counts);
        Map<String, Object> metrics = new LinkedHashMap<>();
        metrics().forEach((name, e) -> metrics.put(name, Map.of("mean", e.mean(), "se", e.se())));
        metrics.put("expectedCalibrationErrorOfExactProbabilities", verdict.expectedError());
        metrics.put("sharpness", verdict.sharpness());
        verdict.waste().ifPresent(waste -> {
            metrics.put("explainedByStatistics", waste.share());
            metrics.put("explainedByStatisticsPValue", waste.pValue());
        });
        json.put("metrics", metrics);
        List<Object> confusion = new ArrayList<>();
        List<Object> errors = new ArrayList<>();
        for (Estimate[] row : confusion()) {
            confusion.add(Arrays.stream(row).map(count -> (int) count.mean()).toList());
            errors.add(Arrays.stream(row).map(Estimate::se).toList());
        }
        json.put("confusion", confusion);
        json.put("confusion_se", errors);
        return Json.indented(json);
    }

    private static Map<String, Object> json(int count, ComparisonVerdict at) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("observations", count);
        json.put("data_sets", at.dataSets());
        json.put("grade", word(at.grade()));
        json.put("headline", at.headline());
        json.put("sentences", at.sentences());
        return json;
    }

    private static String word(Verdict.Grade grade) {
        return grade.name().toLowerCase(Locale.ROOT);
    }

    /** Writes {@link #json} as {@code check.json}. */
    public void writeJson(Path folder) {
        String text = json() + "\n";
        WholeFile.write(folder.resolve("check.json"), out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** Writes {@code probabilities.csv}: for each data set the index of its true model and the probabilities. */
    public void writeProbabilities(Path folder) {
        List<String> header = new ArrayList<>(List.of("data_set", "truth"));
        header.addAll(recovery.models());
        List<double[]> rows = IntStream.range(0, recovery.dataSets())
                .mapToObj(k -> {
                    double[] row = new double[recovery.models().size() + 2];
                    row[0] = k;
                    row[1] = recovery.truth()[k];
                    System.arraycopy(recovery.probabilities()[k], 0, row, 2, row.length - 2);
                    return row;
                })
                .toList();
        new CsvTable(header, rows).write(folder.resolve("probabilities.csv"));
    }
}
