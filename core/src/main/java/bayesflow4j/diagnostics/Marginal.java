package bayesflow4j.diagnostics;

import bayesflow4j.posterior.Draws;

/**
 * What the diagnostics need to know of one parameter of one data set: the truth, mean and variance of the draws, how many
 * draws lie below and at the truth, and the level of the smallest central interval that contains it (above 1 if none does).
 */
record Marginal(double truth, double mean, double variance, int below, int equal, double level) {
    /** @param tie a number from 0 to 1 that decides where the truth lies among draws that equal it */
    static Marginal of(double truth, Draws draws, int j, double tie) {
        int count = draws.count();
        double sum = 0;
        double nearestBelow = Double.NEGATIVE_INFINITY;
        double nearestAbove = Double.POSITIVE_INFINITY;
        int below = 0;
        int equal = 0;
        for (int l = 0; l < count; l++) {
            double value = draws.value(l, j);
            sum += value;
            if (value < truth) {
                below++;
                nearestBelow = Math.max(nearestBelow, value);
            } else if (value > truth) {
                nearestAbove = Math.min(nearestAbove, value);
            } else {
                equal++;
            }
        }
        double mean = sum / count;
        double squares = 0;
        for (int l = 0; l < count; l++) {
            double deviation = draws.value(l, j) - mean;
            squares += deviation * deviation;
        }
        double level = level(truth, count, below, equal, nearestBelow, nearestAbove, tie);
        return new Marginal(truth, mean, squares / Math.max(1, count - 1), below, equal, level);
    }

    /**
     * |2p − 1| for the p at which the quantile function (linear between order statistics) equals the truth: the truth is
     * inside a central interval exactly if the interval's level is at least this. No sorting is needed. Among several draws that
     * equal the truth, as those of a discrete parameter do, p is drawn, so that levels of exact posteriors are uniform.
     */
    private static double level(
            double truth, int count, int below, int equal, double nearestBelow, double nearestAbove, double tie) {
        if (equal == 0 && (below == 0 || below == count)) return Double.POSITIVE_INFINITY;
        if (count == 1) return 0;
        if (equal > 0) return Math.abs(2 * (below + tie * (equal - 1)) / (count - 1) - 1);
        double position = below - 1 + (truth - nearestBelow) / (nearestAbove - nearestBelow);
        return Math.abs(2 * position / (count - 1) - 1);
    }
}
