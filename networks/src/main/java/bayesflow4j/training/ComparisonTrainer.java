package bayesflow4j.training;

import bayesflow4j.amortized.AmortizedComparison;
import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.amortized.Refitting;
import bayesflow4j.head.HiddenLayers;
import bayesflow4j.head.categorical.CategoricalHead;
import bayesflow4j.hypotheses.Hypotheses;
import bayesflow4j.method.Budget;
import bayesflow4j.method.Fitting;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.method.TrainingEvent;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.scale.DataScale;
import bayesflow4j.summary.Convolutional;
import bayesflow4j.summary.Ensemble;
import bayesflow4j.summary.Identity;
import bayesflow4j.summary.Invariant;
import bayesflow4j.summary.Pool;
import bayesflow4j.summary.Recurrent;
import bayesflow4j.summary.SummaryNetwork;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Trains an amortized comparison of models: a classifier of the mixture of all models, by the trainer of amortized posteriors.
 * Simulations come from all models equally often, whatever their prior probabilities, which are applied afterwards.
 */
public final class ComparisonTrainer implements NeuralMethod {
    /** Classifiers of the ensemble. */
    private static final int MEMBERS = 4;

    private static final HiddenLayers CLASSIFIER = HiddenLayers.of(64, 64);
    private static final long STEPS = 5000;
    /** Validations during a budget of steps. */
    private static final int VALIDATIONS = 20;

    /** Half of them: the schedule lowers the rate by itself, and what it gains comes late. */
    private static final int PATIENCE = 10;

    /** Held-out data sets for the simulations that train: they tell standard errors, and are precise enough with this many. */
    private static final double HELD_OUT = 1.0 / 8;

    /** For each model: half of them tell how far simulated data usually are from the others, enough for one in a hundred. */
    private static final int LEAST_HELD_OUT = 250;

    private static final int MOST_HELD_OUT = 8000;
    private static final int HELD_OUT_PER_MINUTE = 1000;

    /**
     * Trains a comparison on new simulations.
     *
     * @param fitting budget, seed, threads, checkpointing and listener; a table in it is one of {@link Hypotheses#pooled}
     */
    public static AmortizedComparison train(Hypotheses hypotheses, Fitting fitting) {
        GenerativeModel mixture = hypotheses.balanced();
        return train(
                hypotheses,
                fitting.table().map(table -> mixture.withCount(table.count())).orElse(mixture),
                fitting);
    }

    /**
     * Trains a comparison on stored simulations of each model, those whose N all tables have.
     *
     * @param tables one for each model
     */
    public static AmortizedComparison train(Hypotheses hypotheses, List<SimulationTable> tables, Fitting fitting) {
        return train(hypotheses, fitting.withTable(hypotheses.pooled(tables).table()));
    }

    private static AmortizedComparison train(Hypotheses hypotheses, GenerativeModel mixture, Fitting fitting) {
        List<TrainingEvent> finished = new ArrayList<>();
        Trainer trainer = new ComparisonTrainer().trainer(mixture, fitting.withListener(event -> {
            if (event instanceof TrainingEvent.Finished) finished.add(event);
            else fitting.listener().on(event);
        }));
        List<Double> shares = fitting.table()
                .map(table -> shares(table, trainer))
                .orElse(hypotheses.models().stream().map(model -> 1.0).toList());
        try (Run run = new Run(trainer, System::nanoTime)) {
            AmortizedPosterior classifiers = run.train();
            int[] labels = run.heldOut().stream()
                    .flatMap(batch -> Arrays.stream(batch.theta()))
                    .mapToInt(Hypotheses::index)
                    .toArray();
            Refitting refitting = new Refitting(trainer.seed().child("refits"), trainer.threads(), (done, total) -> {
                fitting.listener().on(new TrainingEvent.Working("refits for standard errors", done, total));
                if (trainer.stop().getAsBoolean()) throw run.stopped();
            });
            AmortizedComparison comparison = AmortizedComparison.of(hypotheses, classifiers, labels, shares, refitting);
            finished.forEach(fitting.listener()::on);
            return comparison;
        }
    }

