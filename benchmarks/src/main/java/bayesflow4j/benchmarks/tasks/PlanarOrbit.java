package bayesflow4j.benchmarks.tasks;

/**
 * The solution of p' = f(p, q), q' = g(p, q) at evenly spaced times, by Dormand and Prince's pair of orders 5 and 4. Steps end at
 * the times asked for, which are few.
 */
final class PlanarOrbit {
    /** (p, q) ↦ (p', q'). */
    @FunctionalInterface
    interface Field {
        /** Writes p' to {@code ps[stage]} and q' to {@code qs[stage]}. */
        void slope(double p, double q, double[] ps, double[] qs, int stage);
    }

    /** Error of one step; noise in the data is 10⁵ times as large. */
    private static final double TOLERANCE = 1e-6;

    private static final int MOST_STEPS = 100_000;
    private static final int STAGES = 7;

    private static final double[][] A = {
        {},
        {1.0 / 5},
        {3.0 / 40, 9.0 / 40},
        {44.0 / 45, -56.0 / 15, 32.0 / 9},
        {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
        {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
        {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}
    };

    /** Of the difference between the solutions of orders 5 and 4. */
    private static final double[] E = {
        71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40
    };

    private final Field field;
    private final double[] ps = new double[STAGES];
    private final double[] qs = new double[STAGES];
    private double p;
    private double q;
    private double nextP;
    private double nextQ;
    private double step;

    private PlanarOrbit(Field field, double p, double q) {
        this.field = field;
        this.p = p;
        this.q = q;
    }

    /** (p, q) at the times 0, spacing, 2 · spacing, … [points][2]; NaN from where no solution is found. */
    static double[][] sample(Field field, double p, double q, double spacing, int points) {
        PlanarOrbit orbit = new PlanarOrbit(field, p, q);
        orbit.step = spacing / 20;
        field.slope(p, q, orbit.ps, orbit.qs, 0);
        double[][] samples = new double[points][];
        samples[0] = new double[] {p, q};
        for (int i = 1; i < points; i++) {
            orbit.advance(spacing);
            samples[i] = new double[] {orbit.p, orbit.q};
        }
        return samples;
    }

    private void advance(double span) {
        double left = span;
        for (int tried = 0; left > 0; tried++) {
            if (tried == MOST_STEPS) p = q = Double.NaN;
            if (Double.isNaN(p)) return;
            boolean last = step >= left;
            double h = last ? left : step;
            double error = attempt(h);
            if (error <= 1) {
                p = nextP;
                q = nextQ;
                ps[0] = ps[STAGES - 1];
                qs[0] = qs[STAGES - 1];
                left = last ? 0 : left - h;
            }
            // A step that was cut short says only that a longer one is possible.
            double proposed = h * factor(error);
            step = last && error <= 1 ? Math.max(step, proposed) : proposed;
        }
    }

    /** Of the next step, from the error of this one relative to the tolerance; an overflow shows as NaN. */
    private static double factor(double error) {
        if (Double.isNaN(error)) return 0.2;
        return Math.clamp(0.9 * StrictMath.pow(error, -0.2), 0.2, 5);
    }

    /** Tries one step of length h from (p, q); its error relative to the tolerance. */
    private double attempt(double h) {
        for (int s = 1; s < STAGES; s++) {
            nextP = Math.fma(h, sum(A[s], ps, s), p);
            nextQ = Math.fma(h, sum(A[s], qs, s), q);
            field.slope(nextP, nextQ, ps, qs, s);
        }
        double error = Math.max(Math.abs(sum(E, ps, STAGES)), Math.abs(sum(E, qs, STAGES)));
        return h * error / TOLERANCE;
    }

    private static double sum(double[] factors, double[] slopes, int count) {
        double sum = 0;
        for (int j = 0; j < count; j++) sum = Math.fma(factors[j], slopes[j], sum);
        return sum;
    }
}
