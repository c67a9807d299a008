package bayesflow4j.parquet;

import java.nio.ByteBuffer;

/** The decompressor of Google's Snappy: literals, and copies of bytes that came before. */
final class Snappy {
    private Snappy() {}

    /** The {@code size} bytes of a compressed block. */
    static ByteBuffer inflated(ByteBuffer in, int size) {
        long said = Compact.varint(in);
        if (said != size) throw new IllegalArgumentException("snappy: expected " + size + " bytes, got " + said);
        byte[] out = new byte[size];
        int at = 0;
        while (in.hasRemaining()) {
            int tag = in.get() & 0xff;
            int length;
            int offset;
            switch (tag & 3) {
                case 0 -> {
                    length = 1 + (tag >> 2 < 60 ? tag >> 2 : little(in, (tag >> 2) - 59));
                    in.get(out, at, length);
                    at += length;
                    continue;
                }
                case 1 -> {
                    length = 4 + (tag >> 2 & 7);
                    offset = (tag >> 5) << 8 | in.get() & 0xff;
                }
                case 2 -> {
                    length = 1 + (tag >> 2);
                    offset = little(in, 2);
                }
                default -> {
                    length = 1 + (tag >> 2);
                    offset = little(in, 4);
                }
            }
            if (offset < 1 || offset > at) throw new IllegalArgumentException("snappy: a copy from before the start");
            // Source and target may overlap, so that what is written is read again.
            for (int i = 0; i < length; i++, at++) out[at] = out[at - offset];
        }
        if (at != size) throw new IllegalArgumentException("snappy: expected " + size + " bytes, got " + at);
        return ByteBuffer.wrap(out);
    }

    private static int little(ByteBuffer in, int bytes) {
        int value = 0;
        for (int b = 0; b < bytes; b++) value |= (in.get() & 0xff) << b * Byte.SIZE;
        return value;
    }
}
