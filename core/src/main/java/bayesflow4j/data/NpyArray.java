package bayesflow4j.data;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** An array of numbers of any shape, in row-major order, or a list of texts, as in NumPy's files. */
public sealed interface NpyArray {
    /** The extent of each axis; empty for a single number. */
    int[] shape();

    /** The number of elements. */
    int size();

    /** All numbers as doubles. */
    double[] toDoubles();

    /** All numbers as floats, rounded to nearest. */
    float[] toFloats();

    /** 32-bit floating point, {@code f4}. */
    record Floats(float[] values, int... shape) implements NpyArray {
        public Floats {
            requireSize(values.length, shape);
        }

        @Override
        public int size() {
            return values.length;
        }

        @Override
        public double[] toDoubles() {
            return IntStream.range(0, values.length).mapToDouble(i -> values[i]).toArray();
        }

        @Override
        public float[] toFloats() {
            return values;
        }
    }

    /** 64-bit floating point, {@code f8}. */
    record Doubles(double[] values, int... shape) implements NpyArray {
        public Doubles {
            requireSize(values.length, shape);
        }

        @Override
        public int size() {
            return values.length;
        }

        @Override
        public double[] toDoubles() {
            return values;
        }

        @Override
        public float[] toFloats() {
            return rounded(values);
        }
    }

    /** 32-bit integers, {@code i4}. */
    record Ints(int[] values, int... shape) implements NpyArray {
        public Ints {
            requireSize(values.length, shape);
        }

        @Override
        public int size() {
            return values.length;
        }

        @Override
        public double[] toDoubles() {
            return Arrays.stream(values).asDoubleStream().toArray();
        }

        @Override
        public float[] toFloats() {
            return rounded(toDoubles());
        }
    }

    /** 64-bit integers, {@code i8}. */
    record Longs(long[] values, int... shape) implements NpyArray {
        public Longs {
            requireSize(values.length, shape);
        }

        @Override
        public int size() {
            return values.length;
        }

        @Override
        public double[] toDoubles() {
            return Arrays.stream(values).asDoubleStream().toArray();
        }

        @Override
        public float[] toFloats() {
            return rounded(toDoubles());
        }
    }

    /** Texts, {@code U}, such as the names of columns. */
    record Texts(List<String> values) implements NpyArray {
        public Texts {
            values = List.copyOf(values);
        }

        @Override
        public int[] shape() {
            return new int[] {values.size()};
        }

        @Override
        public int size() {
            return values.size();
        }

        @Override
        public double[] toDoubles() {
            throw new IllegalArgumentException("expected numbers, got texts " + values);
        }

        @Override
        public float[] toFloats() {
            return rounded(toDoubles());
        }

        /** Characters of the longest text, at least one. */
        int width() {
            return values.stream()
                    .mapToInt(text -> text.codePointCount(0, text.length()))
                    .reduce(1, Math::max);
        }
    }

    private static void requireSize(int size, int[] shape) {
        long product = 1;
        for (int extent : shape) product *= extent;
        if (product != size)
            throw new IllegalArgumentException(
                    "array: expected " + product + " numbers for shape " + Arrays.toString(shape) + ", got " + size);
    }

    private static float[] rounded(double[] values) {
        float[] floats = new float[values.length];
        for (int i = 0; i < floats.length; i++) floats[i] = (float) values[i];
        return floats;
    }
}
