package bayesflow4j.experiments;

import bayesflow4j.diagnostics.Verdict;
import bayesflow4j.report.Figure;
import bayesflow4j.report.Notice;
import bayesflow4j.report.Report;
import bayesflow4j.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** {@link Results} as a Markdown page and as a report. */
final class ResultsPage {
    private ResultsPage() {}

    static String markdown(Results results) {
        StringBuilder page = new StringBuilder("# " + results.experiment().title() + "\n\n" + goals(results) + "\n\n");
        for (Goal goal : missed(results))
            page.append("- missed: ").append(Tables.sentence(goal)).append('\n');
        for (Table table : tables(results, best -> "**" + best + "**")) page.append(markdown(table));
        for (String note : results.findings().notes())
            page.append('\n').append(note).append('\n');
        for (Figure figure : results.findings().figures())
            page.append("\n## ")
                    .append(figure.title())
                    .append("\n\n")
                    .append(figure.reading())
                    .append("\n\n![" + figure.title() + "](figures/" + figure.name() + ".png)\n");
        page.append("\n## Provenance\n\n");
        facts(results).forEach((name, value) -> page.append("- " + name + ": " + value + "\n"));
        return page.toString();
    }

    private static List<Table> tables(Results results, UnaryOperator<String> emphasis) {
        List<Table> tables = new ArrayList<>();
        List<Section> compared = results.findings().compared();
        if (!compared.isEmpty()) tables.add(ComparisonTable.of(compared, emphasis));
        tables.addAll(Tables.of(results.findings().sections()));
        return tables;
    }

    private static String markdown(Table table) {
        StringBuilder text = new StringBuilder("\n**" + table.title() + "**\n\n");
        text.append(row(table.header()));
        text.append("|").append("---|".repeat(table.header().size())).append('\n');
        for (List<String> cells : table.rows()) text.append(row(cells));
        return text.toString();
    }

    private static String row(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }

    static Report report(Results results) {
        List<Goal> missed = missed(results);
        Report report = Report.titled(results.experiment().title())
                .with(new Notice(missed.isEmpty() ? Verdict.Grade.GOOD : Verdict.Grade.FAIR, goals(results)));
        for (Goal goal : missed)
            report = report.with(new Notice(Verdict.Grade.POOR, "Missed: " + Tables.sentence(goal) + "."));
        for (Table table : tables(results, best -> "★ " + best)) report = report.with(table);
        List<List<String>> notes =
                results.findings().notes().stream().map(List::of).toList();
        if (!notes.isEmpty()) report = report.with(new Table("Notes", List.of(""), notes));
        for (Figure figure : results.findings().figures()) report = report.with(figure);
        for (Map.Entry<String, String> fact : facts(results).entrySet())
            report = report.withProvenance(fact.getKey(), fact.getValue());
        return report;
    }

    private static List<Goal> missed(Results results) {
        return results.goals().stream().filter(goal -> !goal.isMet()).toList();
    }

    private static String goals(Results results) {
        if (results.goals().isEmpty()) return "This experiment has no goals.";
        return results.goalsMet() + " of " + results.goals().size()
                + " goals are reached"
                + (results.effort() == Effort.SMOKE ? ", by networks with minimal training" : "")
                + ". Numbers are means ± one standard error over the test data sets; within one standard"
                + " error counts as reached.";
    }

    private static Map<String, String> facts(Results results) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("command", results.made().command());
        facts.put("commit", results.made().commit());
        facts.put("seed", Long.toString(results.seed()));
        facts.put("budget", results.effort().name().toLowerCase(Locale.ROOT));
        facts.put("machine", Circumstances.machine());
        facts.put("finished", results.finished().toString());
        facts.put(
                "tested on",
                results.findings().all().stream()
                        .map(s -> s.metrics().dataSets() + " data sets × "
                                + s.metrics().draws() + " draws")
                        .distinct()
                        .collect(Collectors.joining(", ")));
        for (TrainedNetwork network : results.networks())
            facts.put(
                    "network " + network.name(),
                    String.format(
                            Locale.ROOT,
                            "%d steps on %d simulations in %s, %s of processor time; the simulations alone take %s on one core",
                            network.steps(),
                            network.simulations(),
                            Overview.duration(network.trainingSeconds()),
                            Overview.duration(network.processorSeconds()),
                            Overview.duration(network.simulationSeconds())));
        facts.put("total inference time", Overview.duration(results.inferenceSeconds()));
        results.paperHours().ifPresent(hours -> facts.put("the authors' training", hours + " h on a GPU (GTX 1060)"));
        return facts;
    }
}
