package bayesflow4j.engine.layer;

/** The last states of a bidirectional LSTM in double precision, written without regard to speed. */
public final class LstmFormula {
    private LstmFormula() {}

    /** For x [sets, length, ·], flat: the last forward state and after it the last backward one, [sets, 2·units]. */
    public static double[] of(Numbers w, String name, double[] x, int sets, int length, int units) {
        double[] y = new double[sets * 2 * units];
        for (int m = 0; m < sets; m++) {
            double[][] rows = new double[length][];
            int width = x.length / (sets * length);
            for (int n = 0; n < length; n++) rows[n] = Numbers.row(x, length, width, m, n);
            System.arraycopy(run(w, name + ".forwards", rows, units, false), 0, y, m * 2 * units, units);
            System.arraycopy(run(w, name + ".backwards", rows, units, true), 0, y, m * 2 * units + units, units);
        }
        return y;
    }

    private static double[] run(Numbers w, String name, double[][] rows, int units, boolean reversed) {
        double[] h = new double[units];
        double[] c = new double[units];
        for (int s = 0; s < rows.length; s++) {
            double[] row = rows[reversed ? rows.length - 1 - s : s];
            double[] a = w.affine(name + ".input.kernel", name + ".bias", row);
            double[] b = w.times(name + ".state.kernel", h);
            for (int j = 0; j < units; j++) {
                double i = logistic(a[j] + b[j]);
                double f = logistic(a[units + j] + b[units + j]);
                double g = Math.tanh(a[2 * units + j] + b[2 * units + j]);
                double o = logistic(a[3 * units + j] + b[3 * units + j]);
                c[j] = f * c[j] + i * g;
                h[j] = o * Math.tanh(c[j]);
            }
        }
        return h;
    }

    private static double logistic(double v) {
        return 1 / (1 + Math.exp(-v));
    }
}
