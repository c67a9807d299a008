package bayesflow4j.summary;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.layer.Numbers;

/** The permutation invariant network in double precision: its modules by their definition in the paper's appendix. */
public final class InvariantFormula {
    private InvariantFormula() {}

    /** The summary of one data set, rows [N][d]. */
    public static double[] of(Invariant design, Numbers w, double[][] rows) {
        double[][] seen = rows;
        for (int i = 0; i < design.modules(); i++) seen = equivariant(design, w, "summary.equivariant." + i, seen);
        return PoolFormula.invariant(design, w, "summary.invariant", seen);
    }

    /** The rows of set m of a flat [·, length, width] array. */
    public static double[][] rows(double[] x, int length, int width, int set) {
        double[][] rows = new double[length][];
        for (int n = 0; n < length; n++) rows[n] = Numbers.row(x, length, width, set, n);
        return rows;
    }

    private static double[][] equivariant(Invariant design, Numbers w, String name, double[][] rows) {
        double[] whole = PoolFormula.invariant(design, w, name + ".whole", rows);
        double[] given = w.affine(name + ".rows.condition.kernel", name + ".rows.0.bias", whole);
        double[][] seen = new double[rows.length][];
        for (int n = 0; n < rows.length; n++)
            seen[n] = w.mlp(name + ".rows", design.depth(), Activation.ELU, Activation.ELU, rows[n], given);
        return seen;
    }
}
