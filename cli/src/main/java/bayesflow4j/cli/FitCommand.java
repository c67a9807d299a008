package bayesflow4j.cli;

import bayesflow4j.catalog.Models;
import bayesflow4j.data.DataFileException;
import bayesflow4j.data.WholeDirectory;
import bayesflow4j.external.OpenModel;
import bayesflow4j.inference.ObservedData;
import bayesflow4j.method.CaseFit;
import bayesflow4j.method.CaseMethod;
import bayesflow4j.method.Fitting;
import bayesflow4j.method.TrainingListener;
import bayesflow4j.method.TrainingStopped;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.HandMadeStatistics;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Schema;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.FieldException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./bayesflow fit MODEL DATA}: the posterior of one data set, for simulators that are too slow to train for all. */
@Command(
        name = "fit",
        description = {
            "Finds the posterior of one data set with a few thousand simulations around it.",
            "Writes what infer writes, with rounds.csv and the rounds in the report.",
            "Simulations are kept in DIR.state, also on Ctrl-C; with --resume none that is kept is made again."
        },
        footer = {
            "",
            "Examples:",
            "  bayesflow fit model.yaml data.csv --method tsnpe --simulations 3000 -o posterior",
            "  bayesflow fit model.yaml data.csv --method tsnpe --simulations 3000 -o posterior --resume",
            "  bayesflow fit lfm data.csv --method snpe-c --statistics --check -o posterior",
            "  bayesflow fit lfm data.csv --method smc-abc --distance columns --epsilon 0.05 -o posterior"
        },
        mixinStandardHelpOptions = true)
final class FitCommand implements Callable<Integer> {
    private static final Duration NO_INTERVAL = Duration.ZERO;
    private static final int CHECK_DRAWS = 200;

    @Mixin
    private ModelArgument argument;

    @Parameters(index = "1", paramLabel = "DATA", description = "one observed data set, CSV or NPZ")
    private Path file;

    @Mixin
    private CaseOptions options;

    @Mixin
    private SettingsOption settings;

    @Option(
            names = "--statistics",
            description = "use the model's hand-made statistics of the data instead of the data (lfm has 28)")
    private boolean statistics;

