package bayesflow4j.benchmarks;

import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.catalog.Models;
import bayesflow4j.head.flow.CouplingDesign;
import bayesflow4j.head.flow.CouplingHead;
import bayesflow4j.method.Budget;
import bayesflow4j.method.TrainingEvent;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.random.Seed;
import bayesflow4j.summary.Convolutional;
import bayesflow4j.summary.Identity;
import bayesflow4j.summary.Invariant;
import bayesflow4j.summary.Recurrent;
import bayesflow4j.summary.SummaryNetwork;
import bayesflow4j.training.Trainer;
import bayesflow4j.training.TrainingPlan;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** Q2, the whole pipeline: each of the paper's models simulated and trained with the paper's design, on all cores. */
public final class TrainingSpeed {
    private TrainingSpeed() {}

    /** The throughput of one training run, and the share of time spent waiting for simulations. */
    public record Result(
            String model, int batch, double stepsPerSecond, double simulationsPerSecond, double waitingShare) {}

    /** A model with the design and batch size of the paper's experiment. */
    private record Pipeline(String model, SummaryNetwork summary, int blocks, int batch, Integer... hidden) {}

    private static final List<Pipeline> PIPELINES = List.of(
            new Pipeline("mvn", new Identity(), 3, 64, 64, 64, 64),
            new Pipeline("gmm", new Identity(), 5, 128, 64, 64, 64),
            new Pipeline("regression", Invariant.PAPER.withModules(2), 10, 64, 64, 64, 64),
            new Pipeline("ricker", new Recurrent(64, 64, 64), 10, 64, 64, 64, 64, 64),
            new Pipeline("lfm", Invariant.PAPER, 10, 32, 64, 64, 64, 64),
            new Pipeline("sir", Convolutional.PAPER, 5, 64, 64, 64, 64),
            new Pipeline("lotka-volterra", new Recurrent(64, 64, 9), 5, 64, 64, 64, 64));

    /** The names of the models, in order. */
    public static List<String> models() {
        return PIPELINES.stream().map(Pipeline::model).toList();
    }

    /** Trains the named model for about this many seconds. */
    public static Result measure(String model, double seconds) {
        Pipeline p = PIPELINES.stream()
                .filter(pipeline -> pipeline.model.equals(model))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("model: expected one of " + models() + ", got " + model));
        GenerativeModel chosen = Models.named(p.model);
        AtomicReference<TrainingEvent.Progress> last = new AtomicReference<>();
        Trainer.of(chosen)
                .withDesign(new NetworkDesign(
                        p.summary, new CouplingHead(p.blocks, CouplingDesign.PAPER.withHidden(p.hidden)), false))
                .withPlan(TrainingPlan.PAPER
                        .withBatch(p.batch)
                        .withBudget(new Budget.Minutes(seconds / 60))
                        .withValidation(Integer.MAX_VALUE, 64))
                .withSeed(new Seed(1))
                .withListener(event -> {
                    if (event instanceof TrainingEvent.Progress progress) last.set(progress);
                })
                .train();
        TrainingEvent.Progress end = last.get();
        return new Result(
                p.model, p.batch, end.simulationsPerSecond() / p.batch, end.simulationsPerSecond(), end.waitingShare());
    }
}
