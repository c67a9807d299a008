package bayesflow4j.engine.layer;

import java.util.ArrayList;
import java.util.List;

/** The means of {@link SecondMoments} in double precision. */
public final class SecondMomentsFormula {
    private SecondMomentsFormula() {}

    /** Those of one data set, rows [N][d]. */
    public static double[] of(double[][] rows) {
        int in = rows[0].length;
        List<Double> means = new ArrayList<>();
        for (int j = 0; j < in; j++) means.add(mean(rows, j, -1));
        for (int i = 0; i < in; i++) for (int j = i; j < in; j++) if (i == j || in < 9) means.add(mean(rows, i, j));
        List<Double> y = new ArrayList<>();
        for (double mean : means) y.add(asinh(mean));
        means.add(1.0);
        for (double mean : means) y.add(bounded(mean * Math.sqrt(rows.length) / 10));
        return y.stream().mapToDouble(v -> v).toArray();
    }

    private static double mean(double[][] rows, int i, int j) {
        double sum = 0;
        for (double[] row : rows) sum += row[i] * (j < 0 ? 1 : row[j]);
        return sum / rows.length;
    }

    private static double bounded(double v) {
        return v / Math.sqrt(1 + v * v / 400);
    }

    private static double asinh(double v) {
        return Math.log(v + Math.sqrt(1 + v * v));
    }
}
