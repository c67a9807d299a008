package bayesflow4j.hypotheses;

import bayesflow4j.data.CsvTable;
import bayesflow4j.data.WholeFile;
import bayesflow4j.diagnostics.DataStatistics;
import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A test of a comparison on data sets that the models made, with their prior probabilities. Where N varies, the smallest and the
 * largest N are tested on data sets of their own as well.
 *
 * @param recovery the true models and their probabilities
 * @param verdict whether to trust the probabilities
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
        SimulationTable simulated = simulated(hypotheses, dataSets, seed.child("check"));
        SortedMap<Integer, ComparisonVerdict> byCount = new TreeMap<>();
        ObservationCount count = hypotheses.count();
        if (count.least() < count.most())
            for (int n : new int[] {count.least(), count.most()}) {
                Seed own = seed.child("check at count").child(n);
                Hypotheses at = hypotheses.withCount(ObservationCount.exactly(n));
                byCount.put(n, of(weighted, simulated(at, dataSets, own), own).verdict);
            }
        ComparisonCheck all = of(weighted, simulated, seed);
        return new ComparisonCheck(all.recovery, all.verdict, byCount, seed);
    }

    /**
     * The same on stored data sets of known models.
     *
     * @param stored data sets of the mixture of the models, whose θ is the indicator of the model
     * @param shares of the models where these data sets come from [J], up to a factor: their prior probabilities
     */
    public static ComparisonCheck ofStored(
            ModelComparison comparison, SimulationTable stored, List<Double> shares, Seed seed) {
        return of(comparison.withPrior(shares), stored, seed);
    }

    private static SimulationTable simulated(Hypotheses hypotheses, int dataSets, Seed seed) {
        return SimulationTable.of(hypotheses.mixture().batches(seed, dataSets, 1));
    }

    private static ComparisonCheck of(ModelComparison comparison, SimulationTable data, Seed seed) {
        ModelRecovery recovery = recovery(data, comparison);
        DataStatistics statistics =
                DataStatistics.of(data.x(), comparison.schema().kind());
        return new ComparisonCheck(recovery, ComparisonTests.run(recovery, statistics, seed), new TreeMap<>(), seed);
    }

    private static ModelRecovery recovery(SimulationTable simulated, ModelComparison comparison) {
        int[] truth = simulated.theta().stream().mapToInt(IndicatorPrior::index).toArray();
        double[][] probabilities = comparison.given(simulated.x()).stream()
                .map(ModelProbabilities::probabilities)
                .toArray(double[][]::new);
        return new ModelRecovery(comparison.models(), truth, probabilities);
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
        json.put("grade", verdict.grade().name().toLowerCase(Locale.ROOT));
        json.put("headline", verdict.headline());
        json.put("sentences", verdict.sentences());
        json.put("error_rate", verdict.errorRate());
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
