package bayesflow4j.training;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.method.Budget;
import bayesflow4j.method.TrainingEvent;
import bayesflow4j.method.TrainingStopped;
import bayesflow4j.model.Failures;
import bayesflow4j.posterior.Ensemble;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Trains the members of an {@link Ensemble} side by side: the same design and plan, other seeds, and thus other initial
 * weights, other simulations or another split of the stored ones. Finished members are kept beside the checkpoints of
 * the others until all are done, so that a run that was stopped and resumed gives what it would have given.
 */
final class EnsembleTrainer {
    private final Trainer trainer;
    private final Optional<Augmentation> augmentation;
    private final int members;
    private final int atOnce;
    private final AtomicBoolean failed = new AtomicBoolean();

    /**
     * @param trainer whose plan says how many members there are
     * @param augmentation how members train on simulations of a surrogate besides, if they do
     */
    EnsembleTrainer(Trainer trainer, Optional<Augmentation> augmentation) {
        this.trainer = trainer;
        this.augmentation = augmentation;
        this.members = trainer.plan().members();
        this.atOnce = Math.min(trainer.threads(), members);
    }

    /** The seed of one member. */
    static Seed seed(Seed seed, int member) {
        return seed.child("members").child(member);
    }

    Ensemble train() {
        long begun = System.nanoTime();
        List<AmortizedPosterior> trained = trainAll();
        double seconds = (System.nanoTime() - begun) / 1e9;
        List<Provenance> each =
                trained.stream().map(AmortizedPosterior::provenance).toList();
        long failures = each.stream().mapToLong(Provenance::failedSimulations).sum();
        long simulations = trainer.table()
                .map(table -> (long) table.size())
                .orElse(each.stream().mapToLong(Provenance::simulations).sum());
        Provenance.Training training = together(each);
        trainer.listener()
                .on(new TrainingEvent.Finished(
                        training.steps(),
                        training.trainingLoss(),
                        training.validationLoss(),
                        seconds,
                        new Failures(failures, failures + simulations, List.of())));
        return new Ensemble(
                trained,
                new Provenance(
                        trainer.method(),
                        trainer.model().name(),
                        trainer.model().ready(),
                        Provenance.libraryVersion(),
                        trainer.seed().value(),
                        simulations,
                        failures,
                        seconds,
                        Instant.now(),
                        Optional.of(training)));
    }

    /** The steps of all members, the means of their losses, and the history and trials of the first. */
    private Provenance.Training together(List<Provenance> each) {
        List<Provenance.Training> trainings =
                each.stream().map(p -> p.training().orElseThrow()).toList();
        return new Provenance.Training(
                Json.write(PlanJson.write(trainer.plan())),
                trainings.stream().mapToLong(Provenance.Training::steps).sum(),
                trainings.stream()
                        .mapToDouble(Provenance.Training::trainingLoss)
                        .average()
                        .orElseThrow(),
                trainings.stream()
                        .mapToDouble(Provenance.Training::validationLoss)
                        .average()
                        .orElseThrow(),
                trainings.stream().flatMapToDouble(t -> t.seenLoss().stream()).average(),
                trainings.getFirst().history(),
                trainings.getFirst().trials());
    }

    private List<AmortizedPosterior> trainAll() {
        try (ExecutorService threads = Executors.newFixedThreadPool(
                atOnce,
                Thread.ofPlatform().daemon().name("bayesflow4j-member-", 1).factory())) {
            List<Future<AmortizedPosterior>> futures = IntStream.range(0, members)
                    .mapToObj(member -> threads.submit(() -> train(member)))
                    .toList();
            List<AmortizedPosterior> trained = new ArrayList<>();
            List<Throwable> problems = new ArrayList<>();
            for (Future<AmortizedPosterior> future : futures)
                try {
                    trained.add(future.get());
                } catch (ExecutionException e) {
                    problems.add(e.getCause());
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new CancellationException("training was interrupted");
                }
            if (problems.isEmpty()) return trained;
            // One problem stops all members; they have saved their states by now.
            Throwable first = problems.stream()
                    .filter(problem -> !(problem instanceof TrainingStopped))
                    .findFirst()
                    .orElse(problems.getFirst());
            if (first instanceof RuntimeException e) throw e;
            throw (Error) first;
        }
    }

    private AmortizedPosterior train(int member) {
        Trainer own = member(member);
        List<NetworkDesign> designs = Stream.concat(
                        Stream.of(own.design()), augmentation.stream().map(Augmentation::design))
                .toList();
        try {
            return new KeptTraining(
                            own,
                            designs,
                            () -> augmentation
                                    .map(more -> new SurrogateTrainer(own, more).train())
                                    .orElseGet(own::train))
                    .network();
        } catch (RuntimeException | Error e) {
            failed.set(true);
            throw e;
        }
    }

    /** The trainer of one member; its plan is that of a single network. */
    private Trainer member(int member) {
        Trainer own = trainer.withPlan(trainer.plan().withMembers(1).withBudget(budget()))
                .withSeed(seed(trainer.seed(), member))
                .withThreads(Math.max(1, trainer.threads() / atOnce))
                .withListener(event -> {
                    synchronized (this) {
                        trainer.listener().on(new TrainingEvent.Member(member, members, event));
                    }
                })
                .withStop(() -> failed.get() || trainer.stop().getAsBoolean());
        return trainer.checkpointing()
                .map(c -> own.withCheckpointing(c.part(member)))
                .orElse(own);
    }

    /** Minutes and simulations are those of all members together; steps are those of each. */
    private Budget budget() {
        return switch (trainer.plan().budget()) {
            case Budget.Steps steps -> steps;
            case Budget.Minutes(double count) -> new Budget.Minutes(count * atOnce / members);
            case Budget.Simulations(long count) -> new Budget.Simulations(Math.max(1, count / members));
        };
    }
}
