package bayesflow4j.parquet;

import bayesflow4j.data.DataFileException;
import bayesflow4j.data.WholeFile;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A Parquet file, from this program or another: columns of numbers or texts, and lists of them. Other columns, such as nested
 * ones, are named but cannot be read.
 */
public final class ParquetFile {
    private static final int TAIL = Integer.BYTES + ParquetWriter.MAGIC.length;

    private final Path path;
    private final int rows;
    private final Map<String, String> metadata;
    private final List<Leaf> leaves;
    private final List<Compact> groups;

    private ParquetFile(Path path, int rows, Map<String, String> metadata, List<Leaf> leaves, List<Compact> groups) {
        this.path = path;
        this.rows = rows;
        this.metadata = metadata;
        this.leaves = leaves;
        this.groups = groups;
    }

    /**
     * Reads what the file says about its columns.
     *
     * @throws DataFileException if it is not a whole Parquet file
     */
    public static ParquetFile read(Path path) {
        return guarded(path, in -> {
            Compact footer = footer(path, in);
            long rows = footer.integer(3);
            if (rows < 0 || rows > Integer.MAX_VALUE)
                throw new DataFileException(path, "expected at most " + Integer.MAX_VALUE + " rows, got " + rows);
            Map<String, String> metadata = new LinkedHashMap<>();
            for (Compact entry : footer.structs(5)) metadata.put(entry.text(1), entry.has(2) ? entry.text(2) : "");
            return new ParquetFile(path, (int) rows, metadata, Leaf.of(footer.structs(2)), footer.structs(4));
        });
    }

    /** K, the number of rows. */
    public int rows() {
        return rows;
    }

    /** The texts that the file keeps beside its columns, by name. */
    public Map<String, String> metadata() {
        return Collections.unmodifiableMap(metadata);
    }

    /** The names of all columns, in order. */
    public List<String> names() {
        return leaves.stream().map(Leaf::column).distinct().toList();
    }

    /**
     * All values of a column.
     *
     * @throws DataFileException if there is no such column, or its values are damaged or of a kind that is not known
     */
    public ParquetColumn column(String name) {
        List<Leaf> own =
                leaves.stream().filter(leaf -> leaf.column().equals(name)).toList();
        if (own.isEmpty()) throw new DataFileException(path, "expected a column " + name + ", got " + names());
        if (own.size() > 1 || !own.getFirst().isReadable())
            throw new DataFileException(
                    path,
                    "column " + name + ": expected numbers or lists of numbers, got "
                            + own.getFirst().description());
        Leaf leaf = own.getFirst();
        int place = leaves.indexOf(leaf);
        return guarded(path, in -> {
            Gathering values = new Gathering(leaf);
            for (Compact group : groups)
                new PageReader(path, leaf, values)
                        .read(chunk(in, group.structs(1).get(place).struct(3)));
            ParquetColumn column = values.column();
            if (column.size() != rows)
                throw new DataFileException(
                        path, "column " + name + ": expected " + rows + " rows, got " + column.size());
            return column;
        });
    }

    /** The pages of a column in one row group. */
    private static PageReader.Chunk chunk(FileChannel in, Compact meta) throws IOException {
        long first = meta.integer(9);
        long dictionary = meta.integer(11, 0);
        if (dictionary > 0) first = Math.min(first, dictionary);
        ByteBuffer pages = bytes(in, first, meta.integer(7));
        return new PageReader.Chunk(pages, (int) meta.integer(4), meta.integer(5));
    }

    private static Compact footer(Path path, FileChannel in) throws IOException {
        long size = in.size();
        if (size < ParquetWriter.MAGIC.length + TAIL) throw notWhole(path, "it has " + size + " bytes");
        ByteBuffer tail = bytes(in, size - TAIL, TAIL);
        long length = tail.getInt() & 0xffffffffL;
        byte[] magic = new byte[ParquetWriter.MAGIC.length];
        tail.get(magic);
        if (!Arrays.equals(magic, ParquetWriter.MAGIC)) throw notWhole(path, "it does not end as one");
        if (length > size - TAIL - magic.length) throw notWhole(path, "its footer is longer than the file");
        return Compact.read(bytes(in, size - TAIL - length, length));
    }

    private static ByteBuffer bytes(FileChannel in, long from, long length) throws IOException {
        if (from < 0 || length < 0 || length > Integer.MAX_VALUE - Long.BYTES || from + length > in.size())
            throw new EOFException(length + " bytes at " + from + " of " + in.size());
        ByteBuffer buffer = ByteBuffer.allocate((int) length).order(ByteOrder.LITTLE_ENDIAN);
        while (buffer.hasRemaining())
            if (in.read(buffer, from + buffer.position()) < 0) throw new EOFException("the file became shorter");
        return buffer.flip();
    }

    /** What is done with an open file. */
    @FunctionalInterface
    private interface Reading<T> {
        T read(FileChannel in) throws IOException;
    }

    private static <T> T guarded(Path path, Reading<T> reading) {
        if (!Files.exists(path)) throw new DataFileException(path, "no such file");
        try (FileChannel in = FileChannel.open(path)) {
            return reading.read(in);
        } catch (DataFileException e) {
            throw e;
        } catch (EOFException e) {
            throw notWhole(path, e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(path + " cannot be read: " + WholeFile.reason(e), e);
        } catch (IllegalArgumentException e) {
            throw notWhole(path, e.getMessage());
        } catch (BufferUnderflowException | IndexOutOfBoundsException | NegativeArraySizeException e) {
            throw notWhole(path, "it is damaged");
        }
    }

    private static DataFileException notWhole(Path path, String why) {
        return new DataFileException(path, "not a whole Parquet file: " + why);
    }
}
