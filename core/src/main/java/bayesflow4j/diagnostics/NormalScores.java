package bayesflow4j.diagnostics;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * wₖ = Φ⁻¹((rₖ + ½) / (L + 1)): the ranks on a scale where they are standard normal if posteriors are exact. Their mean is
 * the bias in posterior standard deviations (positive: truths lie above the draws), their spread the factor by which
 * posteriors are too narrow; {@code beyond} is the fraction of truths that lie beyond all draws.
 */
record NormalScores(double[] values, double mean, double spread, double beyond) {
    static NormalScores of(int[] ranks, int draws) {
        double[] grid = new double[draws + 1];
        double squares = 0;
        for (int r = 0; r <= draws; r++) {
            grid[r] = StandardNormal.quantile((r + 0.5) / (draws + 1));
            squares += grid[r] * grid[r];
        }
        double[] scores = new double[ranks.length];
        for (int k = 0; k < scores.length; k++) scores[k] = grid[ranks[k]];
        Sample sample = new Sample(scores);
        // The spread of the grid is a little under 1, because finitely many draws do not reach the far tails.
        double spread = sample.sd() / Math.sqrt(squares / grid.length);
        long beyond = Arrays.stream(ranks).filter(r -> r == 0 || r == draws).count();
        return new NormalScores(scores, sample.mean(), spread, (double) beyond / ranks.length);
    }

    /** Two-sided t-test of mean 0; valid for any spread. */
    double locationPValue() {
        double t = mean / spread * Math.sqrt(values.length);
        return 2 * TDistribution.of(values.length - 1).survivalProbability(Math.abs(t));
    }

    /** Two-sided χ²-test of spread 1, with equal tails; valid for any mean. */
    double spreadPValue() {
        int freedom = values.length - 1;
        ChiSquaredDistribution law = ChiSquaredDistribution.of(freedom);
        double sum = freedom * spread * spread;
        return Math.min(1, 2 * Math.min(law.cumulativeProbability(sum), law.survivalProbability(sum)));
    }
}
