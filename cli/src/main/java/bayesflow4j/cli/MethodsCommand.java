package bayesflow4j.cli;

import bayesflow4j.catalog.CaseMethods;
import bayesflow4j.catalog.Methods;
import bayesflow4j.method.CaseMethod;
import bayesflow4j.method.Method;
import bayesflow4j.storage.Json;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./bayesflow methods}: lists the inference methods. */
@Command(
        name = "methods",
        description = "Lists the inference methods.",
        footer = {
            "",
            "Examples:",
            "  bayesflow train sir --method flow -o sir.safetensors",
            "  bayesflow fit sir data.csv --method tsnpe -o posterior"
        },
        mixinStandardHelpOptions = true)
final class MethodsCommand implements Runnable {
    @Option(names = "--json", description = "print JSON instead of text")
    private boolean json;

    @Spec
    private CommandSpec spec;

    private record Entry(
            String name, String description, String needs, boolean amortized, boolean density, String reference) {}

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        List<Entry> entries = Stream.concat(
                        Methods.all().stream().map(MethodsCommand::entry),
                        CaseMethods.all().stream().map(MethodsCommand::entry))
                .toList();
        if (json) out.println(Json.indented(entries));
        else entries.forEach(entry -> print(out, entry));
        out.flush();
    }

    private static Entry entry(CaseMethod method) {
        return new Entry(
                method.name(),
                method.description(),
                "a simulator and one data set; run by bayesflow fit",
                false,
                method.knowsDensity(),
                method.reference());
    }

    private static Entry entry(Method method) {
        return new Entry(
                method.name(),
                method.description(),
                method.needs(),
                method.amortized(),
                method.knowsDensity(),
                method.reference());
    }

    private static void print(PrintWriter out, Entry entry) {
        out.println(entry.name + ": " + entry.description);
        out.println("    needs " + entry.needs);
        out.println("    "
                + (entry.amortized
                        ? "amortized: one fit serves all data sets"
                        : "not amortized: runs for each data set")
                + (entry.density ? "; knows the posterior density" : "; draws only"));
        if (!entry.reference.isEmpty()) out.println("    reference: " + entry.reference);
        out.println();
    }
}
