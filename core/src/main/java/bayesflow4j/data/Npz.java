package bayesflow4j.data;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** NumPy's archive of named arrays, as written by {@code numpy.savez} and read by {@code numpy.load}. */
public final class Npz {
    private static final String SUFFIX = ".npy";

    private Npz() {}

    /** The arrays of a file by name, in the order of the file. */
    public static Map<String, NpyArray> read(Path path) {
        if (!Files.exists(path)) throw new DataFileException(path, "no such file");
        Map<String, NpyArray> arrays = new LinkedHashMap<>();
        try (ZipFile zip = new ZipFile(path.toFile())) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                String name = entry.getName();
                if (!name.endsWith(SUFFIX)) continue;
                String array = name.substring(0, name.length() - SUFFIX.length());
                try (InputStream in = zip.getInputStream(entry)) {
                    arrays.put(array, Npy.read(new DataInputStream(in)));
                } catch (IllegalArgumentException e) {
                    throw new DataFileException(path, "array \"" + array + "\": " + e.getMessage());
                }
            }
        } catch (ZipException e) {
            throw new DataFileException(path, "not an NPZ file (" + e.getMessage() + ")");
        } catch (IOException e) {
            throw new UncheckedIOException(path + " cannot be read: " + e.getMessage(), e);
        }
        return arrays;
    }

    /** Writes these arrays in their order; the same arrays give the same bytes. */
    public static void write(Path path, Map<String, NpyArray> arrays) {
        WholeFile.write(path, out -> {
            ZipOutputStream zip = zip(out);
            put(zip, arrays);
            zip.finish();
        });
    }

    private static void put(ZipOutputStream zip, Map<String, NpyArray> arrays) throws IOException {
        for (Map.Entry<String, NpyArray> array : arrays.entrySet()) {
            zip.putNextEntry(entry(array.getKey()));
            Npy.write(zip, array.getValue());
            zip.closeEntry();
        }
    }

    /**
     * Writes one array of doubles whose numbers come in parts, such as the data sets of an array [K, …] one after the
     * other, and other arrays after it.
     */
    public static void write(
            OutputStream out, String name, int[] shape, Iterator<double[]> parts, Map<String, NpyArray> others)
            throws IOException {
        ZipOutputStream zip = zip(out);
        zip.putNextEntry(entry(name));
        Npy.begin(zip, shape);
        while (parts.hasNext()) Npy.write(zip, parts.next());
        zip.closeEntry();
        put(zip, others);
        zip.finish();
    }

    private static ZipOutputStream zip(OutputStream out) {
        ZipOutputStream zip = new ZipOutputStream(out);
        // Random numbers do not compress; this is as fast as storing and needs no second pass for the checksum.
        zip.setLevel(Deflater.NO_COMPRESSION);
        return zip;
    }

    private static ZipEntry entry(String array) {
        ZipEntry entry = new ZipEntry(array + SUFFIX);
        entry.setTimeLocal(LocalDateTime.of(1980, 1, 1, 0, 0));
        return entry;
    }
}
