package bayesflow4j.diagnostics;

import bayesflow4j.random.Seed;

/**
 * How many truths have a rank among their draws in each of B classes of equal width, which exact posteriors fill evenly.
 *
 * @param counts [B]
 * @param lower the least count that chance explains
 * @param upper the greatest count that chance explains
 * @param errorRate the probability that any count of exact posteriors lies outside
 */
public record RankHistogram(int[] counts, int lower, int upper, double errorRate) {
    private static final int SETS_PER_CLASS = 15;
    private static final int LEAST_CLASSES = 5;
    private static final int MOST_CLASSES = 20;

    /** The ranks of parameter {@code j}, ties broken at random. */
    public static RankHistogram of(Recovery recovery, int j, double errorRate, Seed seed) {
        int draws = recovery.drawsPerDataSet();
        int classes =
                Math.clamp(recovery.dataSets() / SETS_PER_CLASS, LEAST_CLASSES, Math.min(MOST_CLASSES, draws + 1));
        int[] counts = new int[classes];
        for (int rank : recovery.ranks(j).resolved(Metrics.ties(seed, j)))
            counts[(int) ((long) rank * classes / (draws + 1))]++;
        // Bonferroni over the classes.
        int[] limits = new BinomialTails(recovery.dataSets(), 1.0 / classes).central(errorRate / classes);
        return new RankHistogram(counts, limits[0], limits[1], errorRate);
    }
}
