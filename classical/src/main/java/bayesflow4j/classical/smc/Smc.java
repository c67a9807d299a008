package bayesflow4j.classical.smc;

import bayesflow4j.classical.Labor;
import bayesflow4j.method.CaseState;
import bayesflow4j.method.Fitting;
import bayesflow4j.method.Round;
import bayesflow4j.method.SimulationStore;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.method.TrainingEvent;
import bayesflow4j.method.TrainingStopped;
import bayesflow4j.model.Failures;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.model.SimulatorUnavailableException;
import bayesflow4j.random.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * ABC-SMC (Toni et al. 2009; Beaumont et al. 2009): populations of particles whose distance from the data falls from one to the
 * next. The first is the prior. Candidates are accepted in the order of their index, never of their arrival, so the result does
 * not depend on threads.
 */
public final class Smc {
    /** Candidates that are simulated before the next decision, if the plan allows as many: independent of threads. */
    private static final int BLOCK = 128;

    private static final long SAVE_NANOS = 2_000_000_000L;

    private final GenerativeModel model;
    private final Observations x;
    private final SmcPlan plan;
    private final Fitting fitting;
    private final CaseState state;
    private final List<Round> rounds = new ArrayList<>();
    private final long begun = System.nanoTime();
    private Failures failures = Failures.NONE;
    private long used;
    private long made;
    private Optional<DistanceDesign.Measure> measure = Optional.empty();

    /** Of one data set, with a model whose data sets have its number of rows. */
    public Smc(GenerativeModel model, Observations x, SmcPlan plan, Fitting fitting, CaseState state) {
        this.model = model;
        this.x = x;
        this.plan = plan;
        this.fitting = fitting;
        this.state = state;
    }

    /** The populations, one after the other. */
    public List<Round> rounds() {
        return List.copyOf(rounds);
    }

    /** The failed simulations. */
    public Failures failures() {
        return failures;
    }

    /** The number of simulations. */
    public long simulations() {
        return used;
    }

    /** How distances were measured; after {@link #run}. */
    public DistanceDesign.Measure measure() {
        return measure.orElseThrow(() -> new IllegalStateException("measure: expected after a run, got before"));
    }

    /** Runs to the end of the plan. */
    public SmcPosterior run(DistanceDesign design) {
        long start = begun;
        SimulationTable pilot = pilot();
        measure = Optional.of(design.of(pilot));
        Distance distance = measure().from(x);
        List<Double> distances = Labor.map(
                pilot.size(), fitting.threads(), i -> distance.to(pilot.x().get(i)), done -> {});
        List<double[]> real = pilot.theta().stream().map(model.prior()::toReal).toList();
        Candidates all = new Candidates(real, distances, pilot.size(), Failures.NONE);
        Population population = all.weighted(model.prior(), Optional.empty());
        used = pilot.size();
        add(1, Double.POSITIVE_INFINITY, all, population, start);
        for (int number = 2; !ended(); number++) {
            start = System.nanoTime();
            double epsilon = plan.epsilon(number, population);
            Perturbation proposal = new Perturbation(population);
            Candidates found = search(number, epsilon, proposal, distance);
            failures = failures.plus(found.failures());
            used += found.examined();
            if (found.real().size() < fewest()) break;
            population = found.weighted(model.prior(), Optional.of(proposal));
            add(number, epsilon, found, population, start);
        }
        return new SmcPosterior(model.prior(), population);
    }

    /** Fewer particles than this are no population. */
    private int fewest() {
        return Math.min(
                plan.particles(),
                Math.max(plan.particles() / 4, 10 * model.prior().dimension()));
    }

    private boolean ended() {
        Round last = rounds.getLast();
        return plan.endsAfter(last.number(), last.epsilon(), used, last.acceptance());
    }

    private void add(int number, double epsilon, Candidates found, Population population, long start) {
        rounds.add(new Round(
                number,
                found.examined(),
                epsilon,
                found.acceptance(),
                population.effectiveSize(),
                Double.NaN,
                (System.nanoTime() - start) / 1e9,
                found.real().size() < plan.particles() ? found.real().size() + " particles: no simulations left" : ""));
    }

