package bayesflow4j.training;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.engine.optimizer.NonFiniteException;
import bayesflow4j.method.Budget;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.method.TrainingEvent;
import bayesflow4j.method.TrainingListener;
import bayesflow4j.method.TrainingStopped;
import bayesflow4j.model.Failures;
import bayesflow4j.posterior.DensityPosterior;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.posterior.Provenance.Trial;
import bayesflow4j.storage.Json;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;

/**
 * Trains a network on a table alone, another on the table and the simulations of a {@link Surrogate}, and keeps the one with
 * the lower −log q(θ | x) on the simulations that were held out from both and from the surrogate. A poor surrogate costs time
 * only.
 */
final class SurrogateTrainer {
    private static final String ALONE = "table alone";
    private static final String TOGETHER = "with surrogate";

    /** Of a time budget: the network on the table and the surrogate have a quarter each, the other network has the rest. */
    private static final double QUARTER = 0.25;

    private final Trainer trainer;
    private final Augmentation augmentation;
    private double secondsOfSurrogate;

    /**
     * @param trainer of the network on the table alone; its plan says how many simulations the surrogate makes
     * @param augmentation how the other network is trained
     */
    SurrogateTrainer(Trainer trainer, Augmentation augmentation) {
        this.trainer = trainer;
        this.augmentation = augmentation;
    }

    AmortizedPosterior train() {
        AmortizedPosterior alone = alone();
        double[] losses = losses(alone);
        Optional<AmortizedPosterior> together = together();
        double[] others = together.map(this::losses).orElse(new double[] {Double.POSITIVE_INFINITY});
        boolean better = Race.mean(others) < Race.mean(losses);
        double[] best = better ? others : losses;
        List<Trial> trials = List.of(
                Race.trial(ALONE, steps(Optional.of(alone)), losses, best, !better),
                Race.trial(TOGETHER, steps(together), others, best, better));
        AmortizedPosterior chosen = better ? together.orElseThrow() : alone;
        double seconds = alone.provenance().seconds()
                + secondsOfSurrogate
                + together.map(t -> t.provenance().seconds()).orElse(0.0);
        Provenance.Training training = chosen.provenance().training().orElseThrow();
        trainer.listener().on(new TrainingEvent.Compared(List.of(better ? TOGETHER : ALONE)));
        trainer.listener()
                .on(new TrainingEvent.Finished(
                        training.steps(), training.trainingLoss(), training.validationLoss(), seconds, Failures.NONE));
        return chosen.withProvenance(chosen.provenance()
                .after(
                        training.withPlan(Json.write(PlanJson.write(trainer.plan())))
                                .withTrials(trials),
                        0,
                        0,
                        seconds - chosen.provenance().seconds()));
    }

    private static long steps(Optional<AmortizedPosterior> network) {
        return network.map(n -> n.provenance().training().orElseThrow().steps()).orElse(0L);
    }

    private double[] losses(AmortizedPosterior network) {
        SimulationTable table = trainer.table().orElseThrow();
        return IntStream.of(trainer.heldOut())
                .mapToDouble(row -> -DensityPosterior.of(network.given(table.x().get(row)))
                        .logDensity(table.theta().get(row)))
                .toArray();
    }

    private AmortizedPosterior alone() {
        Trainer own = part(
                        "table",
                        trainer.withPlan(shared(trainer.plan(), QUARTER).withSurrogate(0)))
                .withListener(heard(0, ALONE));
        return new KeptTraining(own, List.of(own.design()), own::train).network();
    }

    /** Nothing if there is nothing to learn, or if a training did not stay finite. */
    private Optional<AmortizedPosterior> together() {
        if (!Surrogate.learnsFrom(trainer.table().orElseThrow())) return Optional.empty();
        TrainingPlan plan = shared(augmentation.plan(), 1 - 2 * QUARTER)
                .withMembers(1)
                .withSurrogate(trainer.plan().surrogate())
                .withValidation(
                        augmentation.plan().validateEvery(), trainer.plan().validationSets());
        Trainer own = part(
                        "surrogate", trainer.withDesign(augmentation.design()).withPlan(plan))
                .withListener(heard(1, TOGETHER));
        try {
            return Optional.of(new KeptTraining(own, List.of(own.design()), () -> {
                        try (Run run = new Run(own, Optional.of(synthetic()), System::nanoTime)) {
                            return run.train();
                        }
                    })
                    .network());
        } catch (NonFiniteException e) {
            return Optional.empty();
        }
    }

    private SimulationTable synthetic() {
        Surrogate surrogate = Surrogate.of(part("simulator", trainer.withPlan(shared(trainer.plan(), QUARTER)))
                .withListener(this::hearSurrogate));
        secondsOfSurrogate = surrogate.seconds();
        int count = trainer.plan().surrogate();
        try (ForkJoinPool pool = new ForkJoinPool(trainer.threads())) {
            return surrogate.simulate(count, trainer.seed().child("synthetic"), pool, done -> {
                if (trainer.stop().getAsBoolean()) throw new TrainingStopped(0);
                trainer.listener().on(new TrainingEvent.Working("synthetic simulations", done, count));
            });
        }
    }

    private void hearSurrogate(TrainingEvent event) {
        switch (event) {
            case TrainingEvent.Racing racing -> hearSurrogate(racing.event());
            case TrainingEvent.Progress p ->
                trainer.listener().on(new TrainingEvent.Working("surrogate", p.step(), p.totalSteps()));
            default -> {}
        }
    }

    private TrainingListener heard(int index, String name) {
        return event -> trainer.listener().on(new TrainingEvent.Racing(index, 2, name, event));
    }

    private Trainer part(String name, Trainer own) {
        return trainer.checkpointing()
                .map(where -> own.withCheckpointing(where.part(name)))
                .orElse(own);
    }

    /** Minutes are those of all three trainings, steps those of each. */
    private static TrainingPlan shared(TrainingPlan plan, double share) {
        return plan.budget() instanceof Budget.Minutes(double minutes)
                ? plan.withBudget(new Budget.Minutes(minutes * share))
                : plan;
    }
}
