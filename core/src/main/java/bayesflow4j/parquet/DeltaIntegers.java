package bayesflow4j.parquet;

import java.nio.ByteBuffer;

/** Integers as packed differences between neighbors: Parquet's encoding {@code DELTA_BINARY_PACKED}. */
final class DeltaIntegers {
    private DeltaIntegers() {}

    static long[] decode(ByteBuffer in, int count) {
        int block = (int) Compact.varint(in);
        int minis = (int) Compact.varint(in);
        long total = Compact.varint(in);
        if (minis < 1 || block < minis || total != count)
            throw new IllegalArgumentException("differences: expected " + count + " integers, got " + total);
        long[] values = new long[count];
        long last = zigzag(in);
        if (count > 0) values[0] = last;
        int i = 1;
        while (i < count) {
            long least = zigzag(in);
            byte[] widths = new byte[minis];
            in.get(widths);
            for (int mini = 0; mini < minis && i < count; mini++) {
                long[] packed = unpacked(in, widths[mini], block / minis);
                for (int j = 0; j < packed.length && i < count; j++) {
                    last += least + packed[j];
                    values[i++] = last;
                }
            }
        }
        return values;
    }

    private static long zigzag(ByteBuffer in) {
        long value = Compact.varint(in);
        return value >>> 1 ^ -(value & 1);
    }

    /** Integers of up to 64 bits, the lowest bits first. */
    private static long[] unpacked(ByteBuffer in, int width, int count) {
        byte[] bytes = new byte[Math.ceilDiv(width * count, Byte.SIZE)];
        in.get(bytes);
        long[] values = new long[count];
        for (int i = 0; i < count; i++)
            for (int b = 0; b < width; b++) {
                int bit = i * width + b;
                values[i] |= (long) (bytes[bit / Byte.SIZE] >> bit % Byte.SIZE & 1) << b;
            }
        return values;
    }
}
