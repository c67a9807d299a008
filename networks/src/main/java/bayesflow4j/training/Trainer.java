package bayesflow4j.training;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.method.Fitting.Checkpointing;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.method.TrainingListener;
import bayesflow4j.method.TrainingStopped;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.random.Seed;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Trains an amortized posterior for a generative model. The result depends on model, design, plan and seed, never on
 * the number of threads; only a time budget makes it depend on the machine.
 *
 * @param method the name of the method, recorded in the provenance of the result
 * @param threads the number of threads that optimize, and of threads that simulate meanwhile; with 1,
 *     never two at once
 * @param table stored simulations to train on, instead of simulating
 * @param criterion what is minimized; one for proposals needs stored simulations
 * @param stop polled between steps; once true, training writes a checkpoint and ends with a {@link TrainingStopped}
 */
public record Trainer(
        String method,
        GenerativeModel model,
        NetworkDesign design,
        TrainingPlan plan,
        Seed seed,
        int threads,
        TrainingListener listener,
        Optional<Checkpointing> checkpointing,
        Optional<SimulationTable> table,
        Criterion criterion,
        BooleanSupplier stop) {

    private static final String FLOW = new FlowMethod().name();

    /** Refuses a design or a table that does not fit the model. */
    public Trainer {
        if (threads < 1) throw new IllegalArgumentException("threads: expected at least 1, got " + threads);
        design.requireFits(model);
        table.ifPresent(t -> t.requireFits(model));
        if (!(criterion instanceof Criterion.Likelihood) && table.isEmpty())
            throw new IllegalArgumentException("criterion: expected stored simulations for " + criterion);
        if (plan.surrogate() > 0) Augmentation.requireFits(model, table, criterion);
        if (criterion instanceof Criterion.Atomic && design.regression())
            throw new IllegalArgumentException(
                    "design: expected no regression before the head, whose atoms would then" + " depend on the data");
    }

    /** A trainer with the default design and plan for the model's kind of data, on all cores. */
    public static Trainer of(GenerativeModel model) {
        return new Trainer(
                FLOW,
                model,
                NetworkDesign.of(model),
                TrainingPlan.of(model),
                new Seed(1),
                Runtime.getRuntime().availableProcessors(),
                TrainingListener.SILENT,
                Optional.empty(),
                Optional.empty(),
                new Criterion.Likelihood(),
                () -> false);
    }

    /** With the design and plan that suit so many stored simulations, for a single network, on all cores. */
    public static Trainer of(GenerativeModel model, SimulationTable table) {
        return of(model)
                .withDesign(NetworkDesign.of(model, table.size()))
                .withPlan(TrainingPlan.of(model, table.size()).withMembers(1))
                .withTable(table);
    }

    /** The same with networks of this design. */
    public Trainer withDesign(NetworkDesign design) {
        return new Trainer(method, model, design, plan, seed, threads, listener, checkpointing, table, criterion, stop);
    }

    /** The same with this plan. */
    public Trainer withPlan(TrainingPlan plan) {
        return new Trainer(method, model, design, plan, seed, threads, listener, checkpointing, table, criterion, stop);
    }

    /** The same for this many steps. */
    public Trainer withSteps(long steps) {
        return withPlan(plan.withSteps(steps));
    }

    /** The same with this seed. */
    public Trainer withSeed(Seed seed) {
        return new Trainer(method, model, design, plan, seed, threads, listener, checkpointing, table, criterion, stop);
    }

    /** The same on this many threads. */
    public Trainer withThreads(int threads) {
        return new Trainer(method, model, design, plan, seed, threads, listener, checkpointing, table, criterion, stop);
    }

    /** The same with this listener. */
    public Trainer withListener(TrainingListener listener) {
        return new Trainer(method, model, design, plan, seed, threads, listener, checkpointing, table, criterion, stop);
    }

    /** The same with its state saved at intervals. */
    public Trainer withCheckpointing(Checkpointing checkpointing) {
        return new Trainer(
                method,
                model,
                design,
                plan,
                seed,
                threads,
                listener,
                Optional.of(checkpointing),
                table,
                criterion,
                stop);
    }

    /** The same on stored simulations. */
    public Trainer withTable(SimulationTable table) {
        return new Trainer(
                method,
                model,
                design,
                plan,
                seed,
                threads,
                listener,
                checkpointing,
                Optional.of(table),
                criterion,
                stop);
    }

    /** The same, minimizing this criterion. */
    public Trainer withCriterion(Criterion criterion) {
        return new Trainer(method, model, design, plan, seed, threads, listener, checkpointing, table, criterion, stop);
    }

    /** The same with this condition for stopping early. */
    public Trainer withStop(BooleanSupplier stop) {
        return new Trainer(method, model, design, plan, seed, threads, listener, checkpointing, table, criterion, stop);
    }

    /** The rows of the stored simulations that validate and do not train; none without stored simulations. */
    public int[] heldOut() {
        return table.map(t -> Simulations.validating(t, plan, seed)).orElse(new int[0]);
    }

    /**
     * Trains until the plan's budget is used up.
     *
     * @throws IllegalStateException if the plan asks for several members or a surrogate, which {@link NeuralMethod#fit} trains
     */
    public AmortizedPosterior train() {
        if (plan.members() > 1)
            throw new IllegalStateException("members: expected 1 for a single network, got " + plan.members());
        if (plan.surrogate() > 0)
            throw new IllegalStateException("surrogate: expected 0 for a single network, got " + plan.surrogate());
        try (Run run = new Run(this, System::nanoTime)) {
            return run.train();
        }
    }
}
