package bayesflow4j.benchmarks;

/**
 * A step of work to repeat.
 *
 * @param flops the floating-point operations per step that every implementation needs
 * @param seconds whether the time per step is reported in seconds rather than milliseconds
 */
public record Workload(String name, String description, double flops, boolean seconds, Runnable step) {
    /** The least number of steps per turn. */
    int leastSteps() {
        return seconds ? 1 : 20;
    }
}
