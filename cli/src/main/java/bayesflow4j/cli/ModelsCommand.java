package bayesflow4j.cli;

import bayesflow4j.model.Column;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ModelFamily;
import bayesflow4j.model.Models;
import bayesflow4j.model.Options;
import bayesflow4j.model.Support;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./bayesflow models}: which generative models there are. */
@Command(name = "models", description = "Lists the generative models.", mixinStandardHelpOptions = true)
final class ModelsCommand implements Runnable {
    @picocli.CommandLine.Option(names = "--json", description = "print JSON instead of text")
    private boolean json;

    @Spec
    private CommandSpec spec;

    private record Entry(
            String name,
            String description,
            List<ParameterEntry> parameters,
            Data data,
            List<ModelFamily.Option> options,
            boolean exactPosterior,
            String reference) {}

    /** Bounds are left out where they are infinite. */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    private record ParameterEntry(String name, String prior, Optional<Double> lower, Optional<Double> upper) {}

    private record Data(String kind, List<String> columns, int leastObservations, int mostObservations) {}

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        List<Entry> entries =
                Models.families().stream().map(ModelsCommand::entry).toList();
        if (json) out.println(Json.of(entries));
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
                            model.prior().parameters().get(i).name(),
                            notation.get(i),
                            Optional.of(support.lower()).filter(Double::isFinite),
                            Optional.of(support.upper()).filter(Double::isFinite));
                })
                .toList();
        Data data = new Data(
                model.kind().name().toLowerCase(Locale.ROOT),
                model.columns().stream().map(Column::name).toList(),
                model.count().least(),
                model.count().most());
        boolean exact = family.exactPosterior(Options.defaults(family)).isPresent();
        return new Entry(
                family.name(), family.description(), parameters, data, family.options(), exact, model.reference());
    }

    private static void print(PrintWriter out, Entry entry) {
        out.println(entry.name + ": " + entry.description);
        entry.parameters.forEach(p -> out.println("    " + p.name + " ~ " + p.prior));
        String rows = entry.data.leastObservations == entry.data.mostObservations
                ? Integer.toString(entry.data.mostObservations)
                : entry.data.leastObservations + " to " + entry.data.mostObservations;
        out.println(
                "    data: " + entry.data.kind + ", " + rows + " × (" + String.join(", ", entry.data.columns) + ")");
        entry.options.forEach(o -> out.println("    option " + o.name() + "=" + o.fallback() + ": " + o.meaning()));
        if (entry.exactPosterior) out.println("    exact posterior known");
        out.println("    reference: " + entry.reference);
        out.println();
    }
}
