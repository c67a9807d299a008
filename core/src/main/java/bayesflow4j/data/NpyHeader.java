package bayesflow4j.data;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The header of an NPY array: element type, byte order, whether it is column-major, and shape. */
record NpyHeader(String type, ByteOrder order, boolean columnsFirst, int[] shape) {
    private static final Pattern TYPE = Pattern.compile("'descr':\\s*'([<>|=])?(\\w+)'");
    private static final Pattern COLUMNS_FIRST = Pattern.compile("'fortran_order':\\s*(True|False)");
    private static final Pattern SHAPE = Pattern.compile("'shape':\\s*\\(([\\d,\\sL]*)\\)");

    static NpyHeader read(DataInputStream in, byte[] magic) throws IOException {
        if (!Arrays.equals(in.readNBytes(magic.length), magic)) throw new IllegalArgumentException("not an NPY array");
        int version = in.readUnsignedByte();
        in.readUnsignedByte();
        int length = version == 1
                ? Short.toUnsignedInt(Short.reverseBytes(in.readShort()))
                : Integer.reverseBytes(in.readInt());
        if (length < 0 || length > 1 << 20) throw new IllegalArgumentException("header of " + length + " bytes");
        String text = new String(in.readNBytes(length), StandardCharsets.UTF_8);
        Matcher type = find(TYPE, text);
        ByteOrder order = ">".equals(type.group(1)) ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        int[] shape = Stream.of(find(SHAPE, text).group(1).split("[,\\sL]+"))
                .filter(part -> !part.isEmpty())
                .mapToInt(Integer::parseInt)
                .toArray();
        boolean columnsFirst = find(COLUMNS_FIRST, text).group(1).equals("True");
        return new NpyHeader(type.group(2), order, columnsFirst, shape);
    }

    private static Matcher find(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        if (matcher.find()) return matcher;
        throw new IllegalArgumentException("header not understood: " + text.strip());
    }

    int size() {
        long size = 1;
        for (int extent : shape) size = Math.multiplyExact(size, extent);
        if (size > Integer.MAX_VALUE - 8) throw new IllegalArgumentException("too large: " + size + " numbers");
        return (int) size;
    }

    /** Where number {@code index} of the file belongs when rows come first. */
    int place(int index) {
        if (!columnsFirst) return index;
        int rest = index;
        int place = 0;
        int stride = size();
        for (int extent : shape) {
            stride /= extent;
            place += rest % extent * stride;
            rest /= extent;
        }
        return place;
    }
}
