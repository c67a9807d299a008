package bayesflow4j.parquet;

import io.airlift.compress.MalformedInputException;
import io.airlift.compress.zstd.ZstdDecompressor;
import java.nio.ByteBuffer;

/** The decompressor of Zstandard, by a library that need not be there. */
final class Zstd {
    private Zstd() {}

    /** The {@code size} bytes of a compressed page. */
    static ByteBuffer inflated(ByteBuffer page, int size) {
        byte[] in = new byte[page.remaining()];
        page.get(in);
        byte[] out = new byte[size];
        try {
            int length = new ZstdDecompressor().decompress(in, 0, in.length, out, 0, size);
            if (length != size) throw new IllegalArgumentException("zstd: expected " + size + " bytes, got " + length);
        } catch (MalformedInputException e) {
            throw new IllegalArgumentException("zstd: " + e.getMessage(), e);
        }
        return ByteBuffer.wrap(out);
    }
}
