package bayesflow4j.parquet;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A struct read from the compact protocol of Thrift. Fields that nobody asks for are skipped.
 *
 * @param fields integers as {@link Long}, texts as bytes, structs and lists, by number
 */
record Compact(Map<Integer, Object> fields) {
    static final int TRUE = 1;
    static final int FALSE = 2;
    static final int BYTE = 3;
    static final int I16 = 4;
    static final int I32 = 5;
    static final int I64 = 6;
    static final int DOUBLE = 7;
    static final int BINARY = 8;
    static final int LIST = 9;
    static final int SET = 10;
    static final int MAP = 11;
    static final int STRUCT = 12;

    /** Far more than the metadata of any file nests; a damaged file must not exhaust the stack. */
    private static final int DEEPEST = 32;

    /** The struct at the position of the buffer, which then is behind it. */
    static Compact read(ByteBuffer in) {
        return struct(in, 0);
    }

    boolean has(int field) {
        return fields.containsKey(field);
    }

    long integer(int field) {
        if (fields.get(field) instanceof Long value) return value;
        throw new IllegalArgumentException("metadata: expected a number in field " + field);
    }

    long integer(int field, long otherwise) {
        return has(field) ? integer(field) : otherwise;
    }

    boolean flag(int field, boolean otherwise) {
        return has(field) ? Boolean.TRUE.equals(fields.get(field)) : otherwise;
    }

    String text(int field) {
        if (fields.get(field) instanceof byte[] value) return new String(value, StandardCharsets.UTF_8);
        throw new IllegalArgumentException("metadata: expected a text in field " + field);
    }

    Compact struct(int field) {
        if (fields.get(field) instanceof Compact value) return value;
        throw new IllegalArgumentException("metadata: expected a struct in field " + field);
    }

    List<Compact> structs(int field) {
        return list(field).stream().map(Compact.class::cast).toList();
    }

    List<String> texts(int field) {
        return list(field).stream()
                .map(value -> new String((byte[]) value, StandardCharsets.UTF_8))
                .toList();
    }

    private List<?> list(int field) {
        return fields.get(field) instanceof List<?> values ? values : List.of();
    }

    private static Compact struct(ByteBuffer in, int depth) {
        if (depth > DEEPEST) throw new IllegalArgumentException("metadata: nested too deeply");
        Map<Integer, Object> fields = new HashMap<>();
        int field = 0;
        for (int header = in.get() & 0xff; header != 0; header = in.get() & 0xff) {
            int type = header & 0xf;
            field = header >> 4 == 0 ? (int) zigzag(in) : field + (header >> 4);
            fields.put(field, type == TRUE || type == FALSE ? (Object) (type == TRUE) : value(in, type, depth));
        }
        return new Compact(fields);
    }

    private static Object value(ByteBuffer in, int type, int depth) {
        return switch (type) {
            case TRUE, FALSE -> in.get() == TRUE;
            case BYTE -> (long) in.get();
            case I16, I32, I64 -> zigzag(in);
            case DOUBLE -> in.getDouble();
            case BINARY -> bytes(in, length(in));
            case LIST, SET -> list(in, depth);
            case MAP -> throw new IllegalArgumentException("metadata: unexpected map");
            case STRUCT -> struct(in, depth + 1);
            default -> throw new IllegalArgumentException("metadata: unknown type " + type);
        };
    }

    private static List<Object> list(ByteBuffer in, int depth) {
        int header = in.get() & 0xff;
        int size = header >> 4 == 15 ? length(in) : header >> 4;
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < size; i++) values.add(value(in, header & 0xf, depth + 1));
        return values;
    }

    private static byte[] bytes(ByteBuffer in, int length) {
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    private static int length(ByteBuffer in) {
        long length = varint(in);
        if (length < 0 || length > in.remaining())
            throw new IllegalArgumentException("metadata: length " + length + " beyond its end");
        return (int) length;
    }

    private static long zigzag(ByteBuffer in) {
        long value = varint(in);
        return value >>> 1 ^ -(value & 1);
    }

    /** An integer in groups of seven bits, the lowest first. */
    static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            byte next = in.get();
            value |= (next & 0x7fL) << shift;
            if (next >= 0) return value;
        }
        throw new IllegalArgumentException("integer: more than 64 bits");
    }

    static void varint(ByteArrayOutputStream out, long value) {
        long rest = value;
        for (; (rest & ~0x7fL) != 0; rest >>>= 7) out.write((int) (rest & 0x7f | 0x80));
        out.write((int) rest);
    }
}
