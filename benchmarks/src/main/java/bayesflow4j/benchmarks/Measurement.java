package bayesflow4j.benchmarks;

import java.util.Arrays;

/** The time of one step of a workload: the median of repetitions, each the mean of several steps, after a warm-up. */
public record Measurement(Workload workload, double median, double least, double greatest, int repetitions, int steps) {
    private static final int REPETITIONS = 7;

    /** Warms up for at least {@code warmUpSeconds}, then measures repetitions of at least {@code steps} steps. */
    public static Measurement of(Workload workload, double warmUpSeconds, int steps) {
        long end = System.nanoTime() + (long) (warmUpSeconds * 1e9);
        do workload.step().run();
        while (System.nanoTime() < end);
        double[] times = new double[REPETITIONS];
        for (int i = 0; i < REPETITIONS; i++) {
            long begun = System.nanoTime();
            for (int j = 0; j < steps; j++) workload.step().run();
            times[i] = (System.nanoTime() - begun) / 1e9 / steps;
        }
        Arrays.sort(times);
        return new Measurement(workload, times[REPETITIONS / 2], times[0], times[REPETITIONS - 1], REPETITIONS, steps);
    }

    /** The median in the workload's unit. */
    public double inUnit() {
        return workload.seconds() ? median : median * 1e3;
    }

    /** Operations per nanosecond at the median. */
    public double gflops() {
        return workload.flops() / median / 1e9;
    }
}
