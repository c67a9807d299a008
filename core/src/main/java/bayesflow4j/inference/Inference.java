package bayesflow4j.inference;

import bayesflow4j.check.Likeness;
import bayesflow4j.check.Standing;
import bayesflow4j.data.CsvTable;
import bayesflow4j.data.FileNames;
import bayesflow4j.data.WholeFile;
import bayesflow4j.posterior.Derived;
import bayesflow4j.posterior.Disagreement;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.DrawsFile;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.Posterior;
import bayesflow4j.posterior.Probabilities;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Data sets, what an estimator says about them, and whether it should be believed.
 *
 * @param estimator how the estimator is called, such as the name of its file
 * @param provenance where it comes from
 * @param seed of all chance
 * @param data that was observed
 * @param draws from the posterior of each data set
 * @param probabilities of the discrete parameters of each data set; empty lists if there are none
 * @param derived quantities that are reported with the parameters
 * @param likeness whether the data are like those that the estimator learned from
 * @param disagreements between the members of an ensemble, for each data set; empty for other estimators
 * @param assessment what else is known about the estimator and its posteriors
 */
public record Inference(
        String estimator,
        Provenance provenance,
        Seed seed,
        ObservedData data,
        List<Draws> draws,
        List<List<Probabilities>> probabilities,
        Derived derived,
        Likeness likeness,
        List<Disagreement> disagreements,
        Assessment assessment) {

    private static final String SUMMARY =
            "data_set,name,source,parameter,mean,sd,median,q05,q95,distance,p_value,unlike_training";

    /** Copies the lists. */
    public Inference {
        draws = List.copyOf(draws);
        probabilities = List.copyOf(probabilities);
        disagreements = List.copyOf(disagreements);
    }

    /** Asks an estimator about data sets, on all cores; each goes through its summary network once. */
    public static Inference of(String name, Estimator estimator, ObservedData data, int draws, Seed seed) {
        List<Posterior> posteriors =
                data.sets().parallelStream().map(estimator::given).toList();
        List<Draws> all = IntStream.range(0, posteriors.size())
                .parallel()
                .mapToObj(k -> draws(posteriors.get(k), k, draws, seed))
                .toList();
        Standing standing = Standing.of(estimator, Optional.empty());
        Likeness likeness = Likeness.of(estimator, data.sets(), posteriors);
        return new Inference(
                name,
                estimator.provenance(),
                seed,
                data,
                all,
                IntStream.range(0, all.size())
                        .mapToObj(k -> Probabilities.of(
                                posteriors.get(k), estimator.schema().parameters(), all.get(k)))
                        .toList(),
                Derived.none(),
                likeness,
                Disagreement.each(posteriors, seed.child("disagreement")),
                Assessment.of(standing));
    }

    /** The same with another assessment, such as one that knows the estimator's last check. */
    public Inference with(Assessment other) {
        return new Inference(
                estimator, provenance, seed, data, draws, probabilities, derived, likeness, disagreements, other);
    }

    /** The draws from the posterior of data set k in every inference with this seed. */
    public static Draws draws(Posterior posterior, long k, int count, Seed seed) {
        return posterior.sample(count, seed.child("inference").nth(k));
    }

    /** How much the members of an ensemble disagree, on average over the data sets; none for other estimators. */
    public Optional<Disagreement> disagreement() {
        return disagreements.isEmpty() ? Optional.empty() : Optional.of(Disagreement.mean(disagreements));
    }

    /** The same with quantities that are reported with the parameters. */
    public Inference with(Derived other) {
        return new Inference(
                estimator, provenance, seed, data, draws, probabilities, other, likeness, disagreements, assessment);
    }

    /** The draws from the posterior of each data set, with the derived quantities as further parameters. */
    public List<Draws> shown() {
        return draws.stream().map(derived::appended).toList();
    }

    /** The summaries of data set k, by parameter and derived quantity. */
    private Map<String, PosteriorSummary> summaries(int k) {
        Map<String, PosteriorSummary> all = PosteriorSummary.of(derived.appended(draws.get(k)), probabilities.get(k));
        for (Probabilities of : probabilities.get(k))
            if (of.parameter().support().isNamed()) all.put(of.parameter().name(), PosteriorSummary.NONE);
        return all;
    }

    private boolean isDiscrete() {
        return !probabilities.getFirst().isEmpty();
    }

    /**
     * Writes {@code draws.csv}, {@code draws.npz}, {@code summary.csv} and {@code summary.json}; {@code probabilities.csv} if there
     * are discrete parameters; {@code assessment.csv} if something is known about {@link #each} posterior.
     */
    public void write(Path directory) {
        DrawsFile.writeCsv(directory.resolve("draws.csv"), shown(), data.names());
        DrawsFile.writeNpz(directory.resolve("draws.npz"), shown(), data.names());
        text(directory.resolve("summary.csv"), csv());
        text(directory.resolve("summary.json"), json() + "\n");
        if (isDiscrete()) text(directory.resolve("probabilities.csv"), probabilityLines());
        if (!each().isEmpty()) text(directory.resolve("assessment.csv"), each().csv());
    }

    /** What is known about the posterior of each data set beside its draws. */
    public EachPosterior each() {
        return new EachPosterior(data.names(), assessment.local(), assessment.sensitivity());
    }

    /** Writes {@code stan/NAME.csv} for each data set, see {@link DrawsFile#writeStan}. */
    public void writeStan(Path directory) throws IOException {
        Path folder = Files.createDirectories(directory.resolve("stan"));
        List<Draws> shown = shown();
        List<String> files = FileNames.of(data.names());
        for (int k = 0; k < draws.size(); k++)
            DrawsFile.writeStan(
                    folder.resolve(files.get(k) + ".csv"),
                    shown.get(k),
                    List.of(
                            "model = " + provenance.model(),
                            "method = " + provenance.method(),
                            "data = " + data.sources().get(k),
                            "seed = " + seed.value()));
    }

    private static void text(Path file, String text) {
        WholeFile.write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    private String probabilityLines() {
        StringBuilder csv = new StringBuilder("data_set,name,parameter,value,label,probability\n");
        for (int k = 0; k < draws.size(); k++)
            for (Probabilities of : probabilities.get(k)) {
                String start = k + "," + CsvTable.quoted(data.names().get(k)) + ","
                        + of.parameter().name() + ",";
                of.byValue()
                        .forEach((value, p) ->
                                csv.append(start + value + "," + CsvTable.quoted(of.label(value)) + "," + p + "\n"));
            }
        return csv.toString();
    }

    private String csv() {
        String header = summaryHeader(!disagreements.isEmpty());
        StringBuilder csv = new StringBuilder(isDiscrete() ? header.strip() + ",mode,mode_probability\n" : header);
        for (int k = 0; k < draws.size(); k++)
            csv.append(withModes(
                    k,
                    summaryLines(
                            k,
                            data.names().get(k),
                            data.sources().get(k),
                            summaries(k),
                            likeness,
                            disagreements.isEmpty() ? Optional.empty() : Optional.of(disagreements.get(k)))));
        return csv.toString();
    }

    /** The lines of data set k, one per parameter, each followed by its most probable value if it is discrete. */
    private String withModes(int k, String lines) {
        if (!isDiscrete()) return lines;
        Map<String, String> modes = new LinkedHashMap<>();
        summaries(k).keySet().forEach(name -> modes.put(name, ",,"));
        for (Probabilities of : probabilities.get(k))
            modes.put(of.parameter().name(), "," + CsvTable.quoted(of.label(of.mode())) + "," + of.of(of.mode()));
        Iterator<String> mode = modes.values().iterator();
        return lines.lines().map(line -> line + mode.next() + "\n").collect(Collectors.joining());
    }

    /** The first line of {@code summary.csv}; that of an ensemble has one column more. */
    public static String summaryHeader(boolean ensemble) {
        return SUMMARY + (ensemble ? ",disagreement" : "") + "\n";
    }

    /** The lines of {@code summary.csv} for data set k, one per parameter, below {@link #summaryHeader}. */
    public static String summaryLines(
            int k,
            String dataSet,
            String source,
            Map<String, PosteriorSummary> summaries,
            Likeness likeness,
            Optional<Disagreement> disagreement) {
        StringBuilder csv = new StringBuilder();
        String like = likeness.available()
                ? likeness.each().get(k).distance() + ","
                        + likeness.each().get(k).pValue() + "," + likeness.isUnlike(k)
                : ",,";
        String start = k + "," + CsvTable.quoted(dataSet) + "," + CsvTable.quoted(source) + ",";
        summaries.forEach((name, s) -> csv.append(start + name + "," + s.csv() + "," + like
                + disagreement
                        .map(d -> ","
                                + (d.shares().containsKey(name)
                                        ? d.shares().get(name).toString()
                                        : ""))
                        .orElse("")
                + "\n"));
        return csv.toString();
    }

    /** The summaries of all data sets and the test of their likeness, as {@code summary.json} has them. */
    public String json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("network", estimator);
        json.put("model", provenance.model());
        json.put("seed", seed.value());
        json.put("draws", draws.getFirst().count());
        json.put("trust", assessment.json());
        json.put("misspecification", likeness.fields(data.sources()));
        disagreement().ifPresent(d -> json.put("disagreement", d.sentence()));
        json.put(
                "data_sets",
                IntStream.range(0, draws.size()).mapToObj(this::dataSet).toList());
        return Json.indented(json);
    }

    private Map<String, Object> dataSet(int k) {
        Map<String, Object> set = new LinkedHashMap<>();
        set.put("data_set", k);
        set.put("name", data.names().get(k));
        set.put("source", data.sources().get(k));
        set.put("observations", data.sets().get(k).count());
        if (data.sets().get(k).missing() > 0)
            set.put("missing", data.sets().get(k).missing());
        Map<String, Object> parameters = new LinkedHashMap<>();
        summaries(k).forEach((name, summary) -> parameters.put(name, summary.fields()));
        for (Probabilities of : probabilities.get(k))
            parameters.put(of.parameter().name(), fields(of, parameters));
        set.put("parameters", parameters);
        if (!disagreements.isEmpty())
            set.put("disagreement", disagreements.get(k).shares());
        if (likeness.available()) set.put("misspecification", likeness.fields(k));
        set.putAll(assessment.json(k));
        return set;
    }

    private static Map<String, Object> fields(Probabilities of, Map<String, Object> parameters) {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (!of.parameter().support().isNamed() && parameters.get(of.parameter().name()) instanceof Map<?, ?> numbers)
            numbers.forEach((name, value) -> fields.put(name.toString(), value));
        fields.put("mode", of.label(of.mode()));
        Map<String, Object> byLabel = new LinkedHashMap<>();
        of.byValue().forEach((value, p) -> byLabel.put(of.label(value), p));
        fields.put("probabilities", byLabel);
        return fields;
    }

    /** A table with a header and a line per parameter of the first data sets, for people. */
    public List<List<String>> rows(int mostDataSets) {
        List<List<String>> rows = new ArrayList<>();
        List<String> header = new ArrayList<>(List.of("data set", "parameter"));
        header.addAll(PosteriorSummary.HEADER);
        if (isDiscrete()) header.add("most probable");
        rows.add(header);
        for (int k = 0; k < Math.min(mostDataSets, draws.size()); k++) {
            String number = data.names().get(k);
            Map<String, Probabilities> discrete = new LinkedHashMap<>();
            probabilities.get(k).forEach(of -> discrete.put(of.parameter().name(), of));
            summaries(k).forEach((name, summary) -> {
                List<String> row = new ArrayList<>(List.of(number, name));
                Optional<Probabilities> of = Optional.ofNullable(discrete.get(name));
                boolean named = of.map(p -> p.parameter().support().isNamed()).orElse(false);
                summary.cells().forEach(cell -> row.add(named ? "" : cell));
                if (isDiscrete()) row.add(of.map(Inference::likeliest).orElse(""));
                rows.add(row);
            });
        }
        return rows;
    }

    /** The three most probable values. */
    private static String likeliest(Probabilities of) {
        return of.byValue().entrySet().stream()
                .sorted(Map.Entry.<Double, Double>comparingByValue().reversed())
                .limit(3)
                .map(entry -> String.format(Locale.ROOT, "%s: %.2f", of.label(entry.getKey()), entry.getValue()))
                .collect(Collectors.joining(", "));
    }
}
