package bayesflow4j.benchmarks;

/**
 * One piece of work that is done again and again.
 *
 * @param flops the floating-point operations of one repetition that no implementation can save
 * @param seconds whether one repetition is told in seconds, else in milliseconds
 */
public record Workload(String name, String description, double flops, boolean seconds, Runnable step) {}
