package bayesflow4j.summary;

import static bayesflow4j.engine.layer.AttentionFormula.attention;
import static bayesflow4j.engine.layer.AttentionFormula.dense;
import static bayesflow4j.engine.layer.AttentionFormula.normed;
import static bayesflow4j.engine.layer.AttentionFormula.seeds;
import static bayesflow4j.engine.layer.AttentionFormula.sum;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.layer.Numbers;
import java.util.Arrays;

/** Transformers for sets and series in double precision. */
final class TransformerFormula {
    private TransformerFormula() {}

    static double[] of(SetTransformer design, Numbers w, double[][] rows) {
        double[][] h = dense(w, "summary.rows", rows);
        for (int i = 0; i < design.blocks(); i++) {
            String name = "summary.block." + i;
            double[][] x = normed(w, name + ".attention.norm", h);
            double[][] found = normed(w, name + ".points.norm", seeds(w, name + ".points", x, design.heads()));
            h = block(w, name, h, attention(w, name + ".attention", x, found, design.heads()));
        }
        double[][] pooled = seeds(w, "summary.seeds", normed(w, "summary.norm", h), design.heads());
        return last(w, Arrays.stream(pooled).flatMapToDouble(Arrays::stream).toArray());
    }

    static double[] of(Transformer design, Numbers w, double[][] rows) {
        double[][] h = dense(w, "summary.windows", windows(rows, design.window()));
        for (int n = 0; n < h.length; n++)
            for (int j = 0; j < design.width(); j++) {
                double angle = n / Math.pow(1e4, (j - j % 2) / (double) design.width());
                h[n][j] += j % 2 == 0 ? Math.sin(angle) : Math.cos(angle);
            }
        for (int i = 0; i < design.blocks(); i++) {
            String name = "summary.block." + i;
            double[][] x = normed(w, name + ".attention.norm", h);
            h = block(w, name, h, attention(w, name + ".attention", x, x, design.heads()));
        }
        return last(w, PoolFormula.of(design.pool(), w, "summary", normed(w, "summary.norm", h)));
    }

    private static double[][] block(Numbers w, String name, double[][] rows, double[][] attended) {
        double[][] h = sum(rows, attended);
        double[][] x = normed(w, name + ".dense.norm", h);
        for (int n = 0; n < x.length; n++)
            x[n] = w.mlp(name + ".dense", 2, Activation.ELU, Activation.LINEAR, x[n], new double[0]);
        return sum(h, x);
    }

    private static double[][] windows(double[][] rows, int size) {
        int d = rows[0].length;
        double[][] windows = new double[(rows.length + size - 1) / size][size * d];
        for (int n = 0; n < rows.length; n++) System.arraycopy(rows[n], 0, windows[n / size], n % size * d, d);
        return windows;
    }

    private static double[] last(Numbers w, double[] kept) {
        return w.mlp("summary.dense", 1, Activation.ELU, Activation.ELU, kept, new double[0]);
    }
}
