package bayesflow4j.data;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** One array in NumPy's NPY format: a header in Python's notation, then the numbers. */
final class Npy {
    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
    private static final int CHUNK = 1 << 16;

    private Npy() {}

    static void write(OutputStream out, NpyArray array) throws IOException {
        out.write(header(type(array), array.shape()));
        switch (array) {
            case NpyArray.Floats a -> write(out, a.size(), 4, (buffer, i) -> buffer.putFloat(a.values()[i]));
            case NpyArray.Doubles a -> write(out, a.size(), 8, (buffer, i) -> buffer.putDouble(a.values()[i]));
            case NpyArray.Ints a -> write(out, a.size(), 4, (buffer, i) -> buffer.putInt(a.values()[i]));
            case NpyArray.Longs a -> write(out, a.size(), 8, (buffer, i) -> buffer.putLong(a.values()[i]));
            case NpyArray.Texts a -> {
                int[] characters = characters(a);
                write(out, characters.length, 4, (buffer, i) -> buffer.putInt(characters[i]));
            }
        }
    }

    /** Writes the start of an array of doubles, which {@link #write(OutputStream, double[])} continues. */
    static void begin(OutputStream out, int... shape) throws IOException {
        out.write(header("<f8", shape));
    }

    /** Writes the next numbers of an array of doubles. */
    static void write(OutputStream out, double[] values) throws IOException {
        write(out, values.length, 8, (buffer, i) -> buffer.putDouble(values[i]));
    }

    private static String type(NpyArray array) {
        return switch (array) {
            case NpyArray.Floats a -> "<f4";
            case NpyArray.Doubles a -> "<f8";
            case NpyArray.Ints a -> "<i4";
            case NpyArray.Longs a -> "<i8";
            case NpyArray.Texts a -> "<U" + a.width();
        };
    }

    private static byte[] header(String type, int[] sizes) {
        String shape = Arrays.stream(sizes).mapToObj(n -> n + ",").collect(Collectors.joining(" ", "(", ")"));
        String text = "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
        // Padded so that the numbers start at a multiple of 64.
        int length = (MAGIC.length + 4 + text.length() + 1 + 63) / 64 * 64;
        ByteBuffer header = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        header.put(MAGIC).put((byte) 1).put((byte) 0).putShort((short) (length - MAGIC.length - 4));
        header.put(text.getBytes(StandardCharsets.ISO_8859_1));
        while (header.remaining() > 1) header.put((byte) ' ');
        return header.put((byte) '\n').array();
    }

    /** The characters of each text, filled up with zeros to the same width. */
    private static int[] characters(NpyArray.Texts texts) {
        int width = texts.width();
        int[] all = new int[texts.size() * width];
        for (int i = 0; i < texts.size(); i++) {
            int[] own = texts.values().get(i).codePoints().toArray();
            System.arraycopy(own, 0, all, i * width, own.length);
        }
        return all;
    }

    private static NpyArray.Texts texts(DataInputStream in, NpyHeader header, int width) throws IOException {
        if (header.shape().length != 1)
            throw new IllegalArgumentException(
                    "expected a list of texts, got an array of " + header.shape().length + " axes");
        int[] all = new int[Math.multiplyExact(header.size(), width)];
        read(in, all.length, 4, header.order(), (buffer, i) -> all[i] = buffer.getInt());
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < header.size(); i++) {
            StringBuilder text = new StringBuilder();
            for (int c = 0; c < width && all[i * width + c] != 0; c++) text.appendCodePoint(all[i * width + c]);
            texts.add(text.toString());
        }
        return new NpyArray.Texts(texts);
    }

    private interface Put {
        void accept(ByteBuffer buffer, int index);
    }

    private static void write(OutputStream out, int count, int bytes, Put put) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(CHUNK).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < count; i++) {
            if (buffer.remaining() < bytes) {
                out.write(buffer.array(), 0, buffer.position());
                buffer.clear();
            }
            put.accept(buffer, i);
        }
        out.write(buffer.array(), 0, buffer.position());
    }

    /** Throws {@link IllegalArgumentException} for what is not an array of a known type. */
    static NpyArray read(DataInputStream in) throws IOException {
        try {
            NpyHeader header = NpyHeader.read(in, MAGIC);
            ByteOrder order = header.order();
            int size = header.size();
            return switch (header.type()) {
                case "f4" -> {
                    float[] values = new float[size];
                    read(in, size, 4, order, (buffer, i) -> values[header.place(i)] = buffer.getFloat());
                    yield new NpyArray.Floats(values, header.shape());
                }
                case "f8" -> {
                    double[] values = new double[size];
                    read(in, size, 8, order, (buffer, i) -> values[header.place(i)] = buffer.getDouble());
                    yield new NpyArray.Doubles(values, header.shape());
                }
                case "i4" -> {
                    int[] values = new int[size];
                    read(in, size, 4, order, (buffer, i) -> values[header.place(i)] = buffer.getInt());
                    yield new NpyArray.Ints(values, header.shape());
                }
                case "i8" -> {
                    long[] values = new long[size];
                    read(in, size, 8, order, (buffer, i) -> values[header.place(i)] = buffer.getLong());
                    yield new NpyArray.Longs(values, header.shape());
                }
                default -> {
                    if (!header.type().matches("U\\d{1,5}"))
                        throw new IllegalArgumentException("type: expected f4, f8, i4, i8 or U, got " + header.type());
                    yield texts(in, header, Integer.parseInt(header.type().substring(1)));
                }
            };
        } catch (EOFException e) {
            throw new IllegalArgumentException("ends before its last number", e);
        }
    }

    private static void read(DataInputStream in, int count, int bytes, ByteOrder order, Put take) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(CHUNK).order(order);
        int perChunk = CHUNK / bytes;
        for (int i = 0; i < count; i++) {
            if (i % perChunk == 0) {
                in.readFully(buffer.array(), 0, Math.min(perChunk, count - i) * bytes);
                buffer.clear();
            }
            take.accept(buffer, i);
        }
    }
}
