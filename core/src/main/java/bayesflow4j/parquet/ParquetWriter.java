package bayesflow4j.parquet;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Writes columns as one Parquet file: one row group, plain pages with checksums, nothing compressed, since simulated numbers do
 * not compress. The same columns give the same bytes.
 */
public final class ParquetWriter {
    static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    static final int REQUIRED = 0;
    static final int OPTIONAL = 1;
    static final int REPEATED = 2;

    /** {@code ConvertedType} and field of {@code LogicalType} of a list. */
    private static final int LIST = 3;

    /** {@code ConvertedType} and field of {@code LogicalType} of a text. */
    private static final int UTF8 = 0;

    private static final int STRING = 1;

    private static final int VERSION = 1;

    private ParquetWriter() {}

    /**
     * Writes a table of K rows.
     *
     * @param columns all of size K, with different names
     * @param metadata texts by name, kept in the file
     */
    public static void write(OutputStream out, List<ParquetColumn> columns, Map<String, String> metadata)
            throws IOException {
        int rows = columns.getFirst().size();
        for (ParquetColumn column : columns)
            if (column.size() != rows)
                throw new IllegalArgumentException(
                        "column " + column.name() + ": expected " + rows + " rows, got " + column.size());
        out.write(MAGIC);
        long position = MAGIC.length;
        List<WrittenChunk> chunks = new ArrayList<>();
        for (ParquetColumn column : columns) {
            WrittenChunk chunk = WrittenChunk.write(out, column, position);
            chunks.add(chunk);
            position += chunk.bytes();
        }
        byte[] footer = footer(rows, columns, chunks, metadata);
        out.write(footer);
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) out.write(footer.length >>> shift);
        out.write(MAGIC);
    }

    private static byte[] footer(
            int rows, List<ParquetColumn> columns, List<WrittenChunk> chunks, Map<String, String> metadata) {
        List<List<Element>> elements = columns.stream().map(Element::of).toList();
        List<Element> schema = new ArrayList<>();
        schema.add(new Element("schema", REQUIRED, -1, columns.size(), false));
        elements.forEach(schema::addAll);
        CompactOutput out = new CompactOutput();
        out.i32(1, VERSION).structs(2, schema, element -> element.write(out)).i64(3, rows);
        out.structs(
                4,
                List.of(chunks),
                group -> out.structs(1, group, chunk -> chunk.write(out))
                        .i64(2, group.stream().mapToLong(WrittenChunk::bytes).sum())
                        .i64(3, rows));
        out.structs(
                5,
                List.copyOf(metadata.entrySet()),
                entry -> out.text(1, entry.getKey()).text(2, entry.getValue()));
        return out.text(6, "bayesflow4j version 1 (build 1)").finish();
    }

    /** One line of the schema; type is −1 for a group. */
    private record Element(String name, int repetition, int type, int children, boolean list) {
        static List<Element> of(ParquetColumn column) {
            return switch (column) {
                case ParquetColumn.Lists lists ->
                    List.of(
                            new Element(lists.name(), REQUIRED, -1, 1, true),
                            new Element("list", REPEATED, -1, 1, false),
                            leaf(lists.elements(), "element"));
                default -> List.of(leaf(column, column.name()));
            };
        }

        private static Element leaf(ParquetColumn column, String name) {
            return new Element(
                    name, WrittenChunk.optional(column) ? OPTIONAL : REQUIRED, WrittenChunk.type(column), 0, false);
        }

        void write(CompactOutput out) {
            if (type >= 0) out.i32(1, type);
            out.i32(3, repetition).text(4, name);
            if (children > 0) out.i32(5, children);
            if (list) out.i32(6, LIST).struct(10, logical -> logical.struct(LIST, empty -> {}));
            if (type == ParquetType.BYTES) out.i32(6, UTF8).struct(10, logical -> logical.struct(STRING, empty -> {}));
        }
    }
}
