package bayesflow4j.storage;

import bayesflow4j.data.DataFileException;
import bayesflow4j.data.WholeFile;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Named arrays of 32-bit floats and a few strings in one file: eight bytes with the length of a JSON header, the header, the
 * numbers. The Python package of that name opens it.
 *
 * @param metadata strings by name
 * @param tensors arrays by name, in the order of the file
 */
public record Safetensors(Map<String, String> metadata, Map<String, Array> tensors) {
    /** More than any network of ours needs, and little enough to read without harm. */
    private static final int LONGEST_HEADER = 16 << 20;

    private static final String METADATA = "__metadata__";
    private static final JsonMapper JSON = JsonMapper.builder(com.fasterxml.jackson.core.JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(20)
                            .maxStringLength(LONGEST_HEADER)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** Floats in row-major order and their shape. */
    public record Array(int[] shape, float[] values) {
        public Array {
            long size = 1;
            for (int length : shape) size *= length;
            if (size != values.length)
                throw new IllegalArgumentException("values: expected " + size + " for the shape, got " + values.length);
        }
    }

    public Safetensors {
        metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
        tensors = Collections.unmodifiableMap(new LinkedHashMap<>(tensors));
        if (tensors.containsKey(METADATA))
            throw new IllegalArgumentException("tensors: expected another name than " + METADATA);
    }

    /** Writes the file whole or not at all. */
    public void write(Path path) {
        WholeFile.write(path, out -> {
            byte[] header = header();
            out.write(ByteBuffer.allocate(8)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(header.length)
                    .array());
            out.write(header);
            for (Array array : tensors.values()) {
                ByteBuffer bytes =
                        ByteBuffer.allocate(4 * array.values().length).order(ByteOrder.LITTLE_ENDIAN);
                bytes.asFloatBuffer().put(array.values());
                out.write(bytes.array());
            }
        });
    }

    private byte[] header() throws JsonProcessingException {
        ObjectNode root = JSON.createObjectNode();
        ObjectNode strings = root.putObject(METADATA);
        metadata.forEach(strings::put);
        long at = 0;
        for (Map.Entry<String, Array> tensor : tensors.entrySet()) {
            ObjectNode entry = root.putObject(tensor.getKey());
            entry.put("dtype", "F32");
            ArrayNode shape = entry.putArray("shape");
            for (int length : tensor.getValue().shape()) shape.add(length);
            entry.putArray("data_offsets")
                    .add(at)
                    .add(at += 4L * tensor.getValue().values().length);
        }
        String text = JSON.writeValueAsString(root);
        // Spaces up to a multiple of eight, so that the numbers are aligned.
        int length = text.getBytes(StandardCharsets.UTF_8).length;
        return (text + " ".repeat((8 - length % 8) % 8)).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Reads a file, refusing whatever is not exactly as this class would write it: a header that is cut or too long, tensors
     * of another type, that overlap, leave gaps or end before the file does.
     */
    public static Safetensors read(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            long size = channel.size();
            if (size < 8)
                throw new DataFileException(path, "expected a header of 8 bytes at least, the file has " + size);
            long length = read(channel, path, 0, 8).getLong();
            if (length < 2 || length > LONGEST_HEADER || length > size - 8)
                throw new DataFileException(
                        path,
                        "expected a header of 2 to " + Math.min(LONGEST_HEADER, size - 8) + " bytes, it says "
                                + Long.toUnsignedString(length) + "; the file is cut or of another format");
            JsonNode root = parse(path, read(channel, path, 8, (int) length));
            Map<String, String> metadata = new LinkedHashMap<>();
            List<Entry> entries = new ArrayList<>();
            for (Map.Entry<String, JsonNode> field : root.properties()) {
                if (field.getKey().equals(METADATA)) metadata = strings(path, field.getValue());
                else entries.add(Entry.of(path, field.getKey(), field.getValue()));
            }
            entries.sort(Comparator.comparingLong(Entry::begin).thenComparingLong(Entry::end));
            requireTiled(path, entries, size - 8 - length);
            Map<String, Array> tensors = new LinkedHashMap<>();
            for (Entry entry : entries) {
                float[] values = new float[entry.count()];
                read(channel, path, 8 + length + entry.begin, 4 * values.length)
                        .asFloatBuffer()
                        .get(values);
                tensors.put(entry.name, new Array(entry.shape, values));
            }
            return new Safetensors(metadata, tensors);
        }
    }

    private static JsonNode parse(Path path, ByteBuffer header) {
        try {
            JsonNode root = JSON.readTree(header.array());
            if (!root.isObject()) throw new DataFileException(path, "expected the header to be a JSON object");
            return root;
        } catch (IOException e) {
            String problem = e instanceof JsonProcessingException json ? json.getOriginalMessage() : e.getMessage();
            throw new DataFileException(path, "the header is not JSON: " + problem);
        }
    }

    private static Map<String, String> strings(Path path, JsonNode node) {
        if (!node.isObject()) throw new DataFileException(path, METADATA + ": expected an object");
        Map<String, String> strings = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            if (!field.getValue().isTextual())
                throw new DataFileException(path, METADATA + "." + field.getKey() + ": expected a string");
            strings.put(field.getKey(), field.getValue().textValue());
        }
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
    private record Entry(String name, int[] shape, long begin, long end) {
        static Entry of(Path path, String name, JsonNode node) {
            String what = "tensor " + name;
            if (!node.isObject() || node.size() != 3)
                throw new DataFileException(
                        path, what + ": expected dtype, shape and data_offsets, got " + brief(node));
            if (!"F32".equals(node.path("dtype").asText()))
                throw new DataFileException(path, what + ": expected dtype F32, got " + brief(node.path("dtype")));
            JsonNode dimensions = node.path("shape");
            JsonNode offsets = node.path("data_offsets");
            if (!dimensions.isArray() || dimensions.size() > 4)
                throw new DataFileException(
                        path, what + ": expected a shape of up to 4 numbers, got " + brief(dimensions));
            int[] shape = new int[dimensions.size()];
            long count = 1;
            for (int i = 0; i < shape.length; i++) {
                shape[i] = (int) integer(path, what + ", shape", dimensions.get(i), Integer.MAX_VALUE);
                count *= shape[i];
                if (count > Integer.MAX_VALUE / 4)
                    throw new DataFileException(path, what + ": its shape " + brief(dimensions) + " is too large");
            }
            if (!offsets.isArray() || offsets.size() != 2)
                throw new DataFileException(path, what + ": expected two data_offsets, got " + brief(offsets));
            long begin = integer(path, what + ", data_offsets", offsets.get(0), Long.MAX_VALUE / 2);
            long end = integer(path, what + ", data_offsets", offsets.get(1), Long.MAX_VALUE / 2);
            if (end - begin != 4 * count)
                throw new DataFileException(
                        path, what + ": expected " + 4 * count + " bytes for its shape, got " + (end - begin));
            return new Entry(name, shape, begin, end);
        }

        int count() {
            return (int) ((end - begin) / 4);
        }

        private static long integer(Path path, String what, JsonNode node, long most) {
            if (!node.isIntegralNumber() || !node.canConvertToLong() || node.asLong() < 0 || node.asLong() > most)
                throw new DataFileException(path, what + ": expected a whole number from 0 on, got " + brief(node));
            return node.asLong();
        }

        private static String brief(JsonNode node) {
            String text = node.toString();
            return text.length() > 60 ? text.substring(0, 60) + "…" : text;
        }
    }
}
