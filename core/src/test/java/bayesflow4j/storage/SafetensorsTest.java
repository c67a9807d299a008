package bayesflow4j.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.data.DataFileException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What other readers of the format demand of a file, looked for in its bytes and not by our reader. */
class SafetensorsTest {
    private static final int LONGEST_HEADER = 100_000_000;
    private static final JsonMapper JSON = JsonMapper.builder(com.fasterxml.jackson.core.JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .build();

    @TempDir
    Path directory;

    /** Returns the tensors, flat. */
    private static Map<String, float[]> assertKeepsTheFormat(byte[] file) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        long length = bytes.getLong();
        assertTrue(length >= 2 && length <= LONGEST_HEADER && length <= file.length - 8, "header of " + length);
        assertEquals(0, length % 8, "the numbers are aligned");
        // Refuses what is not UTF-8.
        String header = StandardCharsets.UTF_8
                .newDecoder()
                .decode(bytes.slice(8, (int) length))
                .toString();
        assertEquals('{', header.charAt(0));
        assertTrue(header.stripTrailing().endsWith("}"));
        assertTrue(header.substring(header.lastIndexOf('}') + 1).chars().allMatch(c -> c == ' '), "padded by spaces");
        ByteBuffer numbers =
                bytes.slice(8 + (int) length, file.length - 8 - (int) length).order(ByteOrder.LITTLE_ENDIAN);
        Map<String, float[]> tensors = new LinkedHashMap<>();
        long at = 0;
        for (Map.Entry<String, JsonNode> field : JSON.readTree(header).properties()) {
            JsonNode value = field.getValue();
            if (field.getKey().equals("__metadata__")) {
                for (JsonNode text : value) assertTrue(text.isTextual(), "metadata are strings");
                continue;
            }
            assertEquals(3, value.size(), field.getKey());
            assertEquals("F32", value.get("dtype").textValue());
            long count = 1;
            for (JsonNode size : value.get("shape")) {
                assertTrue(size.isIntegralNumber() && size.longValue() >= 0, "shape of " + field.getKey());
                count *= size.longValue();
            }
            assertEquals(2, value.get("data_offsets").size());
            assertEquals(at, value.get("data_offsets").get(0).longValue(), "no hole before " + field.getKey());
            at += 4 * count;
            assertEquals(at, value.get("data_offsets").get(1).longValue(), "as many bytes as the shape says");
            float[] values = new float[(int) count];
            for (int i = 0; i < count; i++) values[i] = numbers.getFloat();
            tensors.put(field.getKey(), values);
        }
        assertEquals(0, numbers.remaining(), "the tensors cover all bytes");
        return tensors;
    }

    /** Headers of every length modulo eight, in bytes, which are more than letters; no numbers, one and many. */
    @Test
    void whatIsWrittenKeepsTheFormat() throws IOException {
        Path file = directory.resolve("file");
        for (int i = 0; i < 16; i++) {
            Map<String, Safetensors.Array> tensors = new LinkedHashMap<>();
            tensors.put("z", new Safetensors.Array(new int[] {2, 3}, new float[] {1, -2, 3e-40f, 4, 5, Float.NaN}));
            tensors.put("none", new Safetensors.Array(new int[] {0, 3}, new float[0]));
            tensors.put("one \"β\"/" + "é".repeat(i), new Safetensors.Array(new int[0], new float[] {0.1f}));
            Map<String, String> metadata = Map.of("a", "x".repeat(i) + "\n\\\"☃\u0000", "b", "{\"c\": 1}");
            new Safetensors(metadata, tensors).write(file);
            Map<String, float[]> found = assertKeepsTheFormat(Files.readAllBytes(file));
            assertEquals(tensors.keySet(), found.keySet());
            tensors.forEach((name, array) -> assertArrayEquals(array.values(), found.get(name)));
        }
        new Safetensors(Map.of(), Map.of()).write(file);
        assertTrue(assertKeepsTheFormat(Files.readAllBytes(file)).isEmpty());
    }

