package bayesflow4j.head.matching;

import java.util.Arrays;

/**
 * y(t₁) for dy/dt = f(t, y) and many y(t₀), by the method of Dormand and Prince of orders 5 and 4. Each y has steps of its
 * own, chosen by the error of its last step, so its end does not depend on its neighbors. Several are under way side by
 * side, in lanes; a lane whose y has arrived takes the next.
 */
final class DormandPrince {
    /** f, in all lanes. */
    interface Field {
        /** Writes f(t, y) [width, lanes] for time [lanes] and y [width, lanes]. */
        void rates(double[] time, double[] y, double[] to);
    }

    private static final double[] NODES = {0, 1 / 5d, 3 / 10d, 4 / 5d, 8 / 9d, 1, 1};
    private static final double[][] WEIGHTS = {
        {},
        {1 / 5d},
        {3 / 40d, 9 / 40d},
        {44 / 45d, -56 / 15d, 32 / 9d},
        {19372 / 6561d, -25360 / 2187d, 64448 / 6561d, -212 / 729d},
        {9017 / 3168d, -355 / 33d, 46732 / 5247d, 49 / 176d, -5103 / 18656d},
        {35 / 384d, 0, 500 / 1113d, 125 / 192d, -2187 / 6784d, 11 / 84d}
    };
    /** The solution of order 5 minus that of order 4. */
    private static final double[] ERROR = {
        71 / 57600d, 0, -71 / 16695d, 71 / 1920d, -17253 / 339200d, 22 / 525d, -1 / 40d
    };

    private static final int STAGES = NODES.length;
    private static final double FIRST_STEP = 1 / 16d;
    /** Shorter steps are not refused, so that even a wild field is crossed. */
    private static final double SHORTEST_STEP = 1 / 4096d;

    private static final int IDLE = -1;

    private final int width;
    private final int lanes;
    private final double tolerance;
    private final int[] owner;
    private final double[] time;
    private final double[] step;
    private final double[] wanted;
    private final double[] y;
    private final double[] stageTime;
    private final double[] stage;
    private final double[][] rates;

    /** @param tolerance of the error of a step, relative to 1 + |y| */
    DormandPrince(int width, int lanes, double tolerance) {
        this.width = width;
        this.lanes = lanes;
        this.tolerance = tolerance;
        this.owner = new int[lanes];
        this.time = new double[lanes];
        this.step = new double[lanes];
        this.wanted = new double[lanes];
        this.y = new double[width * lanes];
        this.stageTime = new double[lanes];
        this.stage = new double[width * lanes];
        this.rates = new double[STAGES][width * lanes];
    }

    /** Replaces rows y(t₀) [count, width] by y(t₁). */
    void integrate(Field field, double t0, double t1, double[] rows) {
        int count = rows.length / width;
        int next = 0;
        int arrived = 0;
        Arrays.fill(owner, IDLE);
        Arrays.fill(step, 0);
        while (arrived < count) {
            boolean fresh = false;
            for (int lane = 0; lane < lanes && next < count; lane++)
                if (owner[lane] == IDLE) {
                    enter(lane, next++, t0, rows);
                    fresh = true;
                }
            // For lanes that go on, these are the rates of the last stage again, to the bit.
            if (fresh) field.rates(time, y, rates[0]);
            attempt(field, t1);
            for (int lane = 0; lane < lanes; lane++)
                if (owner[lane] != IDLE && advance(lane, t1)) {
                    leave(lane, rows);
                    arrived++;
                }
        }
    }

    private void enter(int lane, int row, double t0, double[] rows) {
        owner[lane] = row;
        time[lane] = t0;
        wanted[lane] = FIRST_STEP;
        for (int j = 0; j < width; j++) y[j * lanes + lane] = rows[row * width + j];
    }

    private void leave(int lane, double[] rows) {
        for (int j = 0; j < width; j++) rows[owner[lane] * width + j] = y[j * lanes + lane];
        owner[lane] = IDLE;
        step[lane] = 0;
    }

    /** All stages of one step in each lane; the last stage is the solution of order 5. */
    private void attempt(Field field, double t1) {
        for (int lane = 0; lane < lanes; lane++)
            if (owner[lane] != IDLE) {
                double left = t1 - time[lane];
                step[lane] = Math.copySign(Math.min(wanted[lane], Math.abs(left)), left);
            }
        for (int s = 1; s < STAGES; s++) {
            for (int lane = 0; lane < lanes; lane++) stageTime[lane] = time[lane] + NODES[s] * step[lane];
            sum(WEIGHTS[s], stage);
            for (int j = 0; j < width; j++)
                for (int lane = 0, i = j * lanes; lane < lanes; lane++, i++) stage[i] = y[i] + step[lane] * stage[i];
            field.rates(stageTime, stage, rates[s]);
        }
    }

    private void sum(double[] weights, double[] to) {
        Arrays.fill(to, 0);
        for (int s = 0; s < weights.length; s++) {
            double[] of = rates[s];
            for (int i = 0; i < to.length; i++) to[i] += weights[s] * of[i];
        }
    }

    /** Takes the step unless its error is too large, and sizes the next; whether t₁ is reached. */
    private boolean advance(int lane, double t1) {
        double error = error(lane);
        double length = Math.abs(step[lane]);
        boolean accepted = error <= 1 || length <= SHORTEST_STEP;
        double factor = error > 0 ? Math.clamp(0.9 * StrictMath.pow(error, -0.2), 0.2, 5) : error == 0 ? 5 : 0.2;
        wanted[lane] = Math.max(length * factor, SHORTEST_STEP);
        if (!accepted) return false;
        boolean last = length >= Math.abs(t1 - time[lane]);
        time[lane] = last ? t1 : time[lane] + step[lane];
        for (int j = 0, i = lane; j < width; j++, i += lanes) {
            y[i] = stage[i];
            rates[0][i] = rates[STAGES - 1][i];
        }
        return last;
    }

    /** The root mean square of the errors over their tolerances. */
    private double error(int lane) {
        double squares = 0;
        for (int j = 0, i = lane; j < width; j++, i += lanes) {
            double off = 0;
            for (int s = 0; s < STAGES; s++) off += ERROR[s] * rates[s][i];
            double scale = tolerance * (1 + Math.max(Math.abs(y[i]), Math.abs(stage[i])));
            squares += (step[lane] * off / scale) * (step[lane] * off / scale);
        }
        return Math.sqrt(squares / width);
    }
}
