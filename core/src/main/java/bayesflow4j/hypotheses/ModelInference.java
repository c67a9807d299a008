package bayesflow4j.hypotheses;

import bayesflow4j.check.Likeness;
import bayesflow4j.data.CsvTable;
import bayesflow4j.data.WholeFile;
import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.diagnostics.Verdict;
import bayesflow4j.inference.ObservedData;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.storage.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Data sets, the probabilities that a comparison gives the models of each, and whether any of the models could have made them.
 *
 * @param comparison how the comparison is called, such as the name of its file
 * @param provenance where it comes from
 * @param prior p(M₁) … p(M_J)
 * @param data that was observed
 * @param probabilities for each data set
 * @param likeness whether the data are like those of any model
 * @param standing how the comparison was trained and checked
 * @param predictive posterior predictive p-values for each data set, by the names of the {@link PredictiveFit fits}; empty
 *     without networks of the models
 */
public record ModelInference(
        String comparison,
        Provenance provenance,
        List<Double> prior,
        ObservedData data,
        List<ModelProbabilities> probabilities,
        Likeness likeness,
        ComparisonStanding standing,
        List<Map<String, Double>> predictive) {

    /** Copies the lists. */
    public ModelInference {
        prior = List.copyOf(prior);
        predictive = List.copyOf(predictive);
        probabilities = List.copyOf(probabilities);
    }

    /** Asks a comparison about data sets, on all cores. */
    public static ModelInference of(String name, ModelComparison comparison, ObservedData data) {
        List<ModelProbabilities> all = comparison.given(data.sets());
        Likeness likeness = Likeness.of(comparison, data.sets(), all);
        ComparisonStanding standing = new ComparisonStanding(comparison.provenance(), Optional.empty());
        return new ModelInference(
                name, comparison.provenance(), comparison.prior(), data, all, likeness, standing, List.of());
    }

    /** The same with another standing, such as one that knows the comparison's last check. */
    public ModelInference with(ComparisonStanding other) {
        return new ModelInference(comparison, provenance, prior, data, probabilities, likeness, other, predictive);
    }

    /** The same with posterior predictive p-values for each data set. */
    public ModelInference with(List<Map<String, Double>> pValues) {
        return new ModelInference(comparison, provenance, prior, data, probabilities, likeness, standing, pValues);
    }

    /** The grade that a reassuring sentence may have: good only if the comparison passed its check. */
    public Verdict.Grade best() {
        return standing.passed() ? Verdict.Grade.GOOD : Verdict.Grade.FAIR;
    }

    /** The names of the models [J]. */
    public List<String> models() {
        return probabilities.getFirst().models();
    }

    /** Whether data set k looks like data of none of the models, so that its probabilities mean nothing. */
    public boolean isOfNone(int k) {
        return likeness.isUnlike(k);
    }

    /** Whether to warn that some data come from none of the models. */
    public boolean warns() {
        return likeness.warns();
    }

    /** One or two sentences on whether the data come from any of the models. */
    public String sentence() {
        if (!likeness.available())
            return "Whether any of the models could have made the data cannot be told: the comparison keeps too few"
                    + " summaries of simulated data.";
        long none =
                IntStream.range(0, probabilities.size()).filter(this::isOfNone).count();
        String rate = String.format(Locale.ROOT, "false-alarm rate %.0f %%", 100 * likeness.falseAlarmRate());
        if (!warns())
            return none == 0
                    ? "The data look like data of the models."
                    : "The data look like data of the models; " + none + " of " + probabilities.size()
                            + " data sets stand out, which chance explains.";
        String which =
                probabilities.size() == 1 ? "The data look" : none + " of " + probabilities.size() + " data sets look";
        int first = IntStream.range(0, probabilities.size())
                .filter(this::isOfNone)
                .findFirst()
                .orElse(-1);
        return which + " like data of none of the models"
                + (first >= 0 && probabilities.size() > 1
                        ? ", the first is " + data.sources().get(first)
                        : "")
                + " (" + rate
                + "). Do not trust their probabilities: they only say which of the wrong models is nearer.";
    }

    /**
     * Writes {@code probabilities.csv} (the name of each data set, a column for each model, and 1 for data of none of them, else
     * 0), {@code bayes-factors.csv} and {@code comparison.json}.
     */
    public void write(Path directory) {
        text(directory.resolve("probabilities.csv"), table());
        text(directory.resolve("bayes-factors.csv"), factors());
        text(directory.resolve("comparison.json"), json() + "\n");
    }

    private static void text(Path file, String text) {
        WholeFile.write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    private String table() {
        StringBuilder csv = new StringBuilder("data_set");
        for (String model : models()) csv.append(',').append(CsvTable.quoted(model));
        csv.append(",none_of_them\n");
        for (int k = 0; k < probabilities.size(); k++) {
            double[] p = probabilities.get(k).probabilities();
            double[] row = Arrays.copyOf(p, p.length + 1);
            if (likeness.available()) row[p.length] = isOfNone(k) ? 1 : 0;
            else row[p.length] = Double.NaN;
            csv.append(CsvTable.quoted(data.names().get(k))).append(',');
            CsvTable.appendRow(csv, row);
        }
        return csv.toString();
    }

    private String factors() {
        StringBuilder csv = new StringBuilder("data_set,source,model,against,log10_bayes_factor,standard_error\n");
        for (int k = 0; k < probabilities.size(); k++)
            for (int i = 0; i < models().size(); i++)
                for (int j = 0; j < models().size(); j++) {
                    if (i == j) continue;
                    Estimate factor = probabilities.get(k).log10BayesFactor(i, j);
                    List<String> cells =
                            List.of(data.names().get(k), data.sources().get(k), models().get(i), models().get(j));
                    for (String cell : cells) csv.append(CsvTable.quoted(cell)).append(',');
                    csv.append(factor.mean() + "," + factor.se() + "\n");
                }
        return csv.toString();
    }

    /** Probabilities, Bayes factors and the test for data of none, as {@code comparison.json} has them. */
    public String json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("comparison", comparison);
        json.put("models", models());
        json.put("prior", prior);
        json.put("trust", standing.json());
        Map<String, Object> none = new LinkedHashMap<>();
        none.put("available", likeness.available());
        none.put("warning", warns());
        none.put("false_alarm_rate", likeness.falseAlarmRate());
        none.put("sentence", sentence());
        json.put("none_of_them", none);
        json.put(
                "data_sets",
                IntStream.range(0, probabilities.size()).mapToObj(this::dataSet).toList());
        return Json.indented(json);
    }

    private Map<String, Object> dataSet(int k) {
        ModelProbabilities own = probabilities.get(k);
        Map<String, Object> set = new LinkedHashMap<>();
        set.put("data_set", k);
        set.put("name", data.names().get(k));
        set.put("source", data.sources().get(k));
        set.put("observations", data.sets().get(k).count());
        Map<String, Object> all = new LinkedHashMap<>();
        double[] p = own.probabilities();
        double[] se = own.standardErrors();
        for (int j = 0; j < p.length; j++) {
            Map<String, Object> model = new LinkedHashMap<>();
            model.put("probability", p[j]);
            model.put("standard_error", se[j]);
            if (j != own.best())
                model.put("log10_bayes_factor_against_best", factor(own.log10BayesFactor(j, own.best())));
            all.put(models().get(j), model);
        }
        set.put("models", all);
        if (!predictive.isEmpty()) set.put("predictive_p_values", predictive.get(k));
        if (likeness.available()) {
            set.put("p_value", likeness.each().get(k).pValue());
            set.put("none_of_them", isOfNone(k));
        }
        return set;
    }

    private static Map<String, Object> factor(Estimate factor) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("mean", factor.mean());
        json.put("standard_error", factor.se());
        return json;
    }

    /** A table for people: probabilities with standard errors, and the evidence for the best model. */
    public List<List<String>> rows(int most) {
        List<List<String>> rows = new ArrayList<>();
        List<String> header = new ArrayList<>(List.of("data set"));
        header.addAll(models());
        header.add("log10 BF, best : second");
        header.add("");
        rows.add(header);
        for (int k = 0; k < Math.min(most, probabilities.size()); k++) {
            ModelProbabilities own = probabilities.get(k);
            double[] p = own.probabilities();
            double[] se = own.standardErrors();
            List<String> row = new ArrayList<>(List.of(data.names().get(k)));
            for (int j = 0; j < p.length; j++) row.add(ProbabilityText.of(p, j) + " ± " + ProbabilityText.of(se[j]));
            Estimate factor = own.log10BayesFactor(own.best(), second(p, own.best()));
            row.add(String.format(Locale.ROOT, "%.2f ± %.2f", factor.mean(), factor.se()));
            row.add(isOfNone(k) ? "none of them" : "");
            rows.add(row);
        }
        return rows;
    }

    private static int second(double[] p, int best) {
        int second = best == 0 ? 1 : 0;
        for (int j = 0; j < p.length; j++) if (j != best && p[j] > p[second]) second = j;
        return second;
    }
}
