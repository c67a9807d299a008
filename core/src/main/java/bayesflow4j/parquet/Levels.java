package bayesflow4j.parquet;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** Small integers as runs of equal ones and groups of eight packed ones: Parquet's hybrid of run lengths and bit packing. */
final class Levels {
    private static final int GROUP = 8;

    private Levels() {}

    /** The least number of bits that hold 0 … most. */
    static int width(int most) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(most);
    }

    static byte[] encode(byte[] levels, int from, int to, int width) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int i = from;
        while (i < to) {
            int run = run(levels, i, to);
            if (run >= GROUP || i + run == to) {
                Compact.varint(out, (long) run << 1);
                out.write(levels[i]);
                i += run;
            } else {
                int end = i;
                while (end < to && run(levels, end, to) < GROUP) end += GROUP;
                Compact.varint(out, (long) (end - i) / GROUP << 1 | 1);
                for (; i < end; i += GROUP) pack(levels, i, to, width, out);
            }
        }
        return out.toByteArray();
    }

    private static int run(byte[] levels, int at, int to) {
        int end = at + 1;
        while (end < to && levels[end] == levels[at]) end++;
        return end - at;
    }

    /** Eight values, those beyond the end as zeros. */
    private static void pack(byte[] levels, int at, int to, int width, ByteArrayOutputStream out) {
        long bits = 0;
        for (int j = 0; j < GROUP && at + j < to; j++) bits |= (long) levels[at + j] << j * width;
        for (int b = 0; b < width; b++) out.write((int) (bits >>> b * Byte.SIZE));
    }

    /** The next {@code count} integers of this width. */
    static int[] decode(ByteBuffer in, int width, int count) {
        int[] values = new int[count];
        int i = 0;
        while (i < count) {
            long header = Compact.varint(in);
            if ((header & 1) == 0) {
                int value = 0;
                for (int b = 0; b < width; b += Byte.SIZE) value |= (in.get() & 0xff) << b;
                long end = Math.min(count, i + (header >>> 1));
                if (end == i) throw new IllegalArgumentException("levels: an empty run");
                while (i < end) values[i++] = value;
            } else {
                long packed = (header >>> 1) * GROUP;
                i = unpack(in, width, packed, values, i);
            }
        }
        return values;
    }

    /** Unpacks integers of this width; those beyond the end of the array are left out. */
    private static int unpack(ByteBuffer in, int width, long packed, int[] values, int begin) {
        int i = begin;
        long bits = 0;
        int held = 0;
        for (long j = 0; j < packed; j++) {
            while (held < width) {
                // The last group of a page may be cut off where nobody needs it.
                if (i == values.length && !in.hasRemaining()) return i;
                bits |= (in.get() & 0xffL) << held;
                held += Byte.SIZE;
            }
            if (i < values.length) values[i++] = (int) (bits & (1L << width) - 1);
            bits >>>= width;
            held -= width;
        }
        return i;
    }
}
