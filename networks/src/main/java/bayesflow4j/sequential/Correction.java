package bayesflow4j.sequential;

import bayesflow4j.head.Normals;
import bayesflow4j.numeric.Cholesky;

/**
 * q(θ) p(θ) / p̃(θ) in closed form, where q is a mixture of normals and prior and proposal are normals (Papamakarios and Murray
 * 2016): the precision of each component loses that of the proposal and gains that of the prior. Where the result is not
 * positive definite, as little of the correction is left out as makes it so.
 *
 * @param mixture the result
 * @param incomplete how many components are not corrected in full
 */
record Correction(Normals mixture, int incomplete) {
    /** Shares of the correction, the first of which that gives a distribution is taken. */
    private static final double[] SHARES = {1, 0.9, 0.75, 0.5, 0.25, 0};

    static Correction of(Normals q, Normals proposal, Normals prior) {
        int components = q.components();
        double[] log = new double[components];
        double[][] means = new double[components][];
        double[][][] precisions = new double[components][][];
        int incomplete = 0;
        for (int k = 0; k < components; k++) {
            double share = share(q.precisions()[k], proposal.precisions()[0], prior.precisions()[0]);
            if (share < 1) incomplete++;
            precisions[k] = sum(q.precisions()[k], proposal.precisions()[0], prior.precisions()[0], share);
            Cholesky factor = Cholesky.of(precisions[k]);
            double[] pull = new double[q.width()];
            add(pull, q.precisions()[k], q.means()[k], 1);
            add(pull, proposal.precisions()[0], proposal.means()[0], -share);
            add(pull, prior.precisions()[0], prior.means()[0], share);
            means[k] = factor.solve(pull);
            log[k] = StrictMath.log(q.weights()[k])
                    + (constant(q.precisions()[k], q.means()[k])
                                    - share * constant(proposal.precisions()[0], proposal.means()[0])
                                    + share * constant(prior.precisions()[0], prior.means()[0])
                                    - factor.logDet()
                                    + Normals.quadratic(precisions[k], means[k]))
                            / 2;
        }
        return new Correction(new Normals(weights(log), means, precisions), incomplete);
    }

    private static double share(double[][] q, double[][] proposal, double[][] prior) {
        for (double share : SHARES) if (isPositive(sum(q, proposal, prior, share))) return share;
        return 0;
    }

    private static boolean isPositive(double[][] matrix) {
        try {
            Cholesky.of(matrix);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static double[][] sum(double[][] q, double[][] proposal, double[][] prior, double share) {
        double[][] sum = new double[q.length][q.length];
        for (int i = 0; i < q.length; i++)
            for (int j = 0; j < q.length; j++) sum[i][j] = q[i][j] + share * (prior[i][j] - proposal[i][j]);
        return sum;
    }

    private static void add(double[] to, double[][] p, double[] m, double factor) {
        for (int i = 0; i < to.length; i++) for (int j = 0; j < to.length; j++) to[i] += factor * p[i][j] * m[j];
    }

    /** log det P − mᵀ P m. */
    private static double constant(double[][] p, double[] m) {
        return Cholesky.of(p).logDet() - Normals.quadratic(p, m);
    }

    private static double[] weights(double[] log) {
        double top = Double.NEGATIVE_INFINITY;
        for (double l : log) top = Math.max(top, l);
        double sum = 0;
        double[] weights = new double[log.length];
        for (int k = 0; k < log.length; k++) sum += weights[k] = StrictMath.exp(log[k] - top);
        for (int k = 0; k < log.length; k++) weights[k] /= sum;
        return weights;
    }
}
