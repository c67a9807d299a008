package bayesflow4j.data;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * The part of the HDF5 file format that a netCDF-4 file of numbers and names needs: groups, contiguous arrays of doubles,
 * integers and texts, attributes, and references from an array to the scales of its dimensions. Superblock version 2,
 * object headers version 2, links within headers. The file is built in memory from its leaves to its root.
 */
final class Hdf5 {
    private static final long UNDEFINED = -1;
    private static final int SUPERBLOCK = 48;
    private static final int HEAP_HEADER = 16;

    private static final byte[] DOUBLE = bytes(20)
            .putInt(0x003f2011)
            .putInt(8)
            .putInt(64 << 16)
            .putInt(0x3400_0b34)
            .putInt(1023)
            .array();
    private static final byte[] LONG =
            bytes(12).putInt(0x0810).putInt(8).putInt(64 << 16).array();
    private static final byte[] INT =
            bytes(12).putInt(0x0810).putInt(4).putInt(32 << 16).array();
    private static final byte[] REFERENCE = bytes(8).putInt(0x17).putInt(8).array();

    /** UTF-8. */
    private static final byte[] CHARACTER = bytes(8).putInt(0x1013).putInt(1).array();

    private final ByteArrayOutputStream file = new ByteArrayOutputStream();

    /** An object in the file, by the address of its header. */
    record Address(long value) {}

    /** A named piece of information about an object: a description of the type, of the shape, and the content. */
    record Attribute(String name, byte[] type, byte[] space, byte[] content) {
        /** A text of ASCII characters and a final zero, as the scales of dimensions need it. */
        static Attribute of(String name, String text) {
            byte[] ascii = (text + "\0").getBytes(StandardCharsets.US_ASCII);
            byte[] type = bytes(8).putInt(0x13).putInt(ascii.length).array();
            return new Attribute(name, type, scalar(), ascii);
        }

        /** A whole number. */
        static Attribute of(String name, int value) {
            return new Attribute(name, INT, scalar(), bytes(4).putInt(value).array());
        }
    }

    Hdf5() {
        file.writeBytes(new byte[SUPERBLOCK]);
    }

