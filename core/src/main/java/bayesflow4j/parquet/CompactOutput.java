package bayesflow4j.parquet;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/** A struct in the compact protocol of Thrift, in which Parquet keeps its metadata: fields by number, in ascending order. */
final class CompactOutput {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private int last;

    /** The bytes of the struct. */
    byte[] finish() {
        out.write(0);
        return out.toByteArray();
    }

    CompactOutput i32(int field, int value) {
        return header(field, Compact.I32).varint(zigzag(value));
    }

    CompactOutput i64(int field, long value) {
        return header(field, Compact.I64).varint(zigzag(value));
    }

    CompactOutput text(int field, String value) {
        return header(field, Compact.BINARY).text(value);
    }

    CompactOutput struct(int field, Consumer<CompactOutput> content) {
        return header(field, Compact.STRUCT).struct(content);
    }

    <T> CompactOutput structs(int field, List<T> items, Consumer<T> content) {
        list(field, items.size(), Compact.STRUCT);
        for (T item : items) struct(self -> content.accept(item));
        return this;
    }

    CompactOutput i32s(int field, int... values) {
        list(field, values.length, Compact.I32);
        for (int value : values) varint(zigzag(value));
        return this;
    }

    CompactOutput texts(int field, List<String> values) {
        list(field, values.size(), Compact.BINARY);
        values.forEach(this::text);
        return this;
    }

    private CompactOutput struct(Consumer<CompactOutput> content) {
        int outer = last;
        last = 0;
        content.accept(this);
        out.write(0);
        last = outer;
        return this;
    }

    private CompactOutput header(int field, int type) {
        int step = field - last;
        last = field;
        if (step > 0 && step < 16) out.write(step << 4 | type);
        else {
            out.write(type);
            varint(zigzag(field));
        }
        return this;
    }

    private void list(int field, int size, int type) {
        header(field, Compact.LIST);
        if (size < 15) out.write(size << 4 | type);
        else {
            out.write(0xf0 | type);
            varint(size);
        }
    }

    private CompactOutput text(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        varint(bytes.length);
        out.writeBytes(bytes);
        return this;
    }

    private static long zigzag(long value) {
        return value << 1 ^ value >> 63;
    }

    private CompactOutput varint(long value) {
        Compact.varint(out, value);
        return this;
    }
}
