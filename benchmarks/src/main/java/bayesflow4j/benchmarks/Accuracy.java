package bayesflow4j.benchmarks;

import bayesflow4j.benchmarks.tasks.References;
import bayesflow4j.benchmarks.tasks.Task;
import bayesflow4j.comparison.C2st;
import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.method.Budget;
import bayesflow4j.method.Fitting;
import bayesflow4j.method.Method;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.random.Seed;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * How well a classifier tells an estimator's draws from those of the exact posterior, for a method that learns
 * from a given number of simulations. ½ is perfect, 1 is worst; see {@link C2st}.
 */
public final class Accuracy {
    /** The name of the exact posterior among methods. */
    public static final String EXACT = "exact";

    private static final int BATCH = 1000;
    private static final double NANOS_PER_MINUTE = 60e9;

    private final Setup setup;
    private final References references;

    /** Under this setup; {@code references} are the draws to compare with. */
    public Accuracy(Setup setup, References references) {
        this.setup = setup;
        this.references = references;
    }

    /**
     * What results are comparable by.
     *
     * @param observations how many of a task's observations are used
     * @param draws per observation, from the estimator and from the exact posterior
     * @param seed of simulations, fits and classifiers
     * @param steps of the fit, if they are not those of the method's defaults
     */
    public record Setup(int observations, int draws, long seed, Optional<Budget.Steps> steps) {
        /** Refuses more observations than a task has, and too few draws for a classifier. */
        public Setup {
            if (observations < 1 || observations > Task.OBSERVATIONS)
                throw new IllegalArgumentException(
                        "observations: expected 1 to " + Task.OBSERVATIONS + ", got " + observations);
            if (draws < 100) throw new IllegalArgumentException("draws: expected at least 100, got " + draws);
        }
    }

    /**
     * The accuracy of one fit.
     *
     * @param task its name
     * @param method its name
     * @param simulations that the method learned from; 0 for the exact posterior
     * @param c2st one per observation
     * @param fitMinutes CPU minutes of the fit, over all threads of this process
     * @param drawMinutes CPU minutes of all draws from the estimator; a method that is not amortized does its work here
     */
    public record Result(
            String task,
            String method,
            int simulations,
            Setup setup,
            List<Double> c2st,
            double fitMinutes,
            double drawMinutes) {
        /** Copies the list. */
        public Result {
            c2st = List.copyOf(c2st);
        }

        /** The mean over observations and its standard error; NaN for a single one. */
        public Estimate accuracy() {
            return Estimate.ofMean(
                    c2st.stream().mapToDouble(Double::doubleValue).toArray());
        }
    }

    /** Simulates, fits, draws and compares; {@code fitting} gives threads, listener and stop. */
    public Result measure(Method method, Task task, int simulations, Fitting fitting) {
        if (simulations < 1) throw new IllegalArgumentException("simulations: expected at least 1, got " + simulations);
        Seed seed = new Seed(setup.seed).child(task.name());
        SimulationTable table = SimulationTable.of(task.model().batches(seed.child("simulations"), simulations, BATCH));
        Fitting seeded = fitting.withTable(table).withSeed(seed.child("fit"));
        Fitting limited = setup.steps.map(seeded::withBudget).orElse(seeded);
        Timed<Estimator> fit = Timed.of(() -> method.fit(task.model(), limited));
        Timed<List<Draws>> draws = draws(task, fit.value, seed);
        return new Result(
                task.name(),
                method.name(),
                simulations,
                setup,
                c2st(task, draws.value, seed),
                fit.minutes,
                draws.minutes);
    }

    /** Compares the reference draws with others from the same exact posterior: ½ up to chance if they can be trusted. */
    public Result ofReferences(Task task) {
        Seed seed = new Seed(setup.seed).child(task.name()).child(EXACT);
        Timed<List<Draws>> draws = draws(task, task.exact(), seed);
        return new Result(task.name(), EXACT, 0, setup, c2st(task, draws.value, seed), 0, draws.minutes);
    }

    private Timed<List<Draws>> draws(Task task, Estimator estimator, Seed seed) {
        List<Observations> x = task.observations().subList(0, setup.observations);
        return Timed.of(() -> estimator.sample(x, setup.draws, seed.child("draws")));
    }

    private List<Double> c2st(Task task, List<Draws> draws, Seed seed) {
        return IntStream.range(0, setup.observations)
                .parallel()
                .mapToObj(k -> C2st.of(
                                references.of(task, k, setup.draws),
                                draws.get(k),
                                seed.child("c2st").child(k))
                        .mean())
                .toList();
    }

    /** A value and the CPU minutes that it took. */
    private record Timed<T>(T value, double minutes) {
        static <T> Timed<T> of(Supplier<T> work) {
            Duration begin = cpu();
            T value = work.get();
            return new Timed<>(value, cpu().minus(begin).toNanos() / NANOS_PER_MINUTE);
        }

        private static Duration cpu() {
            return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
        }
    }
}
