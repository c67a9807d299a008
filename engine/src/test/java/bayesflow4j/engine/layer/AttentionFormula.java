package bayesflow4j.engine.layer;

/** Attention in double precision, by its definition. */
public final class AttentionFormula {
    private AttentionFormula() {}

    /** The answers [n][w] to queries [n][w], given keys and values side by side [N][2w]. */
    public static double[][] answers(double[][] queries, double[][] seen, int heads) {
        int width = queries[0].length;
        int head = width / heads;
        double[][] answers = new double[queries.length][width];
        for (int i = 0; i < queries.length; i++)
            for (int h = 0; h < heads; h++) {
                double[] weights = new double[seen.length];
                double sum = 0;
                for (int n = 0; n < seen.length; n++) {
                    double score = 0;
                    for (int j = h * head; j < (h + 1) * head; j++) score += queries[i][j] * seen[n][j];
                    weights[n] = Math.exp(score / Math.sqrt(head));
                    sum += weights[n];
                }
                for (int n = 0; n < seen.length; n++)
                    for (int j = h * head; j < (h + 1) * head; j++)
                        answers[i][j] += weights[n] / sum * seen[n][width + j];
            }
        return answers;
    }

    /** Attention of rows to the rows of {@code seen}, by the weights of this name. */
    public static double[][] attention(Numbers w, String name, double[][] rows, double[][] seen, int heads) {
        double[][] answers = answers(dense(w, name + ".query", rows), dense(w, name + ".seen", seen), heads);
        return dense(w, name + ".answer", answers);
    }

    /** What the learned queries of this name find. */
    public static double[][] seeds(Numbers w, String name, double[][] rows, int heads) {
        double[] flat = w.of(name + ".queries");
        int width = rows[0].length;
        double[][] queries = new double[flat.length / width][];
        for (int i = 0; i < queries.length; i++) queries[i] = Numbers.row(flat, 1, width, i, 0);
        return answers(queries, dense(w, name + ".seen", rows), heads);
    }

    /** Rows of mean 0 and variance 1, scaled and shifted by the weights of this name. */
    public static double[][] normed(Numbers w, String name, double[][] rows) {
        double[][] normed = new double[rows.length][];
        for (int n = 0; n < rows.length; n++) {
            double[] x = rows[n].clone();
            double mean = 0;
            double variance = 0;
            for (double v : x) mean += v / x.length;
            for (double v : x) variance += (v - mean) * (v - mean) / x.length;
            for (int j = 0; j < x.length; j++)
                x[j] = (1 + w.of(name + ".gain")[j]) * (x[j] - mean) / Math.sqrt(variance + LayerNorm.LEAST_VARIANCE)
                        + w.of(name + ".bias")[j];
            normed[n] = x;
        }
        return normed;
    }

    /** Rows through one linear layer. */
    public static double[][] dense(Numbers w, String name, double[][] rows) {
        double[][] y = new double[rows.length][];
        for (int n = 0; n < rows.length; n++) y[n] = w.affine(name + ".0.kernel", name + ".0.bias", rows[n]);
        return y;
    }

    /** a + b. */
    public static double[][] sum(double[][] a, double[][] b) {
        double[][] sum = new double[a.length][a[0].length];
        for (int n = 0; n < a.length; n++) for (int j = 0; j < a[n].length; j++) sum[n][j] = a[n][j] + b[n][j];
        return sum;
    }

    /** All rows, one after the other. */
    static double[] flat(double[][] rows) {
        return java.util.Arrays.stream(rows)
                .flatMapToDouble(java.util.Arrays::stream)
                .toArray();
    }
}
