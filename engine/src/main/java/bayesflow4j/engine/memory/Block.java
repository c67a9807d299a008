package bayesflow4j.engine.memory;

/**
 * A view of floats as [M, N, d]: M data sets ({@link #sets}) of N rows ({@link #length}) of width d. A plain matrix has N = 1.
 *
 * <p>Row n of set m begins at {@code offset + m·setStride + n·rowStride}; a row stride of 0 shows one row N times. Blocks that
 * layers produce have row strides that are multiples of 8, and zeros from column d to the stride. Owners point
 * one block at new memory again and again, so that passing it on allocates nothing.
 */
public final class Block {
    private float[] data = new float[0];
    private int offset;
    private int sets;
    private int length;
    private int width;
    private int setStride;
    private int rowStride;

    /** A dense [M, N, d] view of an array that the caller filled, rows of exactly d floats. */
    public static Block of(float[] data, int sets, int length, int width) {
        return new Block().show(data, 0, sets, length, width, width);
    }

    /** Points this block at dense rows that begin {@code rowStride} apart. */
    public Block show(float[] data, int offset, int sets, int length, int width, int rowStride) {
        require("sets", sets, 0);
        require("length", length, 1);
        require("width", width, 0);
        require("rowStride", rowStride, width);
        long end = offset + (long) sets * length * rowStride;
        if (offset < 0 || sets > 0 && end - rowStride + width > data.length)
            throw new IllegalArgumentException("block [" + sets + ", " + length + ", " + width + "] at " + offset
                    + " with row stride " + rowStride + ": expected an array of at least " + end + " floats, got "
                    + data.length);
        return point(data, offset, sets, length, width, length * rowStride, rowStride);
    }

    /** Points this block at one row per set, shown {@code length} times each. */
    public Block repeat(float[] data, int offset, int sets, int length, int width, int setStride) {
        return point(data, offset, sets, length, width, setStride, 0);
    }

    /** Points this block at sets [from, to) of another. */
    public Block slice(Block whole, int from, int to) {
        if (from < 0 || to < from || to > whole.sets)
            throw new IllegalArgumentException(
                    "slice: expected 0 ≤ from ≤ to ≤ " + whole.sets + ", got from " + from + ", to " + to);
        return point(
                whole.data,
                whole.offset + from * whole.setStride,
                to - from,
                whole.length,
                whole.width,
                whole.setStride,
                whole.rowStride);
    }

    private Block point(float[] data, int offset, int sets, int length, int width, int setStride, int rowStride) {
        this.data = data;
        this.offset = offset;
        this.sets = sets;
        this.length = length;
        this.width = width;
        this.setStride = setStride;
        this.rowStride = rowStride;
        return this;
    }

    /** The array that this block is a view of, not a copy. */
    public float[] data() {
        return data;
    }

    /** Where the first row of the first set begins in {@link #data}. */
    public int offset() {
        return offset;
    }

    /** M. */
    public int sets() {
        return sets;
    }

    /** N. */
    public int length() {
        return length;
    }

    /** d. */
    public int width() {
        return width;
    }

    /** Floats from the beginning of a set to that of the next. */
    public int setStride() {
        return setStride;
    }

    /** Floats from the beginning of a row to that of the next in its set; 0 where one row is shown N times. */
    public int rowStride() {
        return rowStride;
    }

    /** M·N. */
    public int rows() {
        return sets * length;
    }

    /** Where row n of set m begins. */
    public int at(int set, int row) {
        return offset + set * setStride + row * rowStride;
    }

    /** Whether all rows lie one stride apart, from the first of the first set to the last of the last. */
    public boolean isDense() {
        return setStride == length * rowStride;
    }

    /** Refuses a block of another width. */
    public Block requireWidth(String name, int expected) {
        if (width != expected)
            throw new IllegalArgumentException(name + ": expected width " + expected + ", got " + this);
        return this;
    }

    /** Refuses a block of another number of sets or rows. */
    public Block requireShape(String name, int sets, int length, int width) {
        if (this.sets != sets || this.length != length || this.width != width)
            throw new IllegalArgumentException(
                    name + ": expected [" + sets + ", " + length + ", " + width + "], got " + this);
        return this;
    }

    @Override
    public String toString() {
        return "[" + sets + ", " + length + ", " + width + "]";
    }

    private static void require(String name, int value, int least) {
        if (value < least) throw new IllegalArgumentException(name + ": expected at least " + least + ", got " + value);
    }
}