    private static ByteBuffer bytes(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** A sequence of elements of another type, kept in a heap; {@code text} for texts. */
    private static byte[] variable(byte[] element, boolean text) {
        return bytes(8 + element.length)
                .putInt(text ? 0x0001_0119 : 0x19)
                .putInt(16)
                .put(element)
                .array();
    }

    private static byte[] scalar() {
        return new byte[] {2, 0, 0, 0};
    }

    private static byte[] simple(int... shape) {
        ByteBuffer space = bytes(4 + 8 * shape.length)
                .put((byte) 2)
                .put((byte) shape.length)
                .put((byte) 0)
                .put((byte) 1);
        for (int extent : shape) space.putLong(extent);
        return space.array();
    }

    /** An array of doubles. */
    Address doubles(double[] values, int[] shape, List<Attribute> attributes) {
        ByteBuffer content = bytes(8 * values.length);
        for (double value : values) content.putDouble(value);
        return array(DOUBLE, shape, content.array(), attributes);
    }

    /** An array of whole numbers. */
    Address longs(long[] values, List<Attribute> attributes) {
        ByteBuffer content = bytes(8 * values.length);
        for (long value : values) content.putLong(value);
        return array(LONG, new int[] {values.length}, content.array(), attributes);
    }

    /** An array of texts. */
    Address texts(List<String> values, List<Attribute> attributes) {
        byte[] type = variable(CHARACTER, true);
        List<byte[]> utf8 = values.stream()
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList();
        return array(type, new int[] {values.size()}, heaped(utf8, 1), attributes);
    }

    /** The attribute that says which scale belongs to each dimension of an array. */
    Attribute dimensions(List<Address> scales) {
        List<byte[]> references = scales.stream()
                .map(scale -> bytes(8).putLong(scale.value()).array())
                .toList();
        return new Attribute(
                "DIMENSION_LIST", variable(REFERENCE, false), simple(scales.size()), heaped(references, 8));
    }

    /** Puts sequences into a heap of their own; where each is: its length in elements, the heap and its number there. */
    private byte[] heaped(List<byte[]> sequences, int element) {
        int used = HEAP_HEADER;
        for (byte[] sequence : sequences) used += 16 + padded(sequence.length);
        int size = Math.max(4096, padded(used + 16));
        ByteBuffer heap = bytes(size)
                .put("GCOL".getBytes(StandardCharsets.US_ASCII))
                .putInt(1)
                .putLong(size);
        ByteBuffer places = bytes(16 * sequences.size());
        long address = file.size();
        for (int i = 0; i < sequences.size(); i++) {
            byte[] sequence = sequences.get(i);
            int start = heap.position();
            heap.putShort((short) (i + 1))
                    .putShort((short) 0)
                    .putInt(0)
                    .putLong(sequence.length)
                    .put(sequence);
            heap.position(start + 16 + padded(sequence.length));
            places.putInt(sequence.length / element).putLong(address).putInt(i + 1);
        }
        int free = heap.remaining();
        heap.putShort((short) 0).putShort((short) 0).putInt(0).putLong(free);
        file.writeBytes(heap.array());
        return places.array();
    }

    private static int padded(int size) {
        return (size + 7) / 8 * 8;
    }

    private Address array(byte[] type, int[] shape, byte[] content, List<Attribute> attributes) {
        long address = content.length == 0 ? UNDEFINED : file.size();
        file.writeBytes(content);
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        message(messages, 0x01, simple(shape));
        message(messages, 0x03, type);
        // Space is allocated late, and nothing fills it: all of it is written.
        message(messages, 0x05, new byte[] {3, 0x0a});
        message(
                messages,
                0x08,
                bytes(18)
                        .put((byte) 3)
                        .put((byte) 1)
                        .putLong(address)
                        .putLong(content.length)
                        .array());
        for (Attribute attribute : attributes) message(messages, 0x0c, encoded(attribute));
        return header(messages.toByteArray());
    }

    private static byte[] encoded(Attribute attribute) {
        byte[] name = (attribute.name + "\0").getBytes(StandardCharsets.UTF_8);
        int size = 9 + name.length + attribute.type.length + attribute.space.length + attribute.content.length;
        return bytes(size)
                .put((byte) 3)
                .put((byte) 0)
                .putShort((short) name.length)
                .putShort((short) attribute.type.length)
                .putShort((short) attribute.space.length)
                .put((byte) 1)
                .put(name)
                .put(attribute.type)
                .put(attribute.space)
                .put(attribute.content)
                .array();
    }

    /** A group of named objects. */
    Address group(Map<String, Address> members, List<Attribute> attributes) {
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        message(
                messages,
                0x02,
                bytes(18)
                        .putShort((short) 0)
                        .putLong(UNDEFINED)
                        .putLong(UNDEFINED)
                        .array());
        message(messages, 0x0a, new byte[2]);
        members.forEach((name, member) -> {
            byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
            message(
                    messages,
                    0x06,
                    bytes(12 + utf8.length)
                            .put((byte) 1)
                            .put((byte) 0x10)
                            .put((byte) 1)
                            .put((byte) utf8.length)
                            .put(utf8)
                            .putLong(member.value())
                            .array());
        });
        for (Attribute attribute : attributes) message(messages, 0x0c, encoded(attribute));
        return header(messages.toByteArray());
    }

    private static void message(ByteArrayOutputStream messages, int type, byte[] content) {
        if (content.length > 0xffff)
            throw new IllegalArgumentException("message: expected at most 65535 bytes, got " + content.length);
        messages.writeBytes(bytes(4).put((byte) type)
                .putShort((short) content.length)
                .put((byte) 0)
                .array());
        messages.writeBytes(content);
    }

    private Address header(byte[] messages) {
        Address address = new Address(file.size());
        byte[] header = bytes(10 + messages.length + 4)
                .put("OHDR".getBytes(StandardCharsets.US_ASCII))
                .put((byte) 2)
                .put((byte) 2)
                .putInt(messages.length)
                .put(messages)
                .array();
        checked(header);
        file.writeBytes(header);
        return address;
    }

    /** Puts the checksum of all other bytes into the last four. */
    private static void checked(byte[] bytes) {
        int length = bytes.length - 4;
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(length, Lookup3.of(bytes, length));
    }

    /** The whole file with this group as its root. */
    byte[] rooted(Address root) {
        byte[] all = file.toByteArray();
        byte[] superblock = bytes(SUPERBLOCK)
                .put(new byte[] {(byte) 0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n', 2, 8, 8, 0})
                .putLong(0)
                .putLong(UNDEFINED)
                .putLong(all.length)
                .putLong(root.value())
                .putInt(0)
                .array();
        checked(superblock);
        System.arraycopy(superblock, 0, all, 0, SUPERBLOCK);
        return all;
    }
}
