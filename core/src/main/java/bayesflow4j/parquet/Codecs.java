package bayesflow4j.parquet;

import bayesflow4j.data.DataFileException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** What undoes the compression of pages. */
final class Codecs {
    private static final String[] NAMES = {"none", "snappy", "gzip", "lzo", "brotli", "lz4", "zstd", "lz4_raw"};

    private Codecs() {}

    /** The {@code size} bytes of a page. */
    static ByteBuffer inflated(Path path, int codec, ByteBuffer page, int size) {
        return switch (codec) {
            case ParquetType.UNCOMPRESSED -> page;
            case ParquetType.SNAPPY -> Snappy.inflated(page, size);
            case ParquetType.GZIP -> gunzipped(page, size);
            case ParquetType.ZSTD -> zstd(path, page, size);
            default ->
                throw new DataFileException(
                        path,
                        "expected pages that are not compressed, or with snappy, gzip or zstd, got "
                                + (codec > 0 && codec < NAMES.length ? NAMES[codec] : "codec " + codec));
        };
    }

    private static ByteBuffer zstd(Path path, ByteBuffer page, int size) {
        try {
            return Zstd.inflated(page, size);
        } catch (NoClassDefFoundError e) {
            throw new DataFileException(
                    path, "its pages are compressed with zstd, which needs io.airlift:aircompressor on the class path");
        }
    }

    private static ByteBuffer gunzipped(ByteBuffer page, int size) {
        byte[] bytes = new byte[page.remaining()];
        page.get(bytes);
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            byte[] inflated = in.readNBytes(size);
            if (inflated.length != size) throw new IllegalArgumentException("gzip: fewer bytes than its page says");
            return ByteBuffer.wrap(inflated);
        } catch (IOException e) {
            throw new IllegalArgumentException("gzip: " + e.getMessage(), e);
        }
    }
}
