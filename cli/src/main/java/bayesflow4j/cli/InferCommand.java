package bayesflow4j.cli;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.random.Seed;
import bayesflow4j.report.Report;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
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

/** {@code ./bayesflow infer NETWORK DATA…}: the posteriors of observed data sets. */
@Command(
        name = "infer",
        description = {
            "Draws from the posterior of each data set, and says whether the data are like those of training.",
            "CSV: a header with the names of the columns, in any order; one data set per file, or many told apart by a",
            "column data_set. NPZ: as bayesflow simulate writes it.",
            "Written are draws.csv, draws.npz, summary.csv, summary.json, report.html and figures."
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
            description = "where the results go")
    private Path output;

    @Mixin
    private NetworkArgument.ModelOption model;

    @Option(names = "--seed", defaultValue = "1", paramLabel = "S", description = "default: ${DEFAULT-VALUE}")
    private long seed;

    @Option(names = "--force", description = "replace files that exist")
    private boolean force;

    @Option(names = "--json", description = "print summary.json instead of a table")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (draws < 1) throw new ParameterException(spec.commandLine(), "-n: expected at least 1 draw, got " + draws);
        OutputDirectory directory = OutputDirectory.at(output, force);
        AmortizedPosterior posterior = network.read();
        ObservedData data = ObservedData.read(files, posterior);
        PrintWriter err = spec.commandLine().getErr();
        data.notes().forEach(note -> err.println("note: " + note));
        Inference inference = new Inference(
                network.path().toString(),
                posterior.provenance().model(),
                seed,
                data,
                posterior.sample(data.sets(), draws, new Seed(seed).child("inference")),
                Likeness.of(posterior, data.sets(), new Seed(seed)));
        directory.write(folder -> {
            inference.write(folder);
            report(posterior, inference).write(folder);
        });
        tell(inference);
        return 0;
    }

    private Report report(AmortizedPosterior posterior, Inference inference) {
        Optional<ModelArgument.Opened> opened = model.find(posterior);
        try {
            Optional<GenerativeModel> known = opened.map(ModelArgument.Opened::model);
            return InferenceReport.of(inference, known, new Seed(seed).child("report"))
                    .withProvenance("network", network.path().toString())
                    .withProvenance("model", inference.model())
                    .withProvenance("trained", posterior.provenance().trained().toString())
                    .withProvenance("draws", Integer.toString(draws))
                    .withProvenance("seed", Long.toString(seed))
                    .withProvenance("made by", "bayesflow4j " + Version.number());
        } finally {
            opened.ifPresent(ModelArgument.Opened::close);
        }
    }

    private void tell(Inference inference) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        String sentence = inference.likeness().sentence(inference.data().sources());
        if (inference.likeness().warns()) err.println("warning: " + sentence);
        if (json) {
            out.print(Files.readString(output.resolve("summary.json")));
        } else {
            out.print(TextTable.of(inference.rows(SHOWN_SETS), Set.of(0, 1)));
            int more = inference.draws().size() - SHOWN_SETS;
            if (more > 0) out.println("… and " + more + " more data sets in " + output.resolve("summary.csv"));
            if (!inference.likeness().warns()) out.println(sentence);
            out.println("Report: " + output.resolve("report.html"));
        }
        out.flush();
    }
}
