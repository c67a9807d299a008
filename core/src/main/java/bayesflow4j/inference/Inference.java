package bayesflow4j.inference;

import bayesflow4j.check.Likeness;
import bayesflow4j.data.WholeFile;
import bayesflow4j.diagnostics.Surprise;
import bayesflow4j.posterior.Disagreement;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.DrawsFile;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.Posterior;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Data sets, what an estimator says about them, and whether it should be believed.
 *
 * @param estimator how the estimator is called, such as the name of its file
 * @param provenance where it comes from
 * @param seed of all chance
 * @param data that was observed
 * @param draws from the posterior of each data set
 * @param likeness whether the data are like those that the estimator learned from
 * @param disagreements between the members of an ensemble, for each data set; empty for other estimators
 */
public record Inference(
        String estimator,
        Provenance provenance,
        Seed seed,
        ObservedData data,
        List<Draws> draws,
        Likeness likeness,
        List<Disagreement> disagreements) {
    /** Copies the lists. */
    public Inference {
        draws = List.copyOf(draws);
        disagreements = List.copyOf(disagreements);
    }

    /** Asks an estimator about data sets, on all cores; each goes through its summary network once. */
    public static Inference of(String name, Estimator estimator, ObservedData data, int draws, Seed seed) {
        List<Posterior> posteriors =
                data.sets().parallelStream().map(estimator::given).toList();
        Seed own = seed.child("inference");
        List<Draws> all = IntStream.range(0, posteriors.size())
                .parallel()
                .mapToObj(k -> posteriors.get(k).sample(draws, own.nth(k)))
                .toList();
        return new Inference(
                name,
                estimator.provenance(),
                seed,
                data,
                all,
                Likeness.of(estimator, posteriors, seed),
                Disagreement.each(posteriors, seed.child("disagreement")));
    }

    /** How much the members of an ensemble disagree, on average over the data sets; none for other estimators. */
    public Optional<Disagreement> disagreement() {
        return disagreements.isEmpty() ? Optional.empty() : Optional.of(Disagreement.mean(disagreements));
    }

    /** Writes {@code draws.csv}, {@code draws.npz}, {@code summary.csv} and {@code summary.json}. */
    public void write(Path directory) {
        DrawsFile.writeCsv(directory.resolve("draws.csv"), draws);
        DrawsFile.writeNpz(directory.resolve("draws.npz"), draws);
        text(directory.resolve("summary.csv"), csv());
        text(directory.resolve("summary.json"), json() + "\n");
    }

    private static void text(Path file, String text) {
        WholeFile.write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    private String csv() {
        StringBuilder csv =
                new StringBuilder("data_set,source,parameter,mean,sd,median,q05,q95,distance,p_value,unlike_training"
                        + (disagreements.isEmpty() ? "" : ",disagreement") + "\n");
        for (int k = 0; k < draws.size(); k++) {
            String source = '"' + data.sources().get(k).replace("\"", "\"\"") + '"';
            String like = likeness.available()
                    ? likeness.each().get(k).distance() + ","
                            + likeness.each().get(k).pValue() + "," + likeness.isUnlike(k)
                    : ",,";
            String start = k + "," + source + ",";
            int set = k;
            PosteriorSummary.of(draws.get(k))
                    .forEach((name, s) -> csv.append(start + name + "," + s.mean() + "," + s.sd() + "," + s.median()
                            + "," + s.q05() + "," + s.q95() + "," + like + disagreement(set, name) + "\n"));
        }
        return csv.toString();
    }

    /** The last column, which only ensembles have. */
    private String disagreement(int k, String parameter) {
        return disagreements.isEmpty()
                ? ""
                : "," + disagreements.get(k).shares().get(parameter);
    }

    /** The summaries of all data sets and the test of their likeness, as {@code summary.json} has them. */
    public String json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("network", estimator);
        json.put("model", provenance.model());
        json.put("seed", seed.value());
        json.put("draws", draws.getFirst().count());
        Map<String, Object> check = new LinkedHashMap<>();
        check.put("available", likeness.available());
        check.put("warning", likeness.warns());
        check.put("false_alarm_rate", likeness.falseAlarmRate());
        likeness.all().ifPresent(all -> check.put("all_together", surprise(all)));
        check.put("sentence", likeness.sentence(data.sources()));
        json.put("misspecification", check);
        disagreement().ifPresent(d -> json.put("disagreement", d.sentence()));
        json.put(
                "data_sets",
                IntStream.range(0, draws.size()).mapToObj(this::dataSet).toList());
        return Json.indented(json);
    }

    private Map<String, Object> dataSet(int k) {
        Map<String, Object> set = new LinkedHashMap<>();
        set.put("data_set", k);
        set.put("source", data.sources().get(k));
        set.put("observations", data.sets().get(k).count());
        Map<String, Object> parameters = new LinkedHashMap<>();
        PosteriorSummary.of(draws.get(k)).forEach((name, summary) -> parameters.put(name, summary.fields()));
        set.put("parameters", parameters);
        if (!disagreements.isEmpty())
            set.put("disagreement", disagreements.get(k).shares());
        if (likeness.available()) {
            Map<String, Object> own = surprise(likeness.each().get(k));
            own.put("unlike_training", likeness.isUnlike(k));
            set.put("misspecification", own);
        }
        return set;
    }

    private static Map<String, Object> surprise(Surprise surprise) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("distance", surprise.distance());
        json.put("p_value", surprise.pValue());
        return json;
    }

    /** A table with a header and a line per parameter of the first data sets, for people. */
    public List<List<String>> rows(int mostDataSets) {
        List<List<String>> rows = new ArrayList<>();
        List<String> header = new ArrayList<>(List.of("data set", "parameter"));
        header.addAll(PosteriorSummary.HEADER);
        rows.add(header);
        for (int k = 0; k < Math.min(mostDataSets, draws.size()); k++) {
            String number = Integer.toString(k);
            PosteriorSummary.of(draws.get(k)).forEach((name, summary) -> {
                List<String> row = new ArrayList<>(List.of(number, name));
                row.addAll(summary.cells());
                rows.add(row);
            });
        }
        return rows;
    }
}