    @Option(
            names = {"-n", "--draws"},
            defaultValue = "2000",
            paramLabel = "L",
            description = "draws from the posterior; default: ${DEFAULT-VALUE}")
    private int draws;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description = "directory for the results")
    private Optional<Path> output = Optional.empty();

    @Option(
            names = "--check",
            arity = "0..1",
            fallbackValue = "100",
            paramLabel = "K",
            description =
                    "test the fit on K data sets simulated around the posterior, 100 if K is not given; this costs"
                            + " simulations")
    private Optional<Integer> check = Optional.empty();

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "S",
            description = "random seed; default: ${DEFAULT-VALUE}")
    private long seed;

    @Option(
            names = "--threads",
            paramLabel = "T",
            description =
                    "number of threads, which does not affect the result; default: all cores, or as many as workers")
    private Optional<Integer> threads = Optional.empty();

    @Option(names = "--resume", description = "continue from DIR.state, with the same settings")
    private boolean resume;

    @Option(names = "--force", description = "overwrite existing files")
    private boolean force;

    @Option(names = "--explain", description = "print all settings in the form of a model file and exit")
    private boolean explain;

    @Option(names = "--quiet", description = "print nothing but errors")
    private boolean quiet;

    @Option(names = "--json", description = "print summary.json instead of a table")
    private boolean json;

    @Spec
    private CommandSpec spec;

    /** What a method is asked: a model and a data set, perhaps replaced by their statistics. */
    private record Case(GenerativeModel model, Observations x) {}

    @Override
    public Integer call() throws IOException {
        if (draws < 1) throw wrong("-n: expected at least 1 draw, got " + draws);
        if (check.isPresent() && check.get() < 10)
            throw wrong("--check: expected at least 10 data sets, got " + check.get());
        CaseMethod chosen = options.method();
        try (OpenModel opened = argument.open()) {
            try {
                return run(chosen, opened);
            } catch (FieldException e) {
                RuntimeException placed = settings.wrong(e, opened);
                throw placed == e ? wrong(e.getMessage()) : placed;
            }
        }
    }

    private int run(CaseMethod chosen, OpenModel opened) throws IOException {
        GenerativeModel model = opened.model();
        ObservedData data = data(model);
        Case asked = asked(model, data.sets().getFirst());
        Fitting fitting = fitting(settings.of(opened));
        Map<String, Object> all = chosen.settings(asked.model, fitting);
        if (explain) {
            spec.commandLine().getOut().print(SettingsText.of(all, chosen.meanings()));
            return 0;
        }
        WholeDirectory directory =
                WholeDirectory.at(output.orElseThrow(() -> wrong("Missing required option: '--output=DIR'")), force);
        requireOwnState();
        return fit(chosen, asked, opened, data, fitting, directory);
    }

    private ObservedData data(GenerativeModel model) {
        boolean vector = model.count().most() == 1;
        Schema any = Schema.of(vector ? model : model.withCount(ObservationCount.between(1, Integer.MAX_VALUE)));
        ObservedData data = ObservedData.read(List.of(file), any);
        if (data.sets().size() != 1)
            throw new DataFileException(
                    file,
                    "expected one data set, got " + data.sets().size()
                            + "; fit each on its own, or train a network for all of them");
        if (!quiet) data.notes().forEach(note -> spec.commandLine().getErr().println("note: " + note));
        return data;
    }

    private Case asked(GenerativeModel model, Observations x) {
        if (!statistics) return new Case(model.given(x), x);
        Optional<HandMadeStatistics> own = model.ready() ? Models.statistics(model.name()) : Optional.empty();
        HandMadeStatistics known = own.orElseThrow(() -> wrong("--statistics: " + model.name()
                + " has no hand-made statistics; a model of your own can return them as its data"));
        return new Case(known.applied(model, x.count()), known.applied(x));
    }

    private Path state() {
        Path place = output.orElseThrow();
        return place.resolveSibling(place.getFileName() + ".state");
    }

    private void requireOwnState() {
        if (Files.exists(state()) && !resume && !force)
            throw new IllegalStateException(
                    state() + " exists from another run; add --resume to continue it, or --force to start over");
        if (resume && !Files.exists(state()) && !quiet)
            spec.commandLine().getErr().println("No state " + state() + " found: the fit starts from the beginning.");
    }

    private Fitting fitting(Map<String, Object> sections) {
        int cores = Runtime.getRuntime().availableProcessors();
        int wanted = threads.orElse(Math.max(cores, argument.workers().orElse(cores)));
        if (wanted < 1) throw wrong("--threads: expected at least 1, got " + wanted);
        try {
            return options.in(Fitting.DEFAULT.withSettings(sections))
                    .withSeed(new Seed(seed))
                    .withThreads(wanted);
        } catch (IllegalArgumentException e) {
            throw wrong("--" + e.getMessage());
        }
    }

    private int fit(
            CaseMethod chosen,
            Case asked,
            OpenModel opened,
            ObservedData data,
            Fitting fitting,
            WholeDirectory directory)
            throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        TrainingProgress progress = new TrainingProgress(err, TrainingProgress.isTerminal());
        TrainingListener listener = event -> {
            if (!quiet) progress.on(event);
        };
        Fitting.Checkpointing kept = new Fitting.Checkpointing(state(), NO_INTERVAL, resume);
        try (Interruption interruption = new Interruption()) {
            try {
                CaseFit fit = chosen.fit(
                        asked.model,
                        asked.x,
                        fitting.withListener(listener)
                                .withStop(interruption::requested)
                                .withCheckpointing(kept));
                Optional<CaseFit.Around> around =
                        check.map(sets -> fit.check().around(sets, CHECK_DRAWS, new Seed(seed).child("check")));
                progress.clear();
                FitResults results = FitResults.of(opened, data, fit, around, new Seed(seed), draws);
                directory.write(results::write);
                print(results);
                return 0;
            } catch (TrainingStopped stopped) {
                progress.clear();
                err.println("Stopped; all simulations that are done are in " + state()
                        + ". To continue, run the same command with --resume.");
                return TrainCommand.INTERRUPTED;
            }
        }
    }

    private void print(FitResults results) {
        PrintWriter out = spec.commandLine().getOut();
        results.notes().forEach(spec.commandLine().getErr()::println);
        if (json) {
            out.println(results.inference().json());
        } else if (!quiet) {
            out.print(results.text());
            out.println("Report: " + output.orElseThrow().resolve("report.html"));
        }
        out.flush();
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
