package bayesflow4j.storage;

import bayesflow4j.data.DataFileException;
import bayesflow4j.data.WholeFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Named arrays of 32-bit numbers and a few strings in one file, in the format of the Python package of that name: eight
 * bytes with the length of a JSON header, the header, the numbers.
 *
 * @param metadata strings by name
 * @param tensors arrays of floats by name, in the order of the file
 * @param integers arrays of integers by name, in the order of the file; they are written after the floats
 */
public record Safetensors(Map<String, String> metadata, Map<String, Array> tensors, Map<String, Integers> integers) {
    private static final String METADATA = "__metadata__";
    private static final String FLOATS = "F32";
    private static final String INTEGERS = "I32";

    /**
     * Floats in row-major order and their shape.
     *
     * @param shape the extent of each axis
     * @param values as many as the product of the extents
     */
    public record Array(int[] shape, float[] values) {
        public Array {
            requireSize(shape, values.length);
        }
    }

    /** Integers in row-major order and their shape. */
    public record Integers(int[] shape, int[] values) {
        /** Refuses a shape of another size. */
        public Integers {
            requireSize(shape, values.length);
        }
    }

    /** Refuses a name that is used twice or taken by the format. */
    public Safetensors {
        metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
        tensors = Collections.unmodifiableMap(new LinkedHashMap<>(tensors));
        integers = Collections.unmodifiableMap(new LinkedHashMap<>(integers));
        if (tensors.containsKey(METADATA) || integers.containsKey(METADATA))
            throw new IllegalArgumentException("tensors: expected another name than " + METADATA);
        for (String name : integers.keySet())
            if (tensors.containsKey(name))
                throw new IllegalArgumentException("integers: expected other names than those of floats, got " + name);
    }

    /** Floats only. */
    public Safetensors(Map<String, String> metadata, Map<String, Array> tensors) {
        this(metadata, tensors, Map.of());
    }

    private static void requireSize(int[] shape, int length) {
        long size = 1;
        for (int side : shape) size *= side;
        if (size != length)
            throw new IllegalArgumentException("values: expected " + size + " for the shape, got " + length);
    }

    /** The values of an array that must be there, of this shape, all of them finite. */
    public static float[] values(Map<String, Array> arrays, String name, int... shape) {
        Array array = arrays.get(name);
        if (array == null) throw new IllegalArgumentException("tensor " + name + " is missing");
        if (!Arrays.equals(array.shape(), shape))
            throw new IllegalArgumentException("tensor " + name + ": expected shape " + Arrays.toString(shape)
                    + ", got " + Arrays.toString(array.shape()));
        for (float value : array.values())
            if (!Float.isFinite(value))
                throw new IllegalArgumentException("tensor " + name + ": expected finite numbers, got " + value);
        return array.values();
    }

    /** Writes the file atomically. */
    public void write(Path path) {
        WholeFile.write(path, out -> {
            byte[] header = header();
            out.write(ByteBuffer.allocate(8)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(header.length)
                    .array());
            out.write(header);
            for (Array array : tensors.values()) {
                ByteBuffer bytes = buffer(array.values().length);
                bytes.asFloatBuffer().put(array.values());
                out.write(bytes.array());
            }
            for (Integers array : integers.values()) {
                ByteBuffer bytes = buffer(array.values().length);
                bytes.asIntBuffer().put(array.values());
                out.write(bytes.array());
            }
        });
    }

    private static ByteBuffer buffer(int numbers) {
        return ByteBuffer.allocate(Math.multiplyExact(4, numbers)).order(ByteOrder.LITTLE_ENDIAN);
    }

    private byte[] header() {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put(METADATA, metadata);
        long at = 0;
        for (Map.Entry<String, Array> tensor : tensors.entrySet()) {
            Array array = tensor.getValue();
            root.put(tensor.getKey(), entry(FLOATS, array.shape(), at, array.values().length));
            at += 4L * array.values().length;
        }
        for (Map.Entry<String, Integers> tensor : integers.entrySet()) {
            Integers array = tensor.getValue();
            root.put(tensor.getKey(), entry(INTEGERS, array.shape(), at, array.values().length));
            at += 4L * array.values().length;
        }
        String text = Json.write(root);
        // Spaces up to a multiple of eight, so that the numbers are aligned.
        int length = text.getBytes(StandardCharsets.UTF_8).length;
        return (text + " ".repeat((8 - length % 8) % 8)).getBytes(StandardCharsets.UTF_8);
    }

