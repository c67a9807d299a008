package bayesflow4j.server.studio;

import bayesflow4j.catalog.Methods;
import bayesflow4j.external.OpenModel;
import bayesflow4j.method.Fitting;
import bayesflow4j.method.TrainingEvent;
import bayesflow4j.method.TrainingStopped;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.EstimatorFile;
import bayesflow4j.storage.Json;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A training in a process of its own, so that nothing that goes wrong in it can hurt the studio. It reads its {@link Task} as a
 * line of JSON and writes a line for each event. It saves its state and ends when its input says {@code stop} or ends.
 */
final class TrainingProcess {
    private static final Duration CHECKPOINT_INTERVAL = Duration.ofSeconds(20);

    private final PrintStream out;
    private volatile boolean stop;

    private TrainingProcess(PrintStream out) {
        this.out = out;
    }

    /** Reads the task from the standard input and works until it is done or stopped. */
    public static void main(String[] arguments) throws IOException {
        PrintStream events = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        // Only events may go to the standard output, whatever a simulator prints.
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PageFields order = PageFields.parse(in.readLine());
        new TrainingProcess(events).run(order, in);
        System.exit(0);
    }

    private void run(PageFields order, BufferedReader in) {
        Thread.ofPlatform().daemon().start(() -> listen(in));
        Task task = Task.of(order.object("task"));
        Path output = Path.of(order.text("output"));
        try (OpenModel opened = OpenModel.of(task.source(), Runtime.getRuntime().availableProcessors())) {
            Path checkpoint = Runs.checkpoint(output);
            Fitting fitting = Fitting.DEFAULT
                    .withSettings(task.settings())
                    .withBudget(task.budget())
                    .withSeed(new Seed(task.seed()))
                    .withCheckpointing(new Fitting.Checkpointing(checkpoint, CHECKPOINT_INTERVAL, true))
                    .withListener(this::tell)
                    .withStop(() -> stop);
            Estimator estimator = Methods.named(task.method()).fit(opened.model(), fitting);
            EstimatorFile.write(estimator, output);
            Files.deleteIfExists(checkpoint);
            tell("done", Map.of("seconds", estimator.provenance().seconds()));
        } catch (TrainingStopped e) {
            tell("stopped", Map.of("step", e.step()));
        } catch (RuntimeException | IOException e) {
            tell("failed", Map.of("message", Fault.message(e)));
        }
    }

    private void listen(BufferedReader in) {
        try {
            String line = in.readLine();
            while (line != null && !line.equals("stop")) line = in.readLine();
        } catch (IOException e) {
            // An input that breaks has ended.
        }
        stop = true;
    }

    private void tell(TrainingEvent event) {
        switch (event) {
            case TrainingEvent.Progress p -> {
                Map<String, Object> fields = new LinkedHashMap<>();
                fields.put("step", p.step());
                fields.put("total", p.totalSteps());
                fields.put("loss", p.loss());
                if (Double.isFinite(p.validationLoss())) fields.put("validation", p.validationLoss());
                fields.put("rate", p.rate());
                fields.put("simulations_per_second", p.simulationsPerSecond());
                fields.put("waiting", p.waitingShare());
                fields.put("seconds_left", p.secondsLeft());
                tell("progress", fields);
            }
            case TrainingEvent.Working w ->
                tell("working", Map.of("what", w.what(), "done", w.done(), "total", w.total()));
            case TrainingEvent.Part p ->
                tell("working", Map.of("what", p.what(), "done", Math.round(100 * p.share()), "total", 100));
            case TrainingEvent.Validated v -> tell("validated", Map.of("step", v.step(), "validation", v.loss()));
            case TrainingEvent.Restarted r -> tell("note", Map.of("text", "restarted: " + r.reason()));
            case TrainingEvent.Resumed r -> tell("note", Map.of("text", "resumed after step " + r.step()));
            case TrainingEvent.RateReduced r ->
                tell("note", Map.of("text", "learning rate reduced at step " + r.step()));
            case TrainingEvent.EndedEarly e -> tell("note", Map.of("text", "ended early at step " + e.step()));
            case TrainingEvent.KeptBest k -> tell("note", Map.of("text", "kept the weights of step " + k.bestStep()));
            case TrainingEvent.Saved s -> tell("saved", Map.of("step", s.step()));
            case TrainingEvent.Member member -> {
                // The members of an ensemble train alike: the first speaks for all.
                if (member.index() == 0) tell(member.event());
            }
            case TrainingEvent.Racing racing -> tell(racing.event());
            case TrainingEvent.Compared compared ->
                tell("note", Map.of("text", "designs that go on: " + String.join(", ", compared.left())));
            case TrainingEvent.Finished f -> {
                if (f.failures().count() > 0)
                    tell("note", Map.of("text", f.failures().report()));
            }
        }
    }

    private void tell(String event, Map<String, Object> fields) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("event", event);
        all.putAll(fields);
        synchronized (out) {
            out.println(Json.write(all));
        }
    }
}
