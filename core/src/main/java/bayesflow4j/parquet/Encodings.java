package bayesflow4j.parquet;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** From the bytes of a page to values: the encodings that writers use today. */
final class Encodings {
    private Encodings() {}

    /** So many values in this encoding, if it is known for their type. */
    static Optional<ParquetColumn> of(Leaf leaf, int encoding, ByteBuffer in, int count) {
        return switch (encoding) {
            case ParquetType.PLAIN -> Optional.of(plain(leaf, in, count));
            case ParquetType.RLE ->
                leaf.type() == ParquetType.BOOLEAN ? Optional.of(runs(leaf, in, count)) : Optional.empty();
            case ParquetType.DELTA_INTEGERS -> Optional.of(integers(leaf, DeltaIntegers.decode(in, count)));
            case ParquetType.DELTA_LENGTHS -> {
                long[] lengths = DeltaIntegers.decode(in, count);
                yield Optional.of(texts(leaf, in, count, i -> (int) lengths[i]));
            }
            case ParquetType.SPLIT_BYTES -> Optional.of(plain(leaf, joined(leaf, in, count), count));
            default -> Optional.empty();
        };
    }

    /** Values of a dictionary by their places in it. */
    static ParquetColumn taken(ParquetColumn dictionary, ByteBuffer in, int count) {
        int[] places = count == 0 ? new int[0] : Levels.decode(in, in.get(), count);
        String name = dictionary.name();
        return switch (dictionary) {
            case ParquetColumn.Texts(String _, String[] all) ->
                new ParquetColumn.Texts(
                        name, IntStream.of(places).mapToObj(i -> all[i]).toArray(String[]::new));
            case ParquetColumn.Longs(String _, long[] all) ->
                new ParquetColumn.Longs(
                        name, IntStream.of(places).mapToLong(i -> all[i]).toArray());
            case ParquetColumn.Floats(String _, float[] all) -> {
                float[] values = new float[count];
                for (int i = 0; i < count; i++) values[i] = all[places[i]];
                yield new ParquetColumn.Floats(name, values);
            }
            default ->
                new ParquetColumn.Doubles(
                        name, IntStream.of(places).mapToDouble(dictionary::at).toArray());
        };
    }

    static ParquetColumn plain(Leaf leaf, ByteBuffer in, int count) {
        String name = leaf.column();
        return switch (leaf.type()) {
            case ParquetType.FLOAT -> {
                float[] values = new float[count];
                in.asFloatBuffer().get(values);
                yield new ParquetColumn.Floats(name, values);
            }
            case ParquetType.DOUBLE -> {
                double[] values = new double[count];
                in.asDoubleBuffer().get(values);
                yield new ParquetColumn.Doubles(name, values);
            }
            case ParquetType.BOOLEAN ->
                new ParquetColumn.Longs(
                        name,
                        IntStream.range(0, count)
                                .mapToLong(i -> in.get(in.position() + i / 8) >> i % 8 & 1)
                                .toArray());
            case ParquetType.INT32, ParquetType.INT64 -> {
                long[] values = new long[count];
                for (int i = 0; i < count; i++)
                    values[i] = leaf.type() == ParquetType.INT32 ? in.getInt() : in.getLong();
                yield integers(leaf, values);
            }
            case ParquetType.BYTES ->
                leaf.isDecimal() ? decimals(leaf, in, count) : texts(leaf, in, count, i -> in.getInt());
            default -> decimals(leaf, in, count);
        };
    }

    /** Integers as they are, or as decimal numbers. */
    private static ParquetColumn integers(Leaf leaf, long[] values) {
        if (leaf.isDecimal()) {
            double[] scaled = new double[values.length];
            for (int i = 0; i < scaled.length; i++)
                scaled[i] = BigDecimal.valueOf(values[i], leaf.scale()).doubleValue();
            return new ParquetColumn.Doubles(leaf.column(), scaled);
        }
        if (leaf.unsigned() && leaf.type() == ParquetType.INT32)
            for (int i = 0; i < values.length; i++) values[i] &= 0xffffffffL;
        return new ParquetColumn.Longs(leaf.column(), values);
    }

    private static ParquetColumn runs(Leaf leaf, ByteBuffer in, int count) {
        in.getInt();
        int[] bits = count == 0 ? new int[0] : Levels.decode(in, 1, count);
        return new ParquetColumn.Longs(
                leaf.column(), IntStream.of(bits).asLongStream().toArray());
    }

    private static ParquetColumn texts(Leaf leaf, ByteBuffer in, int count, IntUnaryOperator length) {
        String[] texts = new String[count];
        for (int i = 0; i < count; i++) {
            byte[] bytes = new byte[length.applyAsInt(i)];
            in.get(bytes);
            texts[i] = new String(bytes, StandardCharsets.UTF_8);
        }
        return new ParquetColumn.Texts(leaf.column(), texts);
    }

    private static ParquetColumn decimals(Leaf leaf, ByteBuffer in, int count) {
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            byte[] bytes = new byte[leaf.type() == ParquetType.BYTES ? in.getInt() : leaf.bytes()];
            in.get(bytes);
            values[i] = new BigDecimal(new BigInteger(bytes), leaf.scale()).doubleValue();
        }
        return new ParquetColumn.Doubles(leaf.column(), values);
    }

    /** Values whose first bytes lie together, then their second ones, and so on. */
    private static ByteBuffer joined(Leaf leaf, ByteBuffer in, int count) {
        int bytes = switch (leaf.type()) {
            case ParquetType.FLOAT, ParquetType.INT32 -> Integer.BYTES;
            case ParquetType.DOUBLE, ParquetType.INT64 -> Long.BYTES;
            default -> leaf.bytes();
        };
        ByteBuffer joined =
                ByteBuffer.allocate(Math.multiplyExact(count, bytes)).order(ByteOrder.LITTLE_ENDIAN);
        for (int b = 0; b < bytes; b++) for (int i = 0; i < count; i++) joined.put(i * bytes + b, in.get());
        return joined;
    }
}
