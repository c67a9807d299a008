package bayesflow4j.cli;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.catalog.Models;
import bayesflow4j.check.CheckRecord;
import bayesflow4j.check.ModelCheck;
import bayesflow4j.data.DataSets;
import bayesflow4j.data.WholeDirectory;
import bayesflow4j.head.flow.CouplingDesign;
import bayesflow4j.head.flow.CouplingHead;
import bayesflow4j.inference.Inference;
import bayesflow4j.inference.ObservedData;
import bayesflow4j.method.Budget;
import bayesflow4j.method.TrainingStopped;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.models.Influenza;
import bayesflow4j.random.Seed;
import bayesflow4j.report.Report;
import bayesflow4j.storage.EstimatorFile;
import bayesflow4j.summary.Convolutional;
import bayesflow4j.summary.Pool;
import bayesflow4j.training.RateDesign;
import bayesflow4j.training.Trainer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./bayesflow quickstart}: all steps of an analysis, on a textbook outbreak of influenza. */
@Command(
        name = "quickstart",
        description = {
            "Trains a network, checks it, and infers the parameters of an influenza outbreak of 1978.",
            "Takes about a minute and a half."
        },
        footer = {"", "Example:", "  bayesflow quickstart"},
        mixinStandardHelpOptions = true)
final class QuickstartCommand implements Callable<Integer> {
    /** The series always has 14 days: filters that span all of it learn faster than a network for any length. */
    private static final Convolutional SUMMARY = new Convolutional(
            List.of(
                    new Convolutional.Filters(64, 3, 1),
                    new Convolutional.Filters(64, 3, 1),
                    new Convolutional.Filters(128, 10, 1)),
            32,
            Pool.MEAN);

    private static final RateDesign RATE = new RateDesign.Cosine(2e-3f, 200);

    private static final int DRAWS = 4000;
    private static final int CHECKED_SETS = 300;
    private static final int CHECKED_DRAWS = 500;

    @Option(
            names = {"-o", "--output"},
            defaultValue = "quickstart",
            paramLabel = "DIR",
            description = "directory for the results; default: ${DEFAULT-VALUE}")
    private Path output;

    @Option(
            names = "--minutes",
            defaultValue = "1",
            paramLabel = "M",
            description = "training time in minutes; default: ${DEFAULT-VALUE}")
    private double minutes;

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "S",
            description = "random seed; default: ${DEFAULT-VALUE}")
    private long seed;

    @Option(names = "--force", description = "overwrite existing files")
    private boolean force;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (!(minutes > 0 && minutes < 1e6))
            throw new ParameterException(spec.commandLine(), "--minutes: expected above 0, got " + minutes);
        WholeDirectory directory = WholeDirectory.at(output, force);
        GenerativeModel model = Models.named("influenza");
        say("763 boys, 14 days: training on simulated outbreaks for " + Math.round(60 * minutes) + " seconds …");
        try (Interruption interruption = new Interruption()) {
            AmortizedPosterior posterior = train(model, interruption);
            say("Checking on " + CHECKED_SETS + " simulated outbreaks whose β and γ are known …");
            ModelCheck check = ModelCheck.of(model, posterior, CHECKED_SETS, CHECKED_DRAWS, new Seed(seed));
            Inference inference = infer(posterior);
            Outbreak outbreak = Outbreak.of(inference.draws().getFirst());
            Report report = outbreak.report(model, inference.likeness(), check, posterior, new Seed(seed));
            directory.write(folder -> {
                EstimatorFile.write(posterior, folder.resolve("influenza.safetensors"));
                CheckRecord.of(check.verdict(), check.seed(), Instant.now())
                        .store(folder.resolve("influenza.safetensors"));
                data().writeCsv(folder.resolve("school.csv"));
                inference.write(folder);
                report.write(folder);
            });
            printResult(outbreak, inference, report);
            return 0;
        } catch (TrainingStopped stopped) {
            spec.commandLine().getErr().println("Stopped; nothing was written.");
            return TrainCommand.INTERRUPTED;
        }
    }

    private AmortizedPosterior train(GenerativeModel model, Interruption interruption) {
        Trainer trainer = Trainer.of(model);
        return trainer.withDesign(trainer.design()
                        .withSummary(SUMMARY)
                        .withHead(CouplingHead.DEFAULT.withCoupling(CouplingDesign.DEFAULT.withHidden(64, 64))))
                .withPlan(trainer.plan().withRate(RATE).withBudget(new Budget.Minutes(minutes)))
                .withSeed(new Seed(seed))
                .withListener(new TrainingProgress(spec.commandLine().getErr(), TrainingProgress.isTerminal()))
                .withStop(interruption::requested)
                .train();
    }

    private Inference infer(AmortizedPosterior posterior) {
        ObservedData data = ObservedData.of(Influenza.OBSERVED, "British Medical Journal, 4 March 1978");
        return Inference.of("influenza.safetensors", posterior, data, DRAWS, new Seed(seed));
    }

    private static DataSets data() {
        return new DataSets(List.of("in_bed"), List.of(Influenza.OBSERVED));
    }

    private void printResult(Outbreak outbreak, Inference inference, Report report) {
        PrintWriter out = spec.commandLine().getOut();
        out.println();
        out.print(outbreak.table());
        out.println();
        out.println(inference.likeness().sentence(inference.data().sources()));
        out.println(report.verdict().orElseThrow().headline());
        out.println();
        out.println("Report:  " + output.resolve("report.html"));
        String network = output.resolve("influenza.safetensors").toString();
        String school = output.resolve("school.csv").toString();
        out.println("Next:    " + Main.command("infer", network, school, "-o", "posterior"));
        out.flush();
    }

    private void say(String text) {
        spec.commandLine().getErr().println(text);
        spec.commandLine().getErr().flush();
    }
}
