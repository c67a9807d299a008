package bayesflow4j.models.levy;

import static bayesflow4j.models.levy.NoiseBlock.FLOATS;
import static bayesflow4j.models.levy.NoiseBlock.INTS;
import static bayesflow4j.models.levy.NoiseBlock.LANES;
import static bayesflow4j.models.levy.NoiseBlock.STEPS;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/** The running flights: the index, position and generator state of the flight in each lane. */
final class FlightLanes {
    private static final int IDLE = -1;

    private final int[] a = new int[LANES];
    private final int[] b = new int[LANES];
    private final int[] c = new int[LANES];
    private final int[] counter = new int[LANES];
    private final float[] x = new float[LANES];
    private final float[] drift = new float[LANES];
    private final int[] flight = new int[LANES];
    private final int[] stepsBefore = new int[LANES];

    private final Sfc32 words = new Sfc32();
    private final long key;
    private final float[] drifts;
    private final float start;
    private final float upper;
    private final int mostSteps;
    private final int[] steps;
    private int next;

    FlightLanes(long key, float[] drifts, Course course) {
        this.key = key;
        this.drifts = drifts;
        this.start = (float) course.start();
        this.upper = (float) course.width();
        this.mostSteps = course.mostSteps();
        this.steps = new int[drifts.length];
        Arrays.fill(flight, IDLE);
    }

    /** The outcome of every flight, see {@link Flights#passages}. */
    int[] steps() {
        return steps;
    }

    /** Starts the next flights in idle lanes; false when all have ended. */
    boolean refill() {
        boolean busy = false;
        for (int lane = 0; lane < LANES; lane++) {
            if (flight[lane] == IDLE && next < drifts.length) start(lane, next++);
            busy |= flight[lane] != IDLE;
        }
        return busy;
    }

    private void start(int lane, int index) {
        words.start(key, index);
        a[lane] = words.a;
        b[lane] = words.b;
        c[lane] = words.c;
        counter[lane] = words.counter;
        flight[lane] = index;
        stepsBefore[lane] = 0;
        drift[lane] = drifts[index];
        x[lane] = start;
    }

    /** Two words per step and lane, {@link Sfc32#next} on lanes. */
    void words(NoiseBlock block) {
        IntVector a = IntVector.fromArray(INTS, this.a, 0);
        IntVector b = IntVector.fromArray(INTS, this.b, 0);
        IntVector c = IntVector.fromArray(INTS, this.c, 0);
        IntVector counter = IntVector.fromArray(INTS, this.counter, 0);
        for (int i = 0; i < STEPS * LANES; i += LANES) {
            IntVector angle = a.add(b).add(counter);
            counter = counter.add(1);
            a = b.lanewise(VectorOperators.XOR, b.lanewise(VectorOperators.LSHR, Sfc32.XOR_SHIFT));
            b = c.add(c.lanewise(VectorOperators.LSHL, Sfc32.ADD_SHIFT));
            c = c.lanewise(VectorOperators.ROL, Sfc32.ROTATION).add(angle);
            angle.intoArray(block.angle, i);
            IntVector time = a.add(b).add(counter);
            counter = counter.add(1);
            a = b.lanewise(VectorOperators.XOR, b.lanewise(VectorOperators.LSHR, Sfc32.XOR_SHIFT));
            b = c.add(c.lanewise(VectorOperators.LSHL, Sfc32.ADD_SHIFT));
            c = c.lanewise(VectorOperators.ROL, Sfc32.ROTATION).add(time);
            time.intoArray(block.time, i);
        }
        a.intoArray(this.a, 0);
        b.intoArray(this.b, 0);
        c.intoArray(this.c, 0);
        counter.intoArray(this.counter, 0);
    }

    /** Makes all steps of a block, ending flights on the way. */
    void walk(NoiseBlock block) {
        int step = 0;
        while (step < STEPS) {
            step = walk(block.draws, step, firstLimit());
            land(step);
        }
        for (int lane = 0; lane < LANES; lane++) stepsBefore[lane] += STEPS;
    }

    /** Steps all lanes until one of them leaves the interval or {@code limit} is reached; returns the steps made. */
    private int walk(float[] noise, int from, int limit) {
        FloatVector x = FloatVector.fromArray(FLOATS, this.x, 0);
        FloatVector drift = FloatVector.fromArray(FLOATS, this.drift, 0);
        int step = from;
        while (step < limit) {
            x = x.add(drift.add(FloatVector.fromArray(FLOATS, noise, step * LANES)));
            step++;
            VectorMask<Float> gone = x.compare(VectorOperators.LE, 0f).or(x.compare(VectorOperators.GE, upper));
            if (gone.anyTrue()) break;
        }
        x.intoArray(this.x, 0);
        return step;
    }

    /** The step of this block at which the first flight has made all it may, or the last of the block. */
    private int firstLimit() {
        int least = STEPS;
        for (int lane = 0; lane < LANES; lane++)
            if (flight[lane] != IDLE) least = Math.min(least, mostSteps - stepsBefore[lane]);
        return least;
    }

    /** Records the flights that end with this step of the block. */
    private void land(int step) {
        for (int lane = 0; lane < LANES; lane++) {
            int n = stepsBefore[lane] + step;
            if (flight[lane] == IDLE || x[lane] > 0 && x[lane] < upper && n < mostSteps) continue;
            steps[flight[lane]] = x[lane] <= 0 ? -n : n;
            flight[lane] = IDLE;
            // NaN is beyond neither threshold, so an idle lane never stops the others.
            x[lane] = Float.NaN;
        }
    }
}