    private static Map<String, Object> entry(String type, int[] shape, long at, int length) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("dtype", type);
        entry.put("shape", shape);
        entry.put("data_offsets", new long[] {at, at + 4L * length});
        return entry;
    }

    /**
     * Reads a file, refusing whatever this class would not write: a truncated or oversized header, tensors of another
     * type, overlaps, gaps and trailing bytes.
     */
    public static Safetensors read(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            long size = channel.size();
            if (size < 8)
                throw new DataFileException(path, "expected a header of 8 bytes at least, the file has " + size);
            long length = read(channel, path, 0, 8).getLong();
            if (length < 2 || length > Json.LONGEST || length > size - 8)
                throw new DataFileException(
                        path,
                        "expected a header of 2 to " + Math.min(Json.LONGEST, size - 8) + " bytes, it says "
                                + Long.toUnsignedString(length) + "; the file is cut or of another format");
            Map<?, ?> root = parse(path, read(channel, path, 8, (int) length));
            Map<String, String> metadata = new LinkedHashMap<>();
            List<Entry> entries = new ArrayList<>();
            for (Map.Entry<?, ?> field : root.entrySet()) {
                String name = field.getKey().toString();
                if (name.equals(METADATA)) metadata = strings(path, field.getValue());
                else entries.add(Entry.of(path, name, field.getValue()));
            }
            entries.sort(Comparator.comparingLong(Entry::begin).thenComparingLong(Entry::end));
            requireTiled(path, entries, size - 8 - length);
            Map<String, Array> tensors = new LinkedHashMap<>();
            Map<String, Integers> integers = new LinkedHashMap<>();
            for (Entry entry : entries) {
                ByteBuffer bytes = read(channel, path, 8 + length + entry.begin, 4 * entry.count());
                if (entry.type.equals(FLOATS)) tensors.put(entry.name, entry.floats(bytes));
                else integers.put(entry.name, entry.integers(bytes));
            }
            return new Safetensors(metadata, tensors, integers);
        }
    }

    private static Map<?, ?> parse(Path path, ByteBuffer header) {
        try {
            if (Json.parse(new String(header.array(), StandardCharsets.UTF_8)) instanceof Map<?, ?> root) return root;
        } catch (IllegalArgumentException e) {
            throw new DataFileException(path, "the header is " + e.getMessage());
        }
        throw new DataFileException(path, "expected the header to be a JSON object");
    }

    private static Map<String, String> strings(Path path, Object value) {
        if (!(value instanceof Map<?, ?> fields)) throw new DataFileException(path, METADATA + ": expected an object");
        Map<String, String> strings = new LinkedHashMap<>();
        fields.forEach((name, text) -> {
            if (!(text instanceof String string))
                throw new DataFileException(path, METADATA + "." + name + ": expected a string");
            strings.put(name.toString(), string);
        });
        return strings;
    }

    private static void requireTiled(Path path, List<Entry> entries, long bytes) {
        long at = 0;
        for (Entry entry : entries) {
            if (entry.begin != at)
                throw new DataFileException(
                        path,
                        "tensor " + entry.name + ": expected to begin at byte " + at + ", begins at " + entry.begin);
            at = entry.end;
        }
        if (at != bytes)
            throw new DataFileException(
                    path,
                    "expected " + at + " bytes of numbers, the file has " + bytes
                            + (bytes < at ? "; it is cut" : "; something is appended"));
    }

    private static ByteBuffer read(FileChannel channel, Path path, long at, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining())
            if (channel.read(bytes, at + bytes.position()) < 0)
                throw new DataFileException(path, "ended at byte " + (at + bytes.position()) + " while being read");
        return bytes.flip();
    }

    /** What the header says of one tensor. */
    private record Entry(String name, String type, int[] shape, long begin, long end) {
        private static final int MOST_DIMENSIONS = 4;

        static Entry of(Path path, String name, Object value) {
            try {
                Fields fields = Fields.of("tensor " + name, value);
                String type = fields.text("dtype");
                if (!type.equals(FLOATS) && !type.equals(INTEGERS))
                    throw fields.wrong("dtype", "expected " + FLOATS + " or " + INTEGERS + ", got " + type);
                int[] shape = fields.integers("shape", 0, Integer.MAX_VALUE, MOST_DIMENSIONS).stream()
                        .mapToInt(length -> length)
                        .toArray();
                double[] offsets = fields.numbers("data_offsets", 2);
                fields.end();
                long count = 1;
                for (int length : shape) {
                    count *= length;
                    if (count > Integer.MAX_VALUE / 4)
                        throw fields.wrong("shape", "too large: " + Arrays.toString(shape));
                }
                long begin = (long) offsets[0];
                long end = (long) offsets[1];
                if (begin < 0 || begin != offsets[0] || end != offsets[1])
                    throw fields.wrong("data_offsets", "expected two whole numbers, got " + Arrays.toString(offsets));
                if (end - begin != 4 * count)
                    throw fields.wrong(
                            "data_offsets", "expected " + 4 * count + " bytes for its shape, got " + (end - begin));
                return new Entry(name, type, shape, begin, end);
            } catch (FieldException e) {
                throw new DataFileException(path, e.getMessage());
            }
        }

        int count() {
            return (int) ((end - begin) / 4);
        }

        Array floats(ByteBuffer bytes) {
            float[] values = new float[count()];
            bytes.asFloatBuffer().get(values);
            return new Array(shape, values);
        }

        Integers integers(ByteBuffer bytes) {
            int[] values = new int[count()];
            bytes.asIntBuffer().get(values);
            return new Integers(shape, values);
        }
    }
}
