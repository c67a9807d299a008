package bayesflow4j.cli;

import bayesflow4j.data.WholeDirectory;
import bayesflow4j.external.OpenModel;
import bayesflow4j.inference.Inference;
import bayesflow4j.inference.ObservedData;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.random.Seed;
import bayesflow4j.report.InferenceReport;
import bayesflow4j.report.Report;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./bayesflow infer NETWORK DATA…}: infers the posteriors of observed data sets. */
@Command(
        name = "infer",
        description = {
            "Draws from the posterior of each data set, and tests whether the data look like the training data.",
            "CSV: a header with the column names, in any order; one data set per file, or",
            "several identified by a column data_set. NPZ: as written by bayesflow simulate.",
            "Writes draws.csv, draws.npz, summary.csv, summary.json, report.html and figures."
        },
        footer = {
            "",
            "Examples:",
            "  bayesflow infer net.safetensors school.csv -o posterior",
            "  bayesflow infer net.safetensors a.csv b.csv c.npz -n 10000 -o posterior"
        },
        mixinStandardHelpOptions = true)
final class InferCommand implements Callable<Integer> {
    private static final int SHOWN_SETS = 10;

    @Mixin
    private NetworkArgument network;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "DATA", description = "observed data, CSV or NPZ")
    private List<Path> files;

    @Option(
            names = {"-n", "--draws"},
            defaultValue = "2000",
            paramLabel = "L",
            description = "draws per data set; default: ${DEFAULT-VALUE}")
    private int draws;

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "DIR",
            description = "directory for the results")
    private Path output;

    @Mixin
    private NetworkArgument.ModelOption model;

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "S",
            description = "random seed; default: ${DEFAULT-VALUE}")
    private long seed;

    @Option(names = "--force", description = "overwrite existing files")
    private boolean force;

    @Option(names = "--json", description = "print summary.json instead of a table")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (draws < 1) throw new ParameterException(spec.commandLine(), "-n: expected at least 1 draw, got " + draws);
        WholeDirectory directory = WholeDirectory.at(output, force);
        Estimator estimator = network.read();
        ObservedData data = ObservedData.read(files, estimator.schema());
        PrintWriter err = spec.commandLine().getErr();
        data.notes().forEach(note -> err.println("note: " + note));
        Inference inference = Inference.of(network.path().toString(), estimator, data, draws, new Seed(seed));
        directory.write(folder -> {
            inference.write(folder);
            report(estimator, inference).write(folder);
        });
        printResult(inference);
        return 0;
    }

    private Report report(Estimator estimator, Inference inference) {
        Optional<OpenModel> opened = model.find(estimator);
        try {
            return InferenceReport.of(inference, opened.map(OpenModel::model), new Seed(seed).child("report"));
        } finally {
            opened.ifPresent(OpenModel::close);
        }
    }

    private void printResult(Inference inference) {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        String sentence = inference.likeness().sentence(inference.data().sources());
        if (inference.likeness().warns()) err.println("warning: " + sentence);
        if (json) {
            out.println(inference.json());
        } else {
            out.print(TextTable.of(inference.rows(SHOWN_SETS), Set.of(0, 1)));
            int more = inference.draws().size() - SHOWN_SETS;
            if (more > 0) out.println("… and " + more + " more data sets in " + output.resolve("summary.csv"));
            if (!inference.likeness().warns()) out.println(sentence);
            inference.disagreement().ifPresent(d -> out.println(d.sentence()));
            out.println("Report: " + output.resolve("report.html"));
        }
        out.flush();
    }
}
