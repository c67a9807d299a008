package bayesflow4j.parquet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32;

/**
 * The values of one column in a file.
 *
 * @param path of the column in the schema
 * @param values with the missing ones; an empty list counts as one
 * @param offset of the first page
 * @param bytes of all pages with their headers
 */
record WrittenChunk(List<String> path, int type, long values, long offset, long bytes) {
    /** A megabyte of floats, the usual size of a page. */
    private static final int PAGE_VALUES = 1 << 18;

    static WrittenChunk write(OutputStream out, ParquetColumn column, long offset) throws IOException {
        ParquetColumn leaf = column instanceof ParquetColumn.Lists lists ? lists.elements() : column;
        long bytes = 0;
        long values = 0;
        for (int row = 0; row < column.size(); ) {
            int end = endOfPage(column, row);
            Page page = Page.of(column, leaf, row, end);
            bytes += page.write(out);
            values += page.values;
            row = end;
        }
        List<String> path = column == leaf ? List.of(column.name()) : List.of(column.name(), "list", "element");
        return new WrittenChunk(path, type(leaf), values, offset, bytes);
    }

    private static int endOfPage(ParquetColumn column, int row) {
        if (!(column instanceof ParquetColumn.Lists lists)) return Math.min(column.size(), row + PAGE_VALUES);
        int end = row + 1;
        while (end < column.size() && lists.offsets()[end + 1] - lists.offsets()[row] <= PAGE_VALUES) end++;
        return end;
    }

    static int type(ParquetColumn column) {
        return switch (column) {
            case ParquetColumn.Longs _ -> ParquetType.INT64;
            case ParquetColumn.Doubles _ -> ParquetType.DOUBLE;
            case ParquetColumn.Floats _ -> ParquetType.FLOAT;
            case ParquetColumn.Texts _ -> ParquetType.BYTES;
            case ParquetColumn.Lists _ -> throw new IllegalArgumentException("lists of lists cannot be written");
        };
    }

    /** Whether values of the column may be missing. */
    static boolean optional(ParquetColumn column) {
        return column instanceof ParquetColumn.Doubles || column instanceof ParquetColumn.Floats;
    }

    void write(CompactOutput out) {
        out.i64(2, 0)
                .struct(
                        3,
                        meta -> meta.i32(1, type)
                                .i32s(2, ParquetType.PLAIN, ParquetType.RLE)
                                .texts(3, path)
                                .i32(4, ParquetType.UNCOMPRESSED)
                                .i64(5, values)
                                .i64(6, bytes)
                                .i64(7, bytes)
                                .i64(9, offset));
    }

    /** Levels and values of some rows. */
    private record Page(int values, byte[] content) {
        static Page of(ParquetColumn column, ParquetColumn leaf, int row, int end) {
            if (!(column instanceof ParquetColumn.Lists lists))
                return new Page(
                        end - row, joined(optional(leaf) ? present(leaf, row, end) : new byte[0], leaf, row, end));
            int[] offsets = lists.offsets();
            int from = offsets[row];
            int to = offsets[end];
            int empty = 0;
            for (int k = row; k < end; k++) if (lists.length(k) == 0) empty++;
            byte[] repetition = new byte[to - from + empty];
            byte[] definition = new byte[to - from + empty];
            int i = 0;
            for (int k = row; k < end; k++) {
                if (lists.length(k) == 0) i++;
                for (int j = offsets[k]; j < offsets[k + 1]; j++, i++) {
                    repetition[i] = (byte) (j == offsets[k] ? 0 : 1);
                    definition[i] = (byte) (optional(leaf) && !Double.isNaN(leaf.at(j)) ? 2 : 1);
                }
            }
            ByteArrayOutputStream levels = new ByteArrayOutputStream();
            levels.writeBytes(prefixed(repetition, 1));
            levels.writeBytes(prefixed(definition, optional(leaf) ? 2 : 1));
            return new Page(i, joined(levels.toByteArray(), leaf, from, to));
        }

        private static byte[] present(ParquetColumn leaf, int from, int to) {
            byte[] definition = new byte[to - from];
            for (int k = from; k < to; k++) definition[k - from] = (byte) (Double.isNaN(leaf.at(k)) ? 0 : 1);
            return prefixed(definition, 1);
        }

        /** Levels with their length before them. */
        private static byte[] prefixed(byte[] levels, int width) {
            byte[] encoded = Levels.encode(levels, 0, levels.length, width);
            return ByteBuffer.allocate(Integer.BYTES + encoded.length)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(encoded.length)
                    .put(encoded)
                    .array();
        }

        private static byte[] joined(byte[] levels, ParquetColumn leaf, int from, int to) {
            byte[] values = values(leaf, from, to);
            return ByteBuffer.allocate(levels.length + values.length)
                    .put(levels)
                    .put(values)
                    .array();
        }

        /** The values that are not missing. */
        private static byte[] values(ParquetColumn leaf, int from, int to) {
            ByteBuffer out = ByteBuffer.allocate(
                            leaf instanceof ParquetColumn.Texts texts
                                    ? length(texts, from, to)
                                    : Math.multiplyExact(to - from, Long.BYTES))
                    .order(ByteOrder.LITTLE_ENDIAN);
            for (int k = from; k < to; k++) put(out, leaf, k);
            byte[] bytes = new byte[out.position()];
            out.flip().get(bytes);
            return bytes;
        }

        private static void put(ByteBuffer out, ParquetColumn leaf, int k) {
            switch (leaf) {
                case ParquetColumn.Longs(String _, long[] values) -> out.putLong(values[k]);
                case ParquetColumn.Doubles(String _, double[] values) -> {
                    if (!Double.isNaN(values[k])) out.putDouble(values[k]);
                }
                case ParquetColumn.Floats(String _, float[] values) -> {
                    if (!Float.isNaN(values[k])) out.putFloat(values[k]);
                }
                case ParquetColumn.Texts(String _, String[] values) -> {
                    byte[] text = values[k].getBytes(StandardCharsets.UTF_8);
                    out.putInt(text.length).put(text);
                }
                case ParquetColumn.Lists _ -> throw new IllegalArgumentException("lists of lists cannot be written");
            }
        }

        private static int length(ParquetColumn.Texts texts, int from, int to) {
            int length = 0;
            for (int k = from; k < to; k++)
                length = Math.addExact(
                        length, Integer.BYTES + texts.values()[k].getBytes(StandardCharsets.UTF_8).length);
            return length;
        }

        /** Writes header and content; how many bytes these are. */
        long write(OutputStream out) throws IOException {
            CRC32 crc = new CRC32();
            crc.update(content);
            byte[] header = new CompactOutput()
                    .i32(1, ParquetType.DATA_PAGE)
                    .i32(2, content.length)
                    .i32(3, content.length)
                    .i32(4, (int) crc.getValue())
                    .struct(
                            5,
                            page -> page.i32(1, values)
                                    .i32(2, ParquetType.PLAIN)
                                    .i32(3, ParquetType.RLE)
                                    .i32(4, ParquetType.RLE))
                    .finish();
            out.write(header);
            out.write(content);
            return header.length + content.length;
        }
    }
}
