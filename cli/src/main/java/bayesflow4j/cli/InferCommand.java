package bayesflow4j.cli;

import bayesflow4j.check.LocalCheck;
import bayesflow4j.check.PriorSensitivity;
import bayesflow4j.data.WholeDirectory;
import bayesflow4j.external.OpenModel;
import bayesflow4j.hypotheses.ModelComparison;
import bayesflow4j.inference.Assessment;
import bayesflow4j.inference.EachPosterior;
import bayesflow4j.inference.Inference;
import bayesflow4j.inference.InferenceData;
import bayesflow4j.inference.ObservedData;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.random.Seed;
import bayesflow4j.report.InferenceReport;
import bayesflow4j.report.Report;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
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
            "several named by a column data_set. NPZ: as written by bayesflow simulate.",
            "Writes draws.csv, draws.npz, summary.csv, summary.json, report.html and figures; for a comparison of",
            "models probabilities.csv, bayes-factors.csv, comparison.json, report.html and figures."
        },
        footer = {
            "",
            "Examples:",
            "  bayesflow infer net.safetensors school.csv -o posterior",
            "  bayesflow infer net.safetensors a.csv b.csv c.npz -n 10000 -o posterior",
            "  bayesflow infer comparison.safetensors a.csv -o compared",
            "  bayesflow infer net.safetensors lakes.csv --format netcdf,stan -o posterior",
            "  bayesflow infer net.safetensors patients.parquet --spark spark://host:7077 -o posterior"
        },
        mixinStandardHelpOptions = true)
final class InferCommand implements Callable<Integer> {
    private static final int SHOWN_SETS = 10;
    private static final int CHECK_SIMULATIONS = 200;

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

    @Option(
            names = "--format",
            split = ",",
            paramLabel = "FORMAT",
            description = {
                "more files: netcdf writes posterior.nc for ArviZ and xarray, stan writes stan/NAME.csv for R's posterior"
            })
    private List<Format> formats = List.of();

    /** Files that are written on demand. */
    enum Format {
        NETCDF,
        STAN
    }

    @Mixin
    private BulkOption bulk;

    @Mixin
    private NetworkArgument.ModelOption model;

    @Mixin
    private ComparisonArgument compared;

