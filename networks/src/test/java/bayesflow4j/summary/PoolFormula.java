package bayesflow4j.summary;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.layer.Numbers;
import java.util.Arrays;

/** What a pool keeps of many rows of features, in double precision. */
final class PoolFormula {
    /** Added to variances, so that a standard deviation has a gradient where all rows are equal. */
    private static final double LEAST_VARIANCE = 1e-6;

    private PoolFormula() {}

    static double[] of(Pool pool, Numbers w, String name, double[][] rows) {
        return switch (pool) {
            case MEAN -> means(rows);
            case MOMENTS -> concat(means(rows), deviations(rows));
            case MOMENTS_AND_MAXIMA ->
                concat(
                        concat(means(rows), deviations(rows)),
                        w.affine(name + ".maxima.0.kernel", name + ".maxima.0.bias", maxima(rows)));
        };
    }

    /** Dense layers on every row, what is kept of the rows, one dense layer on that. */
    static double[] invariant(Invariant design, Numbers w, String name, double[][] rows) {
        double[][] h = new double[rows.length][];
        for (int n = 0; n < rows.length; n++)
            h[n] = w.mlp(name + ".rows", design.depth(), Activation.ELU, Activation.ELU, rows[n], new double[0]);
        double[] kept = of(design.pool(), w, name, h);
        return w.mlp(name + ".mean", 1, Activation.ELU, Activation.ELU, kept, new double[0]);
    }

    private static double[] means(double[][] rows) {
        double[] means = new double[rows[0].length];
        for (double[] row : rows) for (int j = 0; j < row.length; j++) means[j] += row[j] / rows.length;
        return means;
    }

    private static double[] deviations(double[][] rows) {
        double[] means = means(rows);
        double[] deviations = new double[means.length];
        for (double[] row : rows)
            for (int j = 0; j < row.length; j++) deviations[j] += Math.pow(row[j] - means[j], 2) / rows.length;
        for (int j = 0; j < means.length; j++) deviations[j] = Math.sqrt(deviations[j] + LEAST_VARIANCE);
        return deviations;
    }

    private static double[] maxima(double[][] rows) {
        double[] maxima = rows[0].clone();
        for (double[] row : rows) for (int j = 0; j < row.length; j++) maxima[j] = Math.max(maxima[j], row[j]);
        return maxima;
    }

    static double[] concat(double[] a, double[] b) {
        double[] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }
}