    private SimulationTable pilot() {
        SimulationStore store = new SimulationStore(state.file("population-1.npz"), model);
        Seed seed = fitting.seed().child("prior");
        SimulationTable table = store.upTo(
                plan.particles(),
                i -> model.batch(seed, i, 1),
                fitting.threads(),
                done -> tell(
                        "population 1, from the prior: simulation " + done + " of " + plan.particles(), Double.NaN),
                fitting.stop());
        made += plan.particles() - Math.min(plan.particles(), store.found());
        failures = failures.plus(store.failures());
        return table;
    }

    /** With the time left by the speed so far, which a stored state does not tell. */
    private void tell(String what, double simulationsLeft) {
        double spent = (System.nanoTime() - begun) / 1e9;
        double left = made == 0 ? Double.NaN : simulationsLeft * spent / made;
        fitting.listener().on(new TrainingEvent.Part(what, spent / (spent + left), left, false));
    }

    /** What became of one candidate. */
    private record Trial(double[] real, double distance, Failures failures) {}

    private Candidates search(int number, double epsilon, Perturbation proposal, Distance distance) {
        String file = "population-" + number + ".npz";
        int width = model.prior().dimension();
        Candidates found = state.existing(file)
                .map(path -> CandidatesFile.read(path, width))
                .orElse(Candidates.NONE);
        Seed seed = fitting.seed().child("population").child(number);
        long saved = System.nanoTime();
        Outlook outlook = new Outlook(plan, rounds, used);
        while (found.real().size() < plan.particles() && used + found.examined() < plan.simulations()) {
            if (fitting.stop().getAsBoolean()) {
                save(file, found, width);
                throw new TrainingStopped(number);
            }
            long from = found.examined();
            int size = (int) Math.min(BLOCK, plan.simulations() - used - from);
            List<Trial> block =
                    Labor.map(size, fitting.threads(), i -> trial(proposal, distance, seed.nth(from + i)), done -> {});
            made += size;
            found = plus(found, block, epsilon);
            found.failures().requireMostlySuccessful();
            tell(
                    String.format(
                            Locale.ROOT,
                            "population %d, ε = %.4g: particle %d of %d",
                            number,
                            epsilon,
                            found.real().size(),
                            plan.particles()),
                    outlook.simulationsLeft(number, epsilon, found.real().size(), found.examined()));
            if (System.nanoTime() - saved < SAVE_NANOS) continue;
            saved = System.nanoTime();
            save(file, found, width);
        }
        save(file, found, width);
        return found;
    }

    private void save(String file, Candidates found, int width) {
        state.file(file).ifPresent(path -> CandidatesFile.write(path, found, width));
    }

    /** Those before and the accepted of a block, but no more than the plan wants. */
    private Candidates plus(Candidates before, List<Trial> block, double epsilon) {
        List<double[]> real = new ArrayList<>(before.real());
        List<Double> distances = new ArrayList<>(before.distances());
        Failures failed = before.failures();
        for (Trial trial : block) {
            failed = failed.plus(trial.failures);
            if (!(trial.distance <= epsilon) || real.size() == plan.particles()) continue;
            real.add(trial.real);
            distances.add(trial.distance);
        }
        return new Candidates(real, distances, before.examined() + block.size(), failed);
    }

    /** One candidate; where the simulator fails, its distance is infinite. */
    private Trial trial(Perturbation proposal, Distance distance, Seed seed) {
        RandomGenerator rng = seed.stream(0);
        double[] real = proposal.sample(rng);
        double[] theta = model.prior().fromReal(real);
        Optional<Observations> y = Optional.empty();
        String reason = "returned other numbers than " + x;
        try {
            Observations made = model.simulator().simulate(theta.clone(), x.count(), rng);
            if (made.count() == x.count() && made.width() == x.width() && isFinite(made)) y = Optional.of(made);
        } catch (SimulatorUnavailableException e) {
            throw e;
        } catch (RuntimeException e) {
            reason = "threw " + e;
        }
        if (y.isPresent()) return new Trial(real, distance.to(y.get()), new Failures(0, 1, List.of()));
        return new Trial(
                real,
                Double.POSITIVE_INFINITY,
                new Failures(1, 1, List.of(new Failures.Example(model.prior().names(), theta, reason))));
    }

    private static boolean isFinite(Observations y) {
        float[] values = y.values();
        for (float value : values) if (!Float.isFinite(value)) return false;
        return true;
    }
}
