package bayesflow4j.diagnostics;

/**
 * wₖ = Φ⁻¹((rₖ + ½) / (L + 1)): ranks as standard normal numbers under exact posteriors. Their mean is the bias in posterior
 * standard deviations (positive: truths lie above the draws), their spread the factor by which posteriors are too narrow.
 */
record NormalScores(double[] values, double mean, double spread) {
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
        // The grid's own spread is a little under 1: few draws cannot reach far tails.
        return new NormalScores(scores, sample.mean(), sample.sd() / Math.sqrt(squares / grid.length));
    }

    /** Two-sided t-test of mean 0; it holds whatever the spread. Student's t goes to normal as by Wallace (1959). */
    double locationPValue() {
        double nu = values.length - 1;
        double t = mean / spread * Math.sqrt(values.length);
        return StandardNormal.twoSided((8 * nu + 1) / (8 * nu + 3) * Math.sqrt(nu * Math.log1p(t * t / nu)));
    }

    /** Two-sided χ²-test of spread 1, around whatever mean. χ² goes to normal as by Wilson and Hilferty (1931). */
    double spreadPValue() {
        double v = 2 / (9.0 * (values.length - 1));
        return StandardNormal.twoSided((Math.cbrt(spread * spread) - (1 - v)) / Math.sqrt(v));
    }
}
