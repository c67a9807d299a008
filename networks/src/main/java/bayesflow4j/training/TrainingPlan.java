package bayesflow4j.training;

import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.method.Budget;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import java.util.function.Consumer;

/**
 * The settings of a training run. {@link #DEFAULT} is the only place that defines defaults.
 *
 * @param batch data sets per step
 * @param optimizer turns gradients into steps
 * @param validateEvery steps between validations
 * @param validationSets data sets held out for validation, simulated once from a separate stream
 * @param patience validations without improvement after which training ends early and keeps the best weights; 0 for
 *     never
 * @param reductions how often, once patience runs out, training continues from the best weights at a third of the rate
 * @param restarts how often training may roll back to the last good state, at half the rate, after a loss that is not
 *     finite
 * @param members networks that are trained with different seeds and mixed
 * @param surrogate simulations that a surrogate makes, to train on beside stored ones; 0 for none
 */
public record TrainingPlan(
        Budget budget,
        int batch,
        RateDesign rate,
        Optimizer optimizer,
        Reuse reuse,
        int validateEvery,
        int validationSets,
        int patience,
        int reductions,
        int restarts,
        int members,
        int surrogate) {

    private static final int MOST_PARAMETERS_FOR_SOAP = 100;

    /** Fewer stored simulations want a smaller rate and smaller networks ({@code docs/decisions/008}). */
    private static final int MANY_SIMULATIONS = 5000;

    /** With this many, one network takes long enough. */
    private static final int SUFFICIENT_SIMULATIONS = 50_000;

    /** A surrogate is not known to learn enough from fewer. */
    private static final int LEAST_FOR_SURROGATE = 1000;

    private static final int MEMBERS = 3;

    /** Of a wide vector each network learns much noise by heart, but not the same. */
    private static final int MEMBERS_FOR_WIDE = 5;

    /** Simulations of a surrogate: enough for the networks of a large table. */
    private static final int SYNTHETIC = 100_000;

    /** With more parameters than this, SOAP overfits stored simulations before it has learned. */
    private static final int FEW_PARAMETERS = 4;

    /** A plan that works without tuning. */
    public static final TrainingPlan DEFAULT = new TrainingPlan(
            new Budget.Steps(20_000),
            64,
            new RateDesign.Cosine(3e-3f, 200),
            Optimizer.SOAP,
            Reuse.NONE,
            500,
            512,
            0,
            0,
            5,
            1,
            0);

    /** The plan of most of the paper's experiments. */
    public static final TrainingPlan PAPER =
            DEFAULT.withSteps(100_000).withRate(RateDesign.Decay.PAPER).withOptimizer(Optimizer.ADAM);

    public TrainingPlan {
        requireAtLeast("batch", batch, 1);
        requireAtLeast("validateEvery", validateEvery, 1);
        requireAtLeast("validationSets", validationSets, 1);
        requireAtLeast("patience", patience, 0);
        requireAtLeast("reductions", reductions, 0);
        requireAtLeast("restarts", restarts, 0);
        requireAtLeast("members", members, 1);
        requireAtLeast("surrogate", surrogate, 0);
    }

    /**
     * A plan for this model: large batches for data vectors, smaller ones for sets and series; plain Adam for so many
     * parameters that rotating their matrices costs more than it gains.
     */
    public static TrainingPlan of(GenerativeModel model) {
        TrainingPlan plan = switch (model.kind()) {
            case VECTOR -> DEFAULT.withBatch(128);
            case SET -> DEFAULT.withBatch(32);
            case SERIES -> DEFAULT;
        };
        if (model.prior().dimension() <= MOST_PARAMETERS_FOR_SOAP) return plan;
        return plan.withOptimizer(Optimizer.ADAM).withRate(new RateDesign.Cosine(1e-4f, 200));
    }

    /**
     * A plan for so many stored simulations of this model, which training goes through again and again: it validates about once
     * per epoch, lowers the rate when the loss on held-out simulations stops improving, then ends, and keeps the best weights.
     */
    public static TrainingPlan of(GenerativeModel model, int stored) {
        TrainingPlan plan = of(model);
        int batch = Math.min(plan.batch, Math.clamp(stored / 20, 16, 128));
        int heldOut = Math.clamp(stored / 5, 1, 2000);
        int perEpoch = Math.max(1, (stored - heldOut) / batch);
        boolean few = stored < MANY_SIMULATIONS;
        Optimizer many =
                model.prior().dimension() <= FEW_PARAMETERS ? plan.optimizer : Optimizer.ADAM.withWeightDecay(0.03f);
        return plan.withBatch(batch)
                .withOptimizer(few ? Optimizer.ADAM : many)
                .withRate(new RateDesign.Constant(few ? 5e-4f : 1e-3f))
                .withValidation(Math.clamp(perEpoch, 10, 250), heldOut)
                .withPatience(15)
                .withReductions(2)
                .withMembers(members(model, stored))
                .withSteps(100_000);
    }

    /** One, unless the errors of a network are large enough, and its training short enough, to average over several. */
    private static int members(GenerativeModel model, int stored) {
        if (stored >= SUFFICIENT_SIMULATIONS) return 1;
        if (model.kind() == DataKind.VECTOR && model.width() > Surrogate.MOST_COLUMNS) return MEMBERS_FOR_WIDE;
        return NetworkDesign.of(model, stored).head().onQuantiles() ? MEMBERS : 1;
    }

    /**
     * The same with simulations of a surrogate, and then a single network, if so many stored simulations of this model gain by it
     * ({@code docs/decisions/016}).
     */
    public TrainingPlan augmented(GenerativeModel model, int stored) {
        boolean gains = stored >= LEAST_FOR_SURROGATE && stored < SUFFICIENT_SIMULATIONS && Surrogate.fits(model);
        return gains ? withMembers(1).withSurrogate(SYNTHETIC) : this;
    }

    /** The same with this budget. */
    public TrainingPlan withBudget(Budget budget) {
        return with(draft -> draft.budget = budget);
    }

    /** The same for this many steps. */
    public TrainingPlan withSteps(long steps) {
        return withBudget(new Budget.Steps(steps));
    }

    /** The same with batches of this size. */
    public TrainingPlan withBatch(int batch) {
        return with(draft -> draft.batch = batch);
    }

    /** The same with this learning rate. */
    public TrainingPlan withRate(RateDesign rate) {
        return with(draft -> draft.rate = rate);
    }

    /** The same with this optimizer. */
    public TrainingPlan withOptimizer(Optimizer optimizer) {
        return with(draft -> draft.optimizer = optimizer);
    }

    /** The same with this reuse of simulations. */
    public TrainingPlan withReuse(Reuse reuse) {
        return with(draft -> draft.reuse = reuse);
    }

    /** The same, validated every {@code every} steps on {@code sets} data sets. */
    public TrainingPlan withValidation(int every, int sets) {
        return with(draft -> {
            draft.validateEvery = every;
            draft.validationSets = sets;
        });
    }

    /** The same with this patience. */
    public TrainingPlan withPatience(int patience) {
        return with(draft -> draft.patience = patience);
    }

    /** The same with so many reductions of the rate before training ends early. */
    public TrainingPlan withReductions(int reductions) {
        return with(draft -> draft.reductions = reductions);
    }

    /** The same with so many networks. */
    public TrainingPlan withMembers(int members) {
        return with(draft -> draft.members = members);
    }

    /** The same with so many simulations of a surrogate. */
    public TrainingPlan withSurrogate(int surrogate) {
        return with(draft -> draft.surrogate = surrogate);
    }

    private TrainingPlan with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.plan();
    }

    /** The fields of a plan while they change. */
    private static final class Draft {
        private Budget budget;
        private int batch;
        private RateDesign rate;
        private Optimizer optimizer;
        private Reuse reuse;
        private int validateEvery;
        private int validationSets;
        private int patience;
        private int reductions;
        private int restarts;
        private int members;
        private int surrogate;

        Draft(TrainingPlan plan) {
            budget = plan.budget;
            batch = plan.batch;
            rate = plan.rate;
            optimizer = plan.optimizer;
            reuse = plan.reuse;
            validateEvery = plan.validateEvery;
            validationSets = plan.validationSets;
            patience = plan.patience;
            reductions = plan.reductions;
            restarts = plan.restarts;
            members = plan.members;
            surrogate = plan.surrogate;
        }

        TrainingPlan plan() {
            return new TrainingPlan(
                    budget,
                    batch,
                    rate,
                    optimizer,
                    reuse,
                    validateEvery,
                    validationSets,
                    patience,
                    reductions,
                    restarts,
                    members,
                    surrogate);
        }
    }

    private static void requireAtLeast(String name, int value, int least) {
        if (value < least) throw new IllegalArgumentException(name + ": expected at least " + least + ", got " + value);
    }
}
