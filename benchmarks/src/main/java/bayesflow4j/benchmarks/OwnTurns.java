package bayesflow4j.benchmarks;

/**
 * A workload in this process. The clock is not read between steps; their number follows from the time of earlier turns.
 */
public final class OwnTurns implements Contestant {
    private final Workload workload;
    private double secondsPerStep;

    /** Warms up for at least this many seconds. */
    public OwnTurns(Workload workload, double warmUpSeconds) {
        this.workload = workload;
        double begun = now();
        do take(1);
        while (now() - begun < warmUpSeconds);
    }

    @Override
    public double turn(double seconds) {
        take(Math.max(workload.leastSteps(), Math.round(seconds / secondsPerStep)));
        return secondsPerStep;
    }

    private void take(long steps) {
        double begun = now();
        for (long i = 0; i < steps; i++) workload.step().run();
        secondsPerStep = (now() - begun) / steps;
    }

    private static double now() {
        return System.nanoTime() / 1e9;
    }
}
