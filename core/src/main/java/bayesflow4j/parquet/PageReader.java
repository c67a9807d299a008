package bayesflow4j.parquet;

import bayesflow4j.data.DataFileException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32;

/** Reads the pages of a column of a file, one after the other. */
final class PageReader {
    private final Path path;
    private final Leaf leaf;
    private final Gathering values;
    private Optional<ParquetColumn> dictionary = Optional.empty();

    /**
     * The pages of a column in one row group.
     *
     * @param count of all values, also of the missing ones
     */
    record Chunk(ByteBuffer pages, int codec, long count) {}

    PageReader(Path path, Leaf leaf, Gathering values) {
        this.path = path;
        this.leaf = leaf;
        this.values = values;
    }

    void read(Chunk chunk) {
        for (long left = chunk.count; left > 0; ) {
            Compact header = Compact.read(chunk.pages);
            int length = (int) header.integer(3);
            ByteBuffer page = chunk.pages.slice(chunk.pages.position(), length).order(ByteOrder.LITTLE_ENDIAN);
            chunk.pages.position(chunk.pages.position() + length);
            requireIntact(header, page);
            int size = (int) header.integer(2);
            switch ((int) header.integer(1)) {
                case ParquetType.DICTIONARY_PAGE ->
                    dictionary = Optional.of(Encodings.plain(leaf, inflated(chunk.codec, page, size), (int)
                            header.struct(7).integer(1)));
                case ParquetType.DATA_PAGE ->
                    left -= first(count(header.struct(5), left), header.struct(5), inflated(chunk.codec, page, size));
                case ParquetType.DATA_PAGE_V2 ->
                    left -= second(count(header.struct(8), left), header.struct(8), chunk.codec, page, size);
                default -> {}
            }
        }
    }

    private void requireIntact(Compact header, ByteBuffer page) {
        if (!header.has(4)) return;
        CRC32 crc = new CRC32();
        crc.update(page.duplicate());
        if ((int) crc.getValue() != (int) header.integer(4))
            throw new DataFileException(path, "column " + leaf.column() + ": a page is damaged");
    }

    private ByteBuffer inflated(int codec, ByteBuffer page, int size) {
        return Codecs.inflated(path, codec, page, size).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The number of values of a page, no more than are left. */
    private static int count(Compact header, long left) {
        long count = header.integer(1);
        if (count < 0 || count > Math.min(left, Integer.MAX_VALUE - Long.BYTES))
            throw new IllegalArgumentException("a page has " + count + " values of " + left);
        return (int) count;
    }

    private int first(int count, Compact header, ByteBuffer page) {
        int[] repetition = leaf.repetition() == 0 ? new int[0] : levels(page, leaf.repetition(), count);
        int[] definition = leaf.definition() == 0 ? new int[count] : levels(page, leaf.definition(), count);
        add(repetition, definition, page, (int) header.integer(2));
        return count;
    }

    private static int[] levels(ByteBuffer page, int most, int count) {
        int length = page.getInt();
        ByteBuffer own = page.slice(page.position(), length);
        page.position(page.position() + length);
        return Levels.decode(own, Levels.width(most), count);
    }

    private int second(int count, Compact header, int codec, ByteBuffer page, int size) {
        int definitionBytes = (int) header.integer(5);
        int repetitionBytes = (int) header.integer(6);
        int[] repetition = leaf.repetition() == 0
                ? new int[0]
                : Levels.decode(page.slice(0, repetitionBytes), Levels.width(leaf.repetition()), count);
        int[] definition = leaf.definition() == 0
                ? new int[count]
                : Levels.decode(page.slice(repetitionBytes, definitionBytes), Levels.width(leaf.definition()), count);
        int before = repetitionBytes + definitionBytes;
        ByteBuffer rest = page.slice(before, page.limit() - before).order(ByteOrder.LITTLE_ENDIAN);
        boolean compressed = header.flag(7, true) && rest.hasRemaining();
        add(repetition, definition, compressed ? inflated(codec, rest, size - before) : rest, (int) header.integer(4));
        return count;
    }

    private void add(int[] repetition, int[] definition, ByteBuffer page, int encoding) {
        int present = (int)
                Arrays.stream(definition).filter(d -> d == leaf.definition()).count();
        ParquetColumn own = switch (encoding) {
            case ParquetType.PLAIN_DICTIONARY, ParquetType.RLE_DICTIONARY ->
                Encodings.taken(
                        dictionary.orElseThrow(
                                () -> new DataFileException(path, "column " + leaf.column() + ": no dictionary")),
                        page,
                        present);
            default ->
                Encodings.of(leaf, encoding, page, present)
                        .orElseThrow(() -> new DataFileException(
                                path, "column " + leaf.column() + ": encoding " + encoding + " is not known"));
        };
        values.add(repetition, definition, own);
    }
}
