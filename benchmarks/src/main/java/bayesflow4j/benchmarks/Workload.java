package bayesflow4j.benchmarks;

/**
 * One piece of work that is done again and again.
 *
 * @param flops the floating-point operations of one step that no implementation can save
 * @param seconds whether one step is told in seconds, else in milliseconds
 */
public record Workload(String name, String description, double flops, boolean seconds, Runnable step) {
    /** How many steps make a turn, however short it is. */
    int leastSteps() {
        return seconds ? 1 : 20;
    }
}
