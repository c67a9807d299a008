package bayesflow4j.training;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.random.Seed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Trains an amortized posterior for a generative model. The result depends on model, design, plan and seed, never on the
 * number of threads; only a budget in minutes depends on the machine.
 *
 * @param threads that simulate, and as many that optimise
 * @param table stored simulations to train on, instead of simulating
 * @param stop asked between steps: once it is true, training writes a checkpoint and ends with a {@link TrainingStopped}
 */
public record Trainer(
        GenerativeModel model,
        NetworkDesign design,
        TrainingPlan plan,
        Seed seed,
        int threads,
        TrainingListener listener,
        Optional<Checkpointing> checkpointing,
        Optional<SimulationTable> table,
        BooleanSupplier stop) {

    /**
     * Where and how often the state of training is saved.
     *
     * @param resume whether to go on from the file if it is there
     */
    public record Checkpointing(Path path, Duration interval, boolean resume) {}

    public Trainer {
        if (threads < 1) throw new IllegalArgumentException("threads: expected at least 1, got " + threads);
        design.requireFits(model.kind(), model.count().least());
        table.ifPresent(t -> {
            if (t.theta().getFirst().length != model.prior().dimension()
                    || t.x().getFirst().width() != model.width())
                throw new IllegalArgumentException(
                        "table: expected " + model.prior().dimension() + " parameters and "
                                + model.width() + " columns, got " + t.theta().getFirst().length + " and "
                                + t.x().getFirst().width());
        });
    }

    /** With the design and plan that suit the model's data, on all cores. */
    public static Trainer of(GenerativeModel model) {
        return new Trainer(
                model,
                NetworkDesign.of(model),
                TrainingPlan.of(model),
                new Seed(1),
                Runtime.getRuntime().availableProcessors(),
                TrainingListener.SILENT,
                Optional.empty(),
                Optional.empty(),
                () -> false);
    }

    public Trainer withDesign(NetworkDesign design) {
        return new Trainer(model, design, plan, seed, threads, listener, checkpointing, table, stop);
    }

    public Trainer withPlan(TrainingPlan plan) {
        return new Trainer(model, design, plan, seed, threads, listener, checkpointing, table, stop);
    }

    /** With its own plan, for this many steps. */
    public Trainer withSteps(long steps) {
        return withPlan(plan.withSteps(steps));
    }

    public Trainer withSeed(Seed seed) {
        return new Trainer(model, design, plan, seed, threads, listener, checkpointing, table, stop);
    }

    public Trainer withThreads(int threads) {
        return new Trainer(model, design, plan, seed, threads, listener, checkpointing, table, stop);
    }

    public Trainer withListener(TrainingListener listener) {
        return new Trainer(model, design, plan, seed, threads, listener, checkpointing, table, stop);
    }

    public Trainer withCheckpointing(Checkpointing checkpointing) {
        return new Trainer(model, design, plan, seed, threads, listener, Optional.of(checkpointing), table, stop);
    }

    public Trainer withTable(SimulationTable table) {
        return new Trainer(model, design, plan, seed, threads, listener, checkpointing, Optional.of(table), stop);
    }

    public Trainer withStop(BooleanSupplier stop) {
        return new Trainer(model, design, plan, seed, threads, listener, checkpointing, table, stop);
    }

    /** Trains, for as long as the plan's budget says. */
    public AmortizedPosterior train() {
        try (Run run = new Run(this, System::nanoTime)) {
            return run.train();
        }
    }
}
