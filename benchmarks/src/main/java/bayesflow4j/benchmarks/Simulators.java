package bayesflow4j.benchmarks;

import static bayesflow4j.model.distribution.Distribution.uniform;

import bayesflow4j.catalog.Models;
import bayesflow4j.model.Batch;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Prior;
import bayesflow4j.models.Lfm;
import bayesflow4j.random.Seed;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/**
 * Workload Q1: Ricker, SIR, LFM and Lotka-Volterra with T or N = 500, each for 64 draws from the prior, on one core.
 *
 * <p>Time is the CPU time of the simulating thread, so that other load on the machine matters less. The LFM is also
 * measured with α fixed at five values, because its goal applies to every α.
 */
public final class Simulators {
    private static final int SETS = 64;
    private static final int COUNT = 500;
    private static final Seed SEED = new Seed(1);
    private static final long WARM_UP = 2_000_000_000L;
    private static final int REPETITIONS = 9;
    private static final long REPETITION = 100_000_000L;

    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

    private Simulators() {}

    /**
     * One line of the result.
     *
     * @param batchMillis milliseconds for the 64 data sets, median of the repetitions
     * @param stepNanos nanoseconds per time step, for the LFM per diffusion step
     * @param bestStepNanos the same for the best repetition
     * @param steps time steps or diffusion steps of the 64 data sets
     */
    public record Result(String name, double batchMillis, double stepNanos, double bestStepNanos, long steps) {}

    /** Measures all simulators and passes on each result as soon as it is available. */
    public static List<Result> run(Consumer<Result> ready) {
        ToLongFunction<Batch> timeSteps = batch -> (long) batch.size() * batch.count();
        List<Result> results = new ArrayList<>();
        for (String name : List.of("ricker", "sir", "lotka-volterra"))
            results.add(measured(name, Models.named(name), timeSteps, ready));
        results.add(measured("lfm", Models.named("lfm"), Lfm::steps, ready));
        for (double alpha : new double[] {1, 1.25, 1.5, 1.75, 2})
            results.add(measured("lfm, alpha = " + alpha, lfmWith(alpha), Lfm::steps, ready));
        return results;
    }

    private static GenerativeModel lfmWith(double alpha) {
        GenerativeModel lfm = Models.named("lfm");
        Prior prior = Prior.of("v0", uniform(0, 6))
                .and("v1", uniform(-6, 0))
                .and("a", uniform(0.6, 3))
                .and("t0", uniform(0.3, 1))
                .and("zr", uniform(0.3, 0.7));
        return new GenerativeModel(
                lfm.name(),
                prior,
                (theta, count, rng) -> {
                    double[] longer = Arrays.copyOf(theta, theta.length + 1);
                    longer[theta.length] = alpha;
                    return lfm.simulator().simulate(longer, count, rng);
                },
                lfm.count(),
                lfm.kind(),
                lfm.columns(),
                lfm.reference());
    }

    private static Result measured(
            String name, GenerativeModel any, ToLongFunction<Batch> stepsOf, Consumer<Result> ready) {
        GenerativeModel model = any.withCount(COUNT);
        long steps = stepsOf.applyAsLong(model.batch(SEED, 0, SETS));
        long begin = CPU.getCurrentThreadCpuTime();
        while (CPU.getCurrentThreadCpuTime() - begin < WARM_UP) model.batch(SEED, 0, SETS);
        double[] nanos = new double[REPETITIONS];
        for (int r = 0; r < REPETITIONS; r++) nanos[r] = repetition(model);
        Arrays.sort(nanos);
        double median = nanos[REPETITIONS / 2];
        Result result = new Result(name, median / 1e6, median / steps, nanos[0] / steps, steps);
        ready.accept(result);
        return result;
    }

    /** Nanoseconds per batch. */
    private static double repetition(GenerativeModel model) {
        long begin = CPU.getCurrentThreadCpuTime();
        long now = begin;
        int batches = 0;
        while (now - begin < REPETITION) {
            model.batch(SEED, 0, SETS);
            batches++;
            now = CPU.getCurrentThreadCpuTime();
        }
        return (double) (now - begin) / batches;
    }
}
