package bayesflow4j.parquet;

import java.util.Arrays;

/** The values of a column, collected page by page. */
final class Gathering {
    private final Leaf leaf;
    private final boolean texts;
    private final boolean integers;
    private double[] numbers = new double[0];
    private float[] floats = new float[0];
    private long[] longs = new long[0];
    private String[] words = new String[0];
    private int[] offsets = new int[1];
    private int size;
    private int rows;
    private boolean gaps;

    Gathering(Leaf leaf) {
        this.leaf = leaf;
        this.texts = leaf.type() == ParquetType.BYTES && !leaf.isDecimal();
        this.integers = !leaf.isDecimal()
                && (leaf.type() == ParquetType.BOOLEAN
                        || leaf.type() == ParquetType.INT32
                        || leaf.type() == ParquetType.INT64);
    }

    /**
     * Adds the values of a page.
     *
     * @param repetition levels, 0 where a row begins
     * @param definition levels, which say whether a value is there
     * @param values those that are
     */
    void add(int[] repetition, int[] definition, ParquetColumn values) {
        reserve(definition.length);
        int next = 0;
        for (int i = 0; i < definition.length; i++) {
            if (leaf.repetition() == 1 && repetition[i] == 0) begin();
            if (definition[i] == leaf.definition()) put(values, next++);
            else if (definition[i] >= leaf.listed() || leaf.repetition() == 0) putMissing();
        }
    }

    private void reserve(int more) {
        int wanted = Math.addExact(size, more);
        int room = Math.max(wanted, (int) Math.min(Integer.MAX_VALUE - 8L, size * 3L / 2));
        if (texts && words.length < wanted) words = Arrays.copyOf(words, room);
        else if (integers && longs.length < wanted) longs = Arrays.copyOf(longs, room);
        else if (isSingle() && floats.length < wanted) floats = Arrays.copyOf(floats, room);
        else if (!texts && !integers && !isSingle() && numbers.length < wanted) numbers = Arrays.copyOf(numbers, room);
    }

    private boolean isSingle() {
        return leaf.type() == ParquetType.FLOAT;
    }

    private void begin() {
        if (rows + 1 >= offsets.length) offsets = Arrays.copyOf(offsets, Math.max(1024, offsets.length * 2));
        offsets[rows++] = size;
    }

    private void put(ParquetColumn values, int k) {
        switch (values) {
            case ParquetColumn.Texts(String _, String[] all) -> words[size++] = all[k];
            case ParquetColumn.Longs(String _, long[] all) -> longs[size++] = all[k];
            case ParquetColumn.Floats(String _, float[] all) -> floats[size++] = all[k];
            default -> numbers[size++] = values.at(k);
        }
    }

    private void putMissing() {
        gaps = true;
        if (texts) words[size++] = "";
        else if (isSingle()) floats[size++] = Float.NaN;
        else if (!integers) numbers[size++] = Double.NaN;
        else longs[size++] = Long.MIN_VALUE;
    }

    /** All values so far. */
    ParquetColumn column() {
        ParquetColumn all = values();
        if (leaf.repetition() == 0) return all;
        int[] own = Arrays.copyOf(offsets, rows + 1);
        own[rows] = size;
        return new ParquetColumn.Lists(all, own);
    }

    private ParquetColumn values() {
        String name = leaf.column();
        if (texts) return new ParquetColumn.Texts(name, Arrays.copyOf(words, size));
        if (isSingle()) return new ParquetColumn.Floats(name, Arrays.copyOf(floats, size));
        if (!integers) return new ParquetColumn.Doubles(name, Arrays.copyOf(numbers, size));
        long[] whole = Arrays.copyOf(longs, size);
        if (!gaps) return new ParquetColumn.Longs(name, whole);
        return new ParquetColumn.Doubles(
                name,
                Arrays.stream(whole)
                        .mapToDouble(value -> value == Long.MIN_VALUE ? Double.NaN : value)
                        .toArray());
    }
}