    @Option(
            names = "--networks",
            split = ",",
            paramLabel = "NET",
            description = {
                "for a comparison: trained networks of its models; the report then shows what each model",
                "predicts after it has seen the data, and the average of the models"
            })
    private List<Path> networks = new ArrayList<>();

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "S",
            description = "random seed; default: ${DEFAULT-VALUE}")
    private long seed;

    @Option(
            names = "--check",
            description = {
                "test calibration near each data set, on " + CHECK_SIMULATIONS + " data sets simulated from its",
                "posterior; for networks that know their density"
            })
    private boolean check;

    @Option(names = "--force", description = "overwrite existing files")
    private boolean force;

    @Option(names = "--json", description = "print summary.json instead of a table")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (draws < 1) throw new ParameterException(spec.commandLine(), "-n: expected at least 1 draw, got " + draws);
        if (bulk.chosen()) {
            Estimator estimator = network.read();
            if (estimator instanceof ModelComparison)
                throw new ParameterException(
                        spec.commandLine(), "--spark: expected a network, a comparison of models is asked at home");
            bulk.run(network.path(), draws, new Seed(seed));
            return 0;
        }
        WholeDirectory directory = WholeDirectory.at(output, force);
        Report.prepare();
        Estimator estimator = network.read();
        ObservedData data = ObservedData.read(files, estimator);
        PrintWriter err = spec.commandLine().getErr();
        data.notes().forEach(note -> err.println("note: " + note));
        if (estimator instanceof ModelComparison comparison) {
            new ModelInferring(spec, output, json, new Seed(seed))
                    .run(
                            network.path(),
                            compared.weighted(comparison),
                            data,
                            directory,
                            new Predicting(network, model, compared, networks));
            return 0;
        }
        compared.requireUnused();
        if (!networks.isEmpty())
            throw new ParameterException(
                    spec.commandLine(), "--networks: expected a comparison of models, as written by bayesflow compare");
        Inference drawn = Inference.of(network.path().toString(), estimator, data, draws, new Seed(seed));
        Optional<OpenModel> opened = model.find(estimator);
        try {
            Inference inference = drawn.with(network.derived(estimator, opened))
                    .with(assessment(estimator, drawn, opened.map(OpenModel::model)));
            Optional<Prior> prior =
                    network.prior().or(() -> opened.map(OpenModel::model).map(GenerativeModel::prior));
            directory.write(folder -> {
                inference.write(folder);
                Optional<GenerativeModel> found = opened.map(OpenModel::model);
                Seed own = new Seed(seed);
                if (formats.contains(Format.STAN)) inference.writeStan(folder);
                if (formats.contains(Format.NETCDF))
                    InferenceData.of(inference, estimator.schema(), found, prior, own.child("netcdf"))
                            .write(folder.resolve("posterior.nc"));
                InferenceReport.of(inference, found, prior, own.child("report")).write(folder);
            });
            printResult(inference);
        } finally {
            opened.ifPresent(OpenModel::close);
        }
        return 0;
    }

    private Assessment assessment(Estimator estimator, Inference inference, Optional<GenerativeModel> opened)
            throws IOException {
        if (opened.isPresent())
            network.difference(opened.get().prior())
                    .ifPresent(difference -> spec.commandLine()
                            .getErr()
                            .println("note: the model has another prior than the network was trained with: "
                                    + difference));
        Optional<Prior> prior = network.prior().or(() -> opened.map(GenerativeModel::prior));
        Seed own = new Seed(seed).child("assessment");
        List<PriorSensitivity> sensitivity = inference.draws().parallelStream()
                .flatMap(of -> prior.stream().map(p -> PriorSensitivity.of(p, of, own)))
                .toList();
        return new Assessment(network.standing(estimator), local(estimator, inference, opened), sensitivity);
    }

    private List<LocalCheck> local(Estimator estimator, Inference inference, Optional<GenerativeModel> opened)
            throws IOException {
        if (!check) return List.of();
        GenerativeModel of = opened.orElseThrow(() -> new IllegalStateException("--check simulates, but the model \""
                + estimator.provenance().model() + "\" is not built in; name its file with --model model.yaml"));
        network.requirePrior(of.prior());
        List<LocalCheck> checks = new ArrayList<>();
        for (Observations x : inference.data().sets())
            checks.add(LocalCheck.of(
                    of,
                    estimator,
                    x,
                    CHECK_SIMULATIONS,
                    new Seed(seed).child("local check").child(checks.size())));
        return checks;
    }

    private void printResult(Inference inference) {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        String sentence = inference.likeness().sentence(inference.data().sources());
        if (inference.likeness().warns()) err.println("warning: " + sentence);
        Assessment assessment = inference.assessment();
        if (!assessment.standing().passed())
            err.println("warning: " + assessment.standing().checked());
        assessment.standing().warnings().forEach(warning -> err.println("warning: " + warning));
        if (json) {
            out.println(inference.json());
        } else {
            out.print(TextTable.of(inference.rows(SHOWN_SETS), Set.of(0, 1)));
            int more = inference.draws().size() - SHOWN_SETS;
            if (more > 0) out.println("… and " + more + " more data sets in " + output.resolve("summary.csv"));
            if (!inference.likeness().warns()) out.println(sentence);
            inference.disagreement().ifPresent(d -> out.println(d.sentence()));
            if (assessment.standing().passed())
                out.println(assessment.standing().checked());
            printEach(out, inference);
            if (inference.provenance().simulations() > 0)
                out.println(assessment.standing().trained());
            out.println("Report: " + output.resolve("report.html"));
        }
        out.flush();
    }

    /** What is known about each posterior: of the first data sets in full, of all in a sentence and a file. */
    private void printEach(PrintWriter out, Inference inference) {
        Assessment assessment = inference.assessment();
        for (int k = 0; k < Math.min(SHOWN_SETS, assessment.local().size()); k++)
            out.println(label(inference, k) + assessment.local().get(k).sentence());
        for (int k = 0; k < Math.min(SHOWN_SETS, assessment.sensitivity().size()); k++)
            if (assessment.sensitivity().get(k).warns())
                out.println(
                        label(inference, k) + assessment.sensitivity().get(k).sentence());
        EachPosterior each = inference.each();
        if (inference.draws().size() <= SHOWN_SETS || each.isEmpty()) return;
        if (!assessment.local().isEmpty()) out.println(each.localSentence());
        if (!assessment.sensitivity().isEmpty()) out.println(each.sensitivitySentence());
        out.println("All data sets one by one: " + output.resolve("assessment.csv"));
    }

    private static String label(Inference inference, int k) {
        return inference.draws().size() == 1 ? "" : inference.data().sources().get(k) + ": ";
    }
}
