package bayesflow4j.summary;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.layer.Numbers;
import bayesflow4j.engine.layer.SecondMomentsFormula;

/** The permutation invariant network in double precision: its modules by their definition in the paper's appendix. */
public final class InvariantFormula {
    private InvariantFormula() {}

    /** The summary of one data set, rows [N][d]. */
    public static double[] of(Invariant design, Numbers w, double[][] rows) {
        double[][] seen = rows;
        for (int i = 0; i < design.modules(); i++) seen = equivariant(design, w, "summary.equivariant." + i, seen);
        double[] learned = PoolFormula.invariant(design, w, "summary.invariant", seen);
        return design.products() ? PoolFormula.concat(learned, SecondMomentsFormula.of(rows)) : learned;
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
