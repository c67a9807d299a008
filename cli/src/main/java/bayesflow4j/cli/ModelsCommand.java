package bayesflow4j.cli;

import bayesflow4j.catalog.ModelFamily;
import bayesflow4j.catalog.Models;
import bayesflow4j.catalog.Options;
import bayesflow4j.model.Column;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.distribution.Support;
import bayesflow4j.storage.Json;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./bayesflow models}: lists the generative models. */
@Command(name = "models", description = "Lists the generative models.", mixinStandardHelpOptions = true)
final class ModelsCommand implements Runnable {
    @Option(names = "--json", description = "print JSON instead of text")
    private boolean json;

    @Spec
    private CommandSpec spec;

    private record Entry(
            String name,
            String description,
            List<ParameterEntry> parameters,
            Data data,
            List<OptionEntry> options,
            boolean exactPosterior,
            String reference) {}

    /** {@code support} has the finite bounds, as {@code lower} and {@code upper}. */
    private record ParameterEntry(String name, String prior, Map<String, Double> support) {}

    private record OptionEntry(String name, String defaultValue, String meaning) {}

    private record Data(String kind, List<String> columns, int leastObservations, int mostObservations) {}

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        List<Entry> entries =
                Models.families().stream().map(ModelsCommand::entry).toList();
        if (json) out.println(Json.indented(entries));
        else entries.forEach(entry -> print(out, entry));
        out.flush();
    }

    private static Entry entry(ModelFamily family) {
        GenerativeModel model = family.model(Options.defaults(family));
        List<String> notation = model.prior().notation();
        List<ParameterEntry> parameters = IntStream.range(0, notation.size())
                .mapToObj(i -> {
                    Support support = model.prior().parameters().get(i).support();
                    return new ParameterEntry(
                            model.prior().parameters().get(i).name(), notation.get(i), finite(support));
                })
                .toList();
        Data data = new Data(
                model.kind().name().toLowerCase(Locale.ROOT),
                model.columns().stream().map(Column::name).toList(),
                model.count().least(),
                model.count().most());
        List<OptionEntry> options = family.options().stream()
                .map(o -> new OptionEntry(o.name(), o.fallback(), o.meaning()))
                .toList();
        boolean exact = family.exactPosterior(Options.defaults(family)).isPresent();
        return new Entry(family.name(), family.description(), parameters, data, options, exact, model.reference());
    }

    private static Map<String, Double> finite(Support support) {
        Map<String, Double> bounds = new LinkedHashMap<>();
        if (Double.isFinite(support.lower())) bounds.put("lower", support.lower());
        if (Double.isFinite(support.upper())) bounds.put("upper", support.upper());
        return bounds;
    }

    private static void print(PrintWriter out, Entry entry) {
        out.println(entry.name + ": " + entry.description);
        entry.parameters.forEach(p -> out.println("    " + p.name + " ~ " + p.prior));
        String rows = entry.data.leastObservations == entry.data.mostObservations
                ? Integer.toString(entry.data.mostObservations)
                : entry.data.leastObservations + " to " + entry.data.mostObservations;
        out.println(
                "    data: " + entry.data.kind + ", " + rows + " × (" + String.join(", ", entry.data.columns) + ")");
        entry.options.forEach(o -> out.println("    option " + o.name + "=" + o.defaultValue + ": " + o.meaning));
        if (entry.exactPosterior) out.println("    exact posterior available");
        out.println("    reference: " + entry.reference);
        out.println();
    }
}