    /** A file of floats alone has the bytes that it had before there were integers, and integers follow the floats. */
    @Test
    void integersFollowTheFloatsToTheBit() throws IOException {
        Map<String, Safetensors.Array> floats =
                Map.of("f", new Safetensors.Array(new int[] {2}, new float[] {1, Float.NaN}));
        Map<String, Safetensors.Integers> integers = new LinkedHashMap<>();
        int[] extremes = {Integer.MIN_VALUE, -1, 0, 1, (1 << 24) + 1, Integer.MAX_VALUE};
        integers.put("i", new Safetensors.Integers(new int[] {3, 2}, extremes));
        integers.put("none", new Safetensors.Integers(new int[] {0}, new int[0]));
        Path file = directory.resolve("integers");
        new Safetensors(Map.of(), floats, integers).write(file);
        byte[] bytes = Files.readAllBytes(file);
        String header = new String(bytes, 8, bytes.length - 8 - 8 - 24, StandardCharsets.UTF_8).strip();
        assertEquals(
                "{\"__metadata__\":{},\"f\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]},"
                        + "\"i\":{\"dtype\":\"I32\",\"shape\":[3,2],\"data_offsets\":[8,32]},"
                        + "\"none\":{\"dtype\":\"I32\",\"shape\":[0],\"data_offsets\":[32,32]}}",
                header);
        ByteBuffer numbers =
                ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).position(bytes.length - 24);
        for (int value : extremes) assertEquals(value, numbers.getInt());
        Safetensors read = Safetensors.read(file);
        assertArrayEquals(extremes, read.integers().get("i").values());
        assertArrayEquals(new int[] {3, 2}, read.integers().get("i").shape());
        assertEquals(0, read.integers().get("none").values().length);
        assertArrayEquals(new float[] {1, Float.NaN}, read.tensors().get("f").values());
        assertEquals(1, read.tensors().size());
        Path again = directory.resolve("again");
        read.write(again);
        assertArrayEquals(bytes, Files.readAllBytes(again));
    }

    /** This one was opened by the Python package, versions 0.5.2 and 0.8.0, which found these numbers. */
    @Test
    void aNetworkKeepsTheFormat() throws IOException, URISyntaxException {
        Path file =
                Path.of(EstimatorFile.class.getResource("format-1.safetensors").toURI());
        Map<String, float[]> tensors = assertKeepsTheFormat(Files.readAllBytes(file));
        assertEquals(51, tensors.size());
        assertEquals(-0.5413882732391357f, tensors.get("summary.lstm.forwards.input.kernel")[0]);
        assertEquals(0.5040203928947449f, tensors.get("reference.summaries")[0]);
        Path again = directory.resolve("again");
        Safetensors.read(file).write(again);
        assertArrayEquals(Files.readAllBytes(file), Files.readAllBytes(again));
    }

    @Test
    void theNameOfTheMetadataIsTaken() {
        Map<String, Safetensors.Array> tensors =
                Map.of("__metadata__", new Safetensors.Array(new int[] {1}, new float[1]));
        assertThrows(IllegalArgumentException.class, () -> new Safetensors(Map.of(), tensors));
        Map<String, Safetensors.Integers> integers =
                Map.of("__metadata__", new Safetensors.Integers(new int[] {1}, new int[1]));
        assertThrows(IllegalArgumentException.class, () -> new Safetensors(Map.of(), Map.of(), integers));
    }

    @Test
    void namesAreUsedOnceAndTypesAreKnown() throws IOException {
        Map<String, Safetensors.Array> floats = Map.of("a", new Safetensors.Array(new int[] {1}, new float[1]));
        Map<String, Safetensors.Integers> integers = Map.of("a", new Safetensors.Integers(new int[] {1}, new int[1]));
        assertThrows(IllegalArgumentException.class, () -> new Safetensors(Map.of(), floats, integers));
        assertThrows(IllegalArgumentException.class, () -> new Safetensors.Integers(new int[] {2}, new int[1]));
        Path file = directory.resolve("other");
        new Safetensors(Map.of(), floats).write(file);
        String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).replace("F32", "I64");
        Files.write(file, text.getBytes(StandardCharsets.ISO_8859_1));
        DataFileException refused = assertThrows(DataFileException.class, () -> Safetensors.read(file));
        assertTrue(refused.getMessage().contains("expected F32 or I32, got I64"), refused.getMessage());
    }
}
