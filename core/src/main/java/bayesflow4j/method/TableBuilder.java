package bayesflow4j.method;

import bayesflow4j.data.WholeFile;
import bayesflow4j.model.Observations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Simulations that become a {@link SimulationTable}, one after the other. */
sealed interface TableBuilder extends AutoCloseable {
    /** The next simulation. */
    void add(double[] theta, Observations x);

    /** K so far. */
    int size();

    /** The table of all simulations; nothing is added after that. */
    SimulationTable table();

    @Override
    void close();

    /** Simulations in memory. */
    record InMemory(List<double[]> theta, List<Observations> x) implements TableBuilder {
        InMemory() {
            this(new ArrayList<>(), new ArrayList<>());
        }

        @Override
        public void add(double[] one, Observations data) {
            theta.add(one);
            x.add(data);
        }

        @Override
        public int size() {
            return theta.size();
        }

        @Override
        public SimulationTable table() {
            return new SimulationTable(theta, x);
        }

        @Override
        public void close() {}
    }

    /**
     * Simulations in a scratch file, which is mapped into memory: the heap holds eight bytes of each, and the machine keeps as
     * much of the others at hand as it can.
     */
    final class Mapped implements TableBuilder {
        private static final ValueLayout.OfDouble DOUBLE =
                ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
        private static final ValueLayout.OfFloat FLOAT =
                ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
        private static final int BUFFER = 1 << 20;

        private final int dimension;
        private final int width;
        private final Path file;
        private final FileChannel channel;
        private ByteBuffer buffer = ByteBuffer.allocate(BUFFER).order(ByteOrder.LITTLE_ENDIAN);
        private long[] ends = new long[1024];
        private int size;
        private long end;

        Mapped(int dimension, int width) {
            this.dimension = dimension;
            this.width = width;
            try {
                file = Files.createTempFile("bayesflow4j-", ".simulations");
                channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
            } catch (IOException e) {
                throw failed(e);
            }
        }

        private static UncheckedIOException failed(IOException e) {
            return new UncheckedIOException(
                    "simulations that do not fit into memory cannot be kept in " + System.getProperty("java.io.tmpdir")
                            + ": " + WholeFile.reason(e),
                    e);
        }

        @Override
        public void add(double[] theta, Observations x) {
            int bytes = Math.addExact(dimension * Double.BYTES, Math.multiplyExact(x.values().length, Float.BYTES));
            if (buffer.remaining() < bytes) flush();
            if (buffer.capacity() < bytes) buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
            for (double value : theta) buffer.putDouble(value);
            for (float value : x.values()) buffer.putFloat(value);
            if (size == ends.length) ends = Arrays.copyOf(ends, Math.addExact(size, size / 2));
            end += bytes;
            ends[size++] = end;
        }

        private void flush() {
            try {
                buffer.flip();
                while (buffer.hasRemaining()) channel.write(buffer);
                buffer.clear();
            } catch (IOException e) {
                throw failed(e);
            }
        }

        @Override
        public int size() {
            return size;
        }

        private long begin(int k) {
            return k == 0 ? 0 : ends[k - 1];
        }

        private int count(int k) {
            return (int) ((ends[k] - begin(k) - (long) dimension * Double.BYTES) / ((long) width * Float.BYTES));
        }

        @Override
        public SimulationTable table() {
            flush();
            try {
                MemorySegment all = channel.map(FileChannel.MapMode.READ_ONLY, 0, end, Arena.ofAuto());
                return new SimulationTable(
                        new OnDemand<>(size, k -> theta(all, k), k -> dimension),
                        new OnDemand<>(size, k -> x(all, k), this::count));
            } catch (IOException e) {
                throw failed(e);
            }
        }

        private double[] theta(MemorySegment all, int k) {
            double[] theta = new double[dimension];
            MemorySegment.copy(all, DOUBLE, begin(k), theta, 0, dimension);
            return theta;
        }

        private Observations x(MemorySegment all, int k) {
            float[] x = new float[count(k) * width];
            MemorySegment.copy(all, FLOAT, begin(k) + (long) dimension * Double.BYTES, x, 0, x.length);
            return new Observations(count(k), width, x);
        }

        /** What is mapped stays, though the file has no name any more. */
        @Override
        public void close() {
            try {
                channel.close();
                Files.deleteIfExists(file);
            } catch (IOException e) {
                // Some systems keep the name of a mapped file until the program ends.
                file.toFile().deleteOnExit();
            }
        }
    }
}
