package bayesflow4j.training;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.engine.optimizer.NonFiniteException;
import bayesflow4j.method.TrainingEvent;
import bayesflow4j.method.TrainingListener;
import bayesflow4j.posterior.Ensemble;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.posterior.Provenance.Trial;
import bayesflow4j.posterior.Referenced;
import bayesflow4j.random.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Successive halving of designs: all train for a lap, those with the lower −log q(θ | x) on the same held-out simulations go on
 * from where they are, and the last is trained to the end, as it would have been alone. An ensemble races with its first
 * member, and then all of its members have the chosen design.
 */
final class Race {
    /** Enough for differences of some hundredths of a nat. */
    private static final int COMPARED_SETS = 512;

    private final Trainer trainer;
    private final List<Entrant> entrants;
    private final Laps laps;
    private final Trainer single;
    private final Map<Integer, Run> open = new TreeMap<>();
    private boolean racing = true;

    /** @param trainer whose design does not matter, and whose budget is that of the race and of the training after it */
    Race(Trainer trainer, List<Entrant> entrants) {
        this.trainer = trainer;
        this.entrants = entrants;
        this.laps = new Laps(trainer.plan().budget(), entrants.size());
        boolean ensemble = trainer.plan().members() > 1;
        Seed seed = ensemble ? EnsembleTrainer.seed(trainer.seed(), 0) : trainer.seed();
        this.single = trainer.withPlan(trainer.plan().withMembers(1).withBudget(laps.rest()))
                .withSeed(seed);
    }

    /** The estimator of the chosen design. */
    Referenced train() {
        try {
            RaceState end = run();
            racing = false;
            int chosen = end.left().getFirst();
            return trainer.plan().members() == 1 ? alone(chosen, end) : together(chosen, end);
        } finally {
            open.values().forEach(Run::close);
        }
    }

    private AmortizedPosterior alone(int chosen, RaceState end) {
        Run run = opened(chosen);
        run.trainUntil(() -> false);
        AmortizedPosterior trained = run.result();
        return trained.withProvenance(after(trained.provenance(), end));
    }

    private Ensemble together(int chosen, RaceState end) {
        open.values().forEach(Run::close);
        open.clear();
        Ensemble trained = new EnsembleTrainer(
                        trainer.withDesign(entrants.get(chosen).design())
                                .withPlan(trainer.plan().withBudget(laps.rest())),
                        Optional.empty())
                .train();
        return new Ensemble(trained.members(), after(trained.provenance(), end));
    }

    /** Simulations of a table are counted once. */
    private Provenance after(Provenance from, RaceState end) {
        return from.after(
                from.training().orElseThrow().withTrials(end.trials()),
                trainer.table().isPresent() ? 0 : end.simulations(),
                end.failures(),
                end.seconds());
    }

    private RaceState run() {
        RaceState state = trainer.checkpointing()
                .flatMap(where -> RaceState.read(where, settings()))
                .orElseGet(() -> new RaceState(
                        0, IntStream.range(0, entrants.size()).boxed().toList(), List.of(), 0, 0, 0));
        while (state.left().size() > 1) {
            RaceState after = lap(state);
            trainer.checkpointing().ifPresent(where -> after.write(where, settings()));
            trainer.listener()
                    .on(new TrainingEvent.Compared(after.left().stream()
                            .map(i -> entrants.get(i).name())
                            .toList()));
            state = after;
        }
        return state;
    }

    private RaceState lap(RaceState before) {
        Map<Integer, double[]> losses = new LinkedHashMap<>();
        Map<Integer, Long> steps = new LinkedHashMap<>();
        List<Integer> inOrder = before.left().stream().sorted().toList();
        for (int i : inOrder) {
            Run run = opened(i);
            losses.put(i, ran(run, before.laps()));
            steps.put(i, run.stepsDone());
        }
        List<Integer> ranked = inOrder.stream()
                .sorted(Comparator.comparingDouble(i -> mean(losses.get(i))))
                .toList();
        List<Integer> left = ranked.subList(0, Laps.kept(ranked.size()));
        List<Trial> trials = new ArrayList<>(before.trials());
        double[] best = losses.get(ranked.getFirst());
        for (int i : ranked) {
            trials.removeIf(trial -> trial.design().equals(entrants.get(i).name()));
            trials.add(trial(entrants.get(i).name(), steps.get(i), losses.get(i), best, left.equals(List.of(i))));
        }
        return dropped(before, ranked.subList(left.size(), ranked.size()), left, trials);
    }

    /** A design whose loss is not finite has the worst of losses. */
    private double[] ran(Run run, int lap) {
        try {
            run.trainUntil(() -> laps.ended(lap, run, single.plan()));
            run.save();
            return run.heldOutLosses(COMPARED_SETS);
        } catch (NonFiniteException e) {
            return new double[] {Double.POSITIVE_INFINITY};
        }
    }

    private RaceState dropped(RaceState before, List<Integer> out, List<Integer> left, List<Trial> trials) {
        long simulations = before.simulations();
        long failures = before.failures();
        double seconds = before.seconds();
        for (int i : out) {
            Run run = open.remove(i);
            simulations += run.simulationsUsed();
            failures += run.failures().count();
            seconds += run.secondsOfWork();
            run.close();
        }
        return new RaceState(before.laps() + 1, List.copyOf(left), trials, simulations, failures, seconds);
    }

    private Run opened(int i) {
        return open.computeIfAbsent(i, unused -> {
            Trainer own = single.withDesign(entrants.get(i).design()).withListener(listener(i));
            Run run = new Run(
                    trainer.checkpointing()
                            .map(where -> own.withCheckpointing(where.part("design-" + i)))
                            .orElse(own),
                    System::nanoTime);
            run.begin();
            return run;
        });
    }

    private TrainingListener listener(int i) {
        return event -> trainer.listener()
                .on(
                        racing
                                ? new TrainingEvent.Racing(
                                        i, entrants.size(), entrants.get(i).name(), event)
                                : event);
    }

    /** A design with these losses, compared with those of the best on the same simulations. */
    static Trial trial(String design, long steps, double[] losses, double[] best, boolean chosen) {
        double behind = mean(losses) - mean(best);
        double squares = 0;
        for (int m = 0; m < Math.min(losses.length, best.length); m++)
            squares += (losses[m] - best[m] - behind) * (losses[m] - best[m] - behind);
        double error = Math.sqrt(squares / best.length / Math.max(1, best.length - 1));
        return new Trial(design, steps, mean(losses), behind, error, chosen);
    }

    static double mean(double[] losses) {
        double mean = Arrays.stream(losses).sum() / losses.length;
        return Double.isNaN(mean) ? Double.POSITIVE_INFINITY : mean;
    }

    /** What a saved state belongs to. */
    private Map<String, Object> settings() {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("method", trainer.method());
        settings.put("model", trainer.model().name());
        settings.put("seed", trainer.seed().value());
        settings.put("plan", PlanJson.write(trainer.plan()));
        settings.put("designs", entrants.stream().map(Entrant::written).toList());
        return settings;
    }
}
