package bayesflow4j.inference;

import bayesflow4j.check.Likeness;
import bayesflow4j.data.WholeFile;
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
 */
public record Inference(
        String estimator, Provenance provenance, Seed seed, ObservedData data, List<Draws> draws, Likeness likeness) {

    /** The first line of {@code summary.csv}. */
    public static final String SUMMARY_HEADER =
            "data_set,source,parameter,mean,sd,median,q05,q95,distance,p_value,unlike_training\n";

    /** Copies the draws. */
    public Inference {
        draws = List.copyOf(draws);
    }

    /** Asks an estimator about data sets, on all cores; each goes through its summary network once. */
    public static Inference of(String name, Estimator estimator, ObservedData data, int draws, Seed seed) {
        List<Posterior> posteriors =
                data.sets().parallelStream().map(estimator::given).toList();
        List<Draws> all = IntStream.range(0, posteriors.size())
                .parallel()
                .mapToObj(k -> draws(posteriors.get(k), k, draws, seed))
                .toList();
        return new Inference(name, estimator.provenance(), seed, data, all, Likeness.of(estimator, posteriors, seed));
    }

    /** The draws from the posterior of data set k in every inference with this seed. */
    public static Draws draws(Posterior posterior, int k, int count, Seed seed) {
        return posterior.sample(count, seed.child("inference").nth(k));
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
        StringBuilder csv = new StringBuilder(SUMMARY_HEADER);
        for (int k = 0; k < draws.size(); k++)
            csv.append(summaryLines(k, data.sources().get(k), PosteriorSummary.of(draws.get(k)), likeness));
        return csv.toString();
    }

    /** The lines of {@code summary.csv} for data set k, one per parameter, below {@link #SUMMARY_HEADER}. */
    public static String summaryLines(
            int k, String source, Map<String, PosteriorSummary> summaries, Likeness likeness) {
        StringBuilder csv = new StringBuilder();
        String like = likeness.available()
                ? likeness.each().get(k).distance() + ","
                        + likeness.each().get(k).pValue() + "," + likeness.isUnlike(k)
                : ",,";
        String start = k + ",\"" + source.replace("\"", "\"\"") + "\",";
        summaries.forEach((name, s) -> csv.append(start + name + "," + s.mean() + "," + s.sd() + "," + s.median() + ","
                + s.q05() + "," + s.q95() + "," + like + "\n"));
        return csv.toString();
    }

    /** The summaries of all data sets and the test of their likeness, as {@code summary.json} has them. */
    public String json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("network", estimator);
        json.put("model", provenance.model());
        json.put("seed", seed.value());
        json.put("draws", draws.getFirst().count());
        json.put("misspecification", likeness.fields(data.sources()));
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
        if (likeness.available()) set.put("misspecification", likeness.fields(k));
        return set;
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
