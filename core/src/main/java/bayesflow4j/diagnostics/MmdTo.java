package bayesflow4j.diagnostics;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * y ↦ {@link Mmd} between one fixed sample x [N, d] and y [N′, d], in single precision, the distances eight at a time, for methods that
 * compare millions of simulations with one data set. The kernel is a table of straight pieces; the result is within 10⁻⁴ of {@link Mmd} and has the same bits on every machine. Safe to share between threads.
 */
public final class MmdTo {
    /** Always eight, so that sums have the same order on every machine. */
    private static final VectorSpecies<Float> LANES = FloatVector.SPECIES_256;

    private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_256;

    /** Pieces per power of two are 2⁸: the error of a piece is 10⁻⁶ for each kernel, and cancels between samples. */
    private static final int PIECE_BITS = 8;

    private static final int SHIFT = 23 - PIECE_BITS;
    private static final int LOWEST_EXPONENT = -40;
    private static final int HIGHEST_EXPONENT = 32;
    private static final float LEAST = Math.scalb(1f, LOWEST_EXPONENT);
    private static final float MOST = Math.nextDown(Math.scalb(1f, HIGHEST_EXPONENT));
    private static final int FIRST = Float.floatToRawIntBits(LEAST) >>> SHIFT;
    private static final float POSITION = 1f / (1 << SHIFT);

    private final int width;
    private final int rows;
    /** By columns, each padded to whole vectors [d][N⁺]. */
    private final float[][] columns;

    /** The value at the left end of each piece and its rise, side by side [2 · pieces]. */
    private final float[] pieces;

    private final double self;
    private final double within;

    /** The distance to rows x [N, d], which follow one another in the array, with this kernel. */
    public MmdTo(KernelSum kernel, float[] x, int width) {
        Mmd.requireRows("x", x, width);
        this.width = width;
        this.rows = x.length / width;
        this.columns = columns(x, width);
        this.pieces = pieces(kernel);
        this.self = kernel.value(0);
        this.within = within(columns, rows);
    }

    /** The discrepancy between the fixed sample and rows y [N′, d]. */
    public double of(float[] y) {
        Mmd.requireRows("y", y, width);
        int count = y.length / width;
        float[][] other = columns(y, width);
        double cross = 0;
        float[] point = new float[width];
        Room room = new Room(rows);
        for (int i = 0; i < count; i++) {
            for (int c = 0; c < width; c++) point[c] = other[c][i];
            cross += sum(point, columns, rows, room);
        }
        return within + within(other, count) - 2 * cross / ((double) rows * count);
    }

    /** The mean of k over all pairs of a sample, each with itself too. */
    private double within(float[][] sample, int count) {
        double pairs = 0;
        float[] point = new float[width];
        Room room = new Room(count);
        for (int i = 1; i < count; i++) {
            for (int c = 0; c < width; c++) point[c] = sample[c][i];
            pairs += sum(point, sample, i, room);
        }
        return (2 * pairs + count * self) / ((double) count * count);
    }

    /** Σ k between one point and the first {@code count} rows of a sample. */
    private double sum(float[] point, float[][] sample, int count, Room room) {
        int whole = LANES.loopBound(count + LANES.length() - 1);
        for (int j = 0; j < whole; j += LANES.length()) {
            FloatVector distance = FloatVector.zero(LANES);
            for (int c = 0; c < sample.length; c++) {
                FloatVector difference =
                        FloatVector.fromArray(LANES, sample[c], j).sub(point[c]);
                distance = difference.fma(difference, distance);
            }
            IntVector bits = distance.max(LEAST).min(MOST).reinterpretAsInts();
            bits.lanewise(VectorOperators.LSHR, SHIFT).sub(FIRST).intoArray(room.pieces, j);
            ((FloatVector) bits.and((1 << SHIFT) - 1).convert(VectorOperators.I2F, 0))
                    .mul(POSITION)
                    .intoArray(room.positions, j);
        }
        // One by one, as a vector would gather its coefficients no faster; four sums, which do not wait for each other.
        double first = 0;
        double second = 0;
        double third = 0;
        double fourth = 0;
        int j = 0;
        for (; j + 4 <= count; j += 4) {
            first += value(room, j);
            second += value(room, j + 1);
            third += value(room, j + 2);
            fourth += value(room, j + 3);
        }
        for (; j < count; j++) first += value(room, j);
        return first + second + (third + fourth);
    }

    private float value(Room room, int j) {
        int i = 2 * room.pieces[j];
        return Math.fma(pieces[i + 1], room.positions[j], pieces[i]);
    }

    /** Where the kernel's pieces of one row are kept. */
    private record Room(int[] pieces, float[] positions) {
        private Room(int rows) {
            this(new int[padded(rows)], new float[padded(rows)]);
        }
    }

    private static int padded(int rows) {
        return LANES.loopBound(rows + LANES.length() - 1);
    }

    private static float[][] columns(float[] x, int width) {
        int rows = x.length / width;
        float[][] columns = new float[width][padded(rows)];
        for (int i = 0; i < rows; i++) for (int c = 0; c < width; c++) columns[c][i] = x[i * width + c];
        return columns;
    }

    private static float[] pieces(KernelSum kernel) {
        int count = HIGHEST_EXPONENT - LOWEST_EXPONENT << PIECE_BITS;
        float[] pieces = new float[2 * count];
        for (int i = 0; i < count; i++) {
            double left = Float.intBitsToFloat(FIRST + i << SHIFT);
            double right = Float.intBitsToFloat(FIRST + i + 1 << SHIFT);
            pieces[2 * i] = (float) kernel.value(left);
            pieces[2 * i + 1] = (float) (kernel.value(right) - kernel.value(left));
        }
        return pieces;
    }
}
