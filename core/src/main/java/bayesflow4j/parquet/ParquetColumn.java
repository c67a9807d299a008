package bayesflow4j.parquet;

import java.util.Arrays;

/** A named column of K values, one for each row; NaN is a missing number, and so is null in a file. */
public sealed interface ParquetColumn {
    /** The name of the column. */
    String name();

    /** K. */
    int size();

    /** Value k as a number: of a text, NaN. */
    double at(int k);

    /** Integers [K], none of them missing. */
    record Longs(String name, long[] values) implements ParquetColumn {
        @Override
        public int size() {
            return values.length;
        }

        @Override
        public double at(int k) {
            return values[k];
        }
    }

    /** Numbers of double precision [K]. */
    record Doubles(String name, double[] values) implements ParquetColumn {
        @Override
        public int size() {
            return values.length;
        }

        @Override
        public double at(int k) {
            return values[k];
        }
    }

    /** Numbers of single precision [K]. */
    record Floats(String name, float[] values) implements ParquetColumn {
        @Override
        public int size() {
            return values.length;
        }

        @Override
        public double at(int k) {
            return values[k];
        }
    }

    /** Texts [K], empty where missing. */
    record Texts(String name, String[] values) implements ParquetColumn {
        @Override
        public int size() {
            return values.length;
        }

        @Override
        public double at(int k) {
            return Double.NaN;
        }
    }

    /**
     * Lists of values: list k has the elements {@code offsets[k]} up to {@code offsets[k + 1]}.
     *
     * @param elements of all lists, one after the other
     * @param offsets [K + 1]
     */
    record Lists(ParquetColumn elements, int[] offsets) implements ParquetColumn {
        /** Refuses lists of lists and offsets that do not fit. */
        public Lists {
            if (elements instanceof Lists) throw new IllegalArgumentException("elements: expected values, got lists");
            if (offsets.length == 0 || offsets[0] != 0 || offsets[offsets.length - 1] != elements.size())
                throw new IllegalArgumentException(
                        "offsets: expected 0 … " + elements.size() + ", got " + Arrays.toString(offsets));
        }

        @Override
        public String name() {
            return elements.name();
        }

        @Override
        public int size() {
            return offsets.length - 1;
        }

        /** The length of list k. */
        public int length(int k) {
            return offsets[k + 1] - offsets[k];
        }

        /** The first element of list k, NaN if it has none. */
        @Override
        public double at(int k) {
            return length(k) == 0 ? Double.NaN : elements.at(offsets[k]);
        }
    }
}
