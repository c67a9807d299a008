package bayesflow4j.benchmarks;

import bayesflow4j.benchmarks.Accuracy.Result;
import bayesflow4j.benchmarks.AccuracyResults.Made;
import bayesflow4j.benchmarks.tasks.Published.Accuracies;
import bayesflow4j.benchmarks.tasks.Tasks;
import bayesflow4j.data.WholeFile;
import bayesflow4j.diagnostics.Estimate;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** All results of a method as a page beside them, with published figures and goals. */
public final class AccuracyPage {
    private AccuracyPage() {}

    /** Writes {@code results-METHOD.md}. */
    public static void write(AccuracyResults results, String method) {
        byte[] text = text(results.of(method), method).getBytes(StandardCharsets.UTF_8);
        WholeFile.write(results.directory().resolve("results-" + method + ".md"), out -> out.write(text));
    }

    static String text(List<Made> all, String method) {
        long known = all.stream().filter(made -> figures(made).isPresent()).count();
        long better = all.stream().filter(AccuracyPage::beats).count();
        long reached = all.stream().filter(AccuracyPage::reaches).count();
        StringBuilder page = new StringBuilder("# The field's ten tasks, by `" + method + "`\n\n");
        page.append(
                "C2ST: how often a classifier tells draws from those of the exact posterior, mean ± standard error over"
                        + " observations; 0.5 is perfect, 1 is worst. NPE is published neural posterior estimation; a star marks"
                        + " sequential methods, which use all simulations for one observation. CPU minutes are those of training, of"
                        + " all threads together. Published figures are means over the authors' ten observations of each task, ours"
                        + " over ten others, drawn from the same model.\n\n");
        page.append(String.format(
                Locale.ROOT,
                "%d of %d are better than NPE (bold), and %d of %d goals are reached.%n%n",
                better,
                known,
                reached,
                known));
        page.append(
                "| task | simulations | C2ST | CPU minutes | NPE | best known | goal |\n|---|---|---|---|---|---|---|\n");
        all.forEach(made -> page.append(row(made)));
        page.append("\n");
        page.append("- commands: ").append(distinct(all, Made::command)).append("\n");
        page.append("- commits: ").append(distinct(all, Made::commit)).append("\n");
        page.append("- ")
                .append(distinct(
                        all, made -> AccuracyResults.words(made.result().setup())))
                .append("\n");
        return page.toString();
    }

    private static String distinct(List<Made> all, Function<Made, String> what) {
        return all.stream().map(what).distinct().collect(Collectors.joining("; "));
    }

    private static Optional<Accuracies> figures(Made made) {
        Result result = made.result();
        return Tasks.named(result.task()).published().at(result.simulations());
    }

    private static boolean beats(Made made) {
        return figures(made)
                .filter(figure -> made.result().accuracy().mean() < figure.npe())
                .isPresent();
    }

    private static boolean reaches(Made made) {
        return figures(made)
                .filter(figure -> made.result().accuracy().mean() <= figure.goal())
                .isPresent();
    }

    private static String row(Made made) {
        Result result = made.result();
        Estimate c2st = result.accuracy();
        String mean = String.format(Locale.ROOT, beats(made) ? "**%.3f**" : "%.3f", c2st.mean());
        return String.format(
                Locale.ROOT,
                "| %s | %d | %s ± %.3f | %.2f | %s | %s | %s |%n",
                result.task(),
                result.simulations(),
                mean,
                c2st.se(),
                result.fitMinutes(),
                figures(made).map(f -> number(f.npe())).orElse(""),
                figures(made)
                        .map(f -> number(f.best()) + (f.sequential() ? "*" : ""))
                        .orElse(""),
                figures(made)
                        .map(f -> number(f.goal()) + (reaches(made) ? " ✓" : missed(c2st, f)))
                        .orElse(""));
    }

    private static String missed(Estimate c2st, Accuracies figure) {
        return String.format(Locale.ROOT, ", missed by %.3f", c2st.mean() - figure.goal());
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }
}
