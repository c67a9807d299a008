package bayesflow4j.head.flow;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.layer.Numbers;
import java.util.Arrays;

/** An affine coupling in double precision, row by row, written as the paper has it. */
public final class CouplingFormula {
    private CouplingFormula() {}

    /** z and after it log|det ∂z/∂x|: equations 7 to 10, and the sum of the clamped scales. */
    public static double[] of(Numbers w, String name, double[] x, double[] c, CouplingDesign design) {
        int split = x.length / 2;
        double[] x1 = Arrays.copyOf(x, split);
        double[] x2 = Arrays.copyOfRange(x, split, x.length);
        double[] out = new double[x.length + 1];
        double[] s1 = clamped(w, name + ".s1", x2, c, design);
        double[] t1 = shift(w, name + ".t1", x2, c, design);
        double[] z1 = new double[split];
        for (int j = 0; j < split; j++) out[j] = z1[j] = x1[j] * Math.exp(s1[j]) + t1[j];
        double[] s2 = clamped(w, name + ".s2", z1, c, design);
        double[] t2 = shift(w, name + ".t2", z1, c, design);
        for (int j = 0; j < x2.length; j++) out[split + j] = x2[j] * Math.exp(s2[j]) + t2[j];
        out[x.length] = Arrays.stream(s1).sum() + Arrays.stream(s2).sum();
        return out;
    }

    private static double[] clamped(Numbers w, String name, double[] x, double[] c, CouplingDesign design) {
        double clamp = design.clamp();
        return Arrays.stream(network(w, name, x, c, design))
                .map(s -> 2 * clamp / Math.PI * Math.atan(s / clamp))
                .toArray();
    }

    private static double[] network(Numbers w, String name, double[] x, double[] c, CouplingDesign design) {
        double[] given = w.affine(name + ".condition.kernel", name + ".0.bias", c);
        return w.mlp(name, design.hidden().size() + 1, design.activation(), Activation.LINEAR, x, given);
    }

    private static double[] shift(Numbers w, String name, double[] x, double[] c, CouplingDesign design) {
        double[] t = network(w, name, x, c, design);
        if (!design.linear()) return t;
        double[] given = w.affine(name + ".linear.condition.kernel", name + ".linear.0.bias", c);
        double[] linear = w.mlp(name + ".linear", 1, Activation.LINEAR, Activation.LINEAR, x, given);
        for (int j = 0; j < t.length; j++) t[j] += linear[j];
        return t;
    }
}
