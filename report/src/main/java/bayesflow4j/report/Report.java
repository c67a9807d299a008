package bayesflow4j.report;

import bayesflow4j.data.WholeFile;
import bayesflow4j.diagnostics.Contraction;
import bayesflow4j.diagnostics.Metrics;
import bayesflow4j.diagnostics.Recovery;
import bayesflow4j.diagnostics.Verdict;
import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A page with a verdict on a result, the evidence for it, and its provenance. Immutable: each {@code with} returns a
 * copy with one more item; items are shown in the order in which they were added.
 */
public final class Report {
    private final String title;
    private final List<Notice> notices;
    private final Optional<Verdict> verdict;
    private final Optional<Metrics> metrics;
    private final List<Figure> figures;
    private final List<Table> tables;
    private final Map<String, String> provenance;

    private Report(
            String title,
            List<Notice> notices,
            Optional<Verdict> verdict,
            Optional<Metrics> metrics,
            List<Figure> figures,
            List<Table> tables,
            Map<String, String> provenance) {
        this.title = title;
        this.notices = notices;
        this.verdict = verdict;
        this.metrics = metrics;
        this.figures = figures;
        this.tables = tables;
        this.provenance = provenance;
    }

    /** An empty report, for results without known truth. */
    public static Report titled(String title) {
        return new Report(title, List.of(), Optional.empty(), Optional.empty(), List.of(), List.of(), Map.of());
    }

    /**
     * Loads the plotting library in the background, by a figure that nobody sees. The first figure of a program takes most of a
     * second; a program that will draw some can spend it while it reads and computes.
     */
    public static void prepare() {
        // If it fails, so will the figures that matter, and their failure is reported.
        Thread.ofPlatform().daemon().uncaughtExceptionHandler((_, _) -> {}).start(() -> {
            Draws some = Draws.of(List.of("a", "b"), new double[] {0, 1, 1, 0, 2, 3, 3, 2});
            PosteriorFigures.marginals(Map.of("posterior", some), Optional.of(some), Optional.empty())
                    .png();
        });
    }

    /** The report on a recovery: verdict, and all metrics and figures that need only truths and draws. */
    public static Report of(String title, Recovery recovery, Contraction contraction, Seed seed) {
        Report report = titled(title)
                .with(Verdict.of(recovery, contraction, seed))
                .with(Metrics.of(recovery, contraction, seed))
                .with(RecoveryFigures.recovery(recovery));
        for (Figure figure : CalibrationFigures.all(recovery, seed)) report = report.with(figure);
        return report.with(RecoveryFigures.sensitivity(recovery, contraction));
    }

    /** The same with one more sentence at the top. */
    public Report with(Notice notice) {
        return new Report(title, more(notices, notice), verdict, metrics, figures, tables, provenance);
    }

    /** The same with this verdict instead of any other. */
    public Report with(Verdict verdict) {
        return new Report(title, notices, Optional.of(verdict), metrics, figures, tables, provenance);
    }

    /** The same with these metrics instead of any others. */
    public Report with(Metrics metrics) {
        return new Report(title, notices, verdict, Optional.of(metrics), figures, tables, provenance);
    }

    /** The same with one more figure. */
    public Report with(Figure figure) {
        if (figures.stream().anyMatch(other -> other.name().equals(figure.name())))
            throw new IllegalArgumentException(
                    "figure: expected a name that is not in use, got " + figure.name() + "; rename it with named()");
        return new Report(title, notices, verdict, metrics, more(figures, figure), tables, provenance);
    }

    /** The same with one more table. */
    public Report with(Table table) {
        return new Report(title, notices, verdict, metrics, figures, more(tables, table), provenance);
    }

    /** The same with one more entry of provenance, such as model, seed, version, commit or time. */
    public Report withProvenance(String name, String value) {
        Map<String, String> all = new LinkedHashMap<>(provenance);
        all.put(name, value);
        return new Report(title, notices, verdict, metrics, figures, tables, all);
    }

    private static <T> List<T> more(List<T> list, T item) {
        List<T> all = new ArrayList<>(list);
        all.add(item);
        return List.copyOf(all);
    }

    /** The title of the page. */
    public String title() {
        return title;
    }

    /** Sentences at the top. */
    public List<Notice> notices() {
        return notices;
    }

    /** The verdict, if truths are known. */
    public Optional<Verdict> verdict() {
        return verdict;
    }

    /** The metrics, if truths are known. */
    public Optional<Metrics> metrics() {
        return metrics;
    }

    /** All figures. */
    public List<Figure> figures() {
        return figures;
    }

    /** All tables besides that of the metrics. */
    public List<Table> tables() {
        return tables;
    }

    /** The provenance, by name. */
    public Map<String, String> provenance() {
        return new LinkedHashMap<>(provenance);
    }

    /** The page as one self-contained file. */
    public String html() {
        return Page.of(this);
    }

    /** Writes {@code report.html}, {@code metrics.json} if there are metrics, and {@code figures/*.svg, *.png}. */
    public void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        // As parallel streams do, this thread draws too: the pool alone has no more than one thread on two cores.
        try {
            figures.parallelStream().forEach(figure -> write(figure, folder.resolve("figures")));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        metrics.ifPresent(all -> write(folder.resolve("metrics.json"), all.json()));
        write(folder.resolve("report.html"), html());
    }

    private static void write(Figure figure, Path folder) {
        try {
            figure.write(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path file, String text) {
        WholeFile.write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }
}