    /** As many held-out data sets and validations as suit the budget, unless settings say how many. */
    @Override
    public Trainer trainer(GenerativeModel mixture, Fitting fitting) {
        Trainer trainer = NeuralMethod.super.trainer(mixture, fitting);
        if (fitting.table().isPresent()) return trainer;
        TrainingPlan plan = trainer.plan();
        int sets = isSet(fitting, "validationSets") ? plan.validationSets() : heldOut(mixture, plan);
        int every = isSet(fitting, "validateEvery") ? plan.validateEvery() : validateEvery(plan);
        return trainer.withPlan(plan.withValidation(every, sets));
    }

    private static boolean isSet(Fitting fitting, String setting) {
        return fitting.settings().get("training") instanceof Map<?, ?> training && training.containsKey(setting);
    }

    private static int heldOut(GenerativeModel mixture, TrainingPlan plan) {
        double many = switch (plan.budget()) {
            case Budget.Steps(long steps) -> HELD_OUT * steps * plan.batch();
            case Budget.Simulations(long count) -> HELD_OUT * count;
            case Budget.Minutes(double minutes) -> HELD_OUT_PER_MINUTE * minutes;
        };
        int least = Math.min(LEAST_HELD_OUT * mixture.prior().dimension(), MOST_HELD_OUT);
        return (int) Math.clamp(many, least, MOST_HELD_OUT);
    }

    /** Often enough for patience to run out before the budget does; how many steps fit into minutes is not known. */
    private static int validateEvery(TrainingPlan plan) {
        long steps = switch (plan.budget()) {
            case Budget.Steps(long count) -> count;
            case Budget.Simulations(long count) -> count / plan.batch();
            case Budget.Minutes _ -> STEPS;
        };
        return (int) Math.clamp(steps / VALIDATIONS, 25, 500);
    }

    /** How many rows of each model train. */
    private static List<Double> shares(SimulationTable table, Trainer trainer) {
        double[] counts = new double[table.theta().getFirst().length];
        for (double[] indicator : table.theta()) for (int j = 0; j < counts.length; j++) counts[j] += indicator[j];
        for (int row : trainer.heldOut())
            for (int j = 0; j < counts.length; j++) counts[j] -= table.theta().get(row)[j];
        for (double count : counts)
            if (count < 1)
                throw new IllegalArgumentException(
                        "tables: expected simulations of every model, got " + Arrays.toString(counts) + " to train on");
        return Arrays.stream(counts).boxed().toList();
    }

    @Override
    public NetworkDesign design(GenerativeModel mixture) {
        int counted = mixture.count().least() < mixture.count().most() ? 1 : 0;
        int width = DataScale.width(mixture.columns());
        if (mixture.kind() == DataKind.VECTOR)
            return new NetworkDesign(new Identity(), new CategoricalHead(MEMBERS, width, CLASSIFIER), false);
        int shared = Ensemble.means(width) + counted;
        return new NetworkDesign(
                new Ensemble(MEMBERS, member(mixture)), new CategoricalHead(MEMBERS, shared, CLASSIFIER), false);
    }

    private static SummaryNetwork member(GenerativeModel mixture) {
        if (mixture.kind() == DataKind.SET) return new Invariant(1, 32, 2, 16, Pool.MOMENTS_AND_MAXIMA);
        return mixture.count().least() >= SERIES.leastLength() ? SERIES : new Recurrent(32, 32, 16);
    }

    /** Half as many filters as where there is one network. */
    private static final Convolutional SERIES = new Convolutional(
            Convolutional.DEFAULT.convolutions().stream()
                    .map(f -> new Convolutional.Filters(f.count() / 2, f.size(), f.stride()))
                    .toList(),
            16,
            Pool.MOMENTS);

    @Override
    public TrainingPlan plan(GenerativeModel mixture) {
        TrainingPlan plan = TrainingPlan.of(mixture);
        if (mixture.kind() == DataKind.SET) plan = plan.withBatch(64);
        return plan.withPatience(PATIENCE).withSteps(STEPS);
    }

    @Override
    public String name() {
        return "comparison";
    }

    @Override
    public String description() {
        return "probabilities of models by an ensemble of classifiers";
    }

    @Override
    public boolean knowsDensity() {
        return false;
    }

    @Override
    public String reference() {
        return "Radev et al. (2023), amortized Bayesian model comparison";
    }
}
