package bayesflow4j.sequential;

import bayesflow4j.head.Normals;
import bayesflow4j.numeric.Cholesky;
import bayesflow4j.numeric.Eigen;

/**
 * q(θ) p(θ) / p̃(θ) in closed form, where q is a mixture of normals and prior and proposal are normals (Papamakarios and Murray
 * 2016): the precision of each component loses that of the proposal and gains that of the prior. A posterior under the proposal
 * is narrower than it in every direction. Where a component is not, or hardly, the difference is noise, which a division would
 * blow up; it is made narrower there.
 *
 * @param mixture the result
 * @param narrowed how many components had to be made narrower
 */
record Correction(Normals mixture, int narrowed) {
    /** Of a component to the proposal, in every direction: the result has at most 1 / (this − 1) times the proposal's variance. */
    private static final double LEAST_RATIO_OF_PRECISIONS = 1.25;

    static Correction of(Normals q, Normals proposal, Normals prior) {
        double[][] proposed = proposal.precisions()[0];
        double[][] before = prior.precisions()[0];
        int components = q.components();
        double[] log = new double[components];
        double[][] means = new double[components][];
        double[][][] precisions = new double[components][][];
        int narrowed = 0;
        for (int k = 0; k < components; k++) {
            double[][] own = narrower(q.precisions()[k], proposed);
            if (own != q.precisions()[k]) narrowed++;
            precisions[k] = sum(own, proposed, before);
            Cholesky factor = Cholesky.of(precisions[k]);
            double[] pull = new double[q.width()];
            add(pull, own, q.means()[k], 1);
            add(pull, proposed, proposal.means()[0], -1);
            add(pull, before, prior.means()[0], 1);
            means[k] = factor.solve(pull);
            log[k] = StrictMath.log(q.weights()[k])
                    + (constant(own, q.means()[k])
                                    - constant(proposed, proposal.means()[0])
                                    + constant(before, prior.means()[0])
                                    - factor.logDet()
                                    + Normals.quadratic(precisions[k], means[k]))
                            / 2;
        }
        return new Correction(new Normals(weights(log), means, precisions), narrowed);
    }

    /** The precision, raised to the least ratio in the directions where it is lower; the same array if there are none. */
    private static double[][] narrower(double[][] precision, double[][] proposed) {
        Cholesky unit = Cholesky.of(proposed);
        double[][] half = new double[precision.length][];
        for (int i = 0; i < half.length; i++) half[i] = unit.halfSolve(precision[i]);
        Eigen ratios = Eigen.of(halfSolved(unit, half));
        double[][] raised = new double[precision.length][];
        for (int i = 0; i < raised.length; i++) raised[i] = precision[i].clone();
        boolean any = false;
        for (int e = 0; e < raised.length; e++) {
            double missing = LEAST_RATIO_OF_PRECISIONS - ratios.values()[e];
            if (!(missing > 0)) continue;
            any = true;
            double[] direction = unit.times(ratios.vectors()[e]);
            for (int i = 0; i < raised.length; i++)
                for (int j = 0; j < raised.length; j++) raised[i][j] += missing * direction[i] * direction[j];
        }
        return any ? raised : precision;
    }

    /** L⁻¹ of each column of a matrix that is given by rows [D][D]. */
    private static double[][] halfSolved(Cholesky factor, double[][] rows) {
        int width = rows.length;
        double[][] solved = new double[width][];
        for (int j = 0; j < width; j++) {
            double[] column = new double[width];
            for (int i = 0; i < width; i++) column[i] = rows[i][j];
            solved[j] = factor.halfSolve(column);
        }
        return solved;
    }

    private static double[][] sum(double[][] q, double[][] proposal, double[][] prior) {
        double[][] sum = new double[q.length][q.length];
        for (int i = 0; i < q.length; i++)
            for (int j = 0; j < q.length; j++) sum[i][j] = q[i][j] - proposal[i][j] + prior[i][j];
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
