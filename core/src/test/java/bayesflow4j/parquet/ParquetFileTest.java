package bayesflow4j.parquet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.data.DataFileException;
import bayesflow4j.random.Seed;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParquetFileTest {
    @TempDir
    Path directory;

    private Path write(ParquetColumn... columns) throws IOException {
        Path file = directory.resolve("own.parquet");
        try (OutputStream out = Files.newOutputStream(file)) {
            ParquetWriter.write(out, List.of(columns), Map.of("key", "wörd"));
        }
        return file;
    }

    /** Lists of 0 to 40 numbers, one in ten of them missing: runs and packed groups of levels of all lengths. */
    private static ParquetColumn.Lists lists(int rows) {
        RandomGenerator rng = new Seed(1).stream(0);
        int[] offsets = new int[rows + 1];
        for (int k = 0; k < rows; k++) offsets[k + 1] = offsets[k] + rng.nextInt(41);
        float[] values = new float[offsets[rows]];
        for (int i = 0; i < values.length; i++) values[i] = rng.nextInt(10) == 0 ? Float.NaN : rng.nextFloat();
        return new ParquetColumn.Lists(new ParquetColumn.Floats("x", values), offsets);
    }

    @Test
    void whatIsWrittenIsReadOverManyPages() throws IOException {
        ParquetColumn.Lists lists = lists(30_000);
        long[] numbers = new long[lists.size()];
        double[] doubles = new double[lists.size()];
        String[] texts = new String[lists.size()];
        for (int k = 0; k < numbers.length; k++) {
            numbers[k] = Long.MAX_VALUE - k;
            doubles[k] = k % 7 == 0 ? Double.NaN : 1.0 / k;
            texts[k] = "site " + k % 3;
        }
        ParquetFile file = ParquetFile.read(write(
                new ParquetColumn.Longs("k", numbers),
                new ParquetColumn.Doubles("a", doubles),
                new ParquetColumn.Texts("t", texts),
                lists));
        assertEquals(List.of("k", "a", "t", "x"), file.names());
        assertEquals(Map.of("key", "wörd"), file.metadata());
        assertArrayEquals(numbers, ((ParquetColumn.Longs) file.column("k")).values());
        assertArrayEquals(doubles, ((ParquetColumn.Doubles) file.column("a")).values());
        assertArrayEquals(texts, ((ParquetColumn.Texts) file.column("t")).values());
        ParquetColumn.Lists read = (ParquetColumn.Lists) file.column("x");
        assertArrayEquals(lists.offsets(), read.offsets());
        assertArrayEquals(
                ((ParquetColumn.Floats) lists.elements()).values(), ((ParquetColumn.Floats) read.elements()).values());
    }

    private ResultSet query(Statement duck, String sql) throws SQLException {
        ResultSet result = duck.executeQuery(sql);
        assertTrue(result.next());
        return result;
    }

    @Test
    void duckDbReadsWhatIsWritten() throws IOException, SQLException {
        ParquetColumn.Lists lists = lists(5000);
        float[] values = ((ParquetColumn.Floats) lists.elements()).values();
        double sum = 0;
        int missing = 0;
        for (float value : values)
            if (Float.isNaN(value)) missing++;
            else sum += value;
        double[] doubles = new double[lists.size()];
        for (int k = 0; k < doubles.length; k++) doubles[k] = k == 3 ? Double.NaN : k;
        Path file = write(new ParquetColumn.Doubles("a", doubles), lists);
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement duck = connection.createStatement()) {
            ResultSet one = query(duck, "select count(*), count(a), sum(a), sum(len(x)) from '" + file + "'");
            assertEquals(5000, one.getLong(1));
            assertEquals(4999, one.getLong(2));
            assertEquals(4999.0 * 5000 / 2 - 3, one.getDouble(3));
            assertEquals(values.length, one.getLong(4));
            ResultSet elements = query(
                    duck, "select count(*) - count(v), sum(v::double) from (select unnest(x) v from '" + file + "')");
            assertEquals(missing, elements.getLong(1));
            assertEquals(sum, elements.getDouble(2), 1e-9);
            ResultSet order = query(
                    duck, "select x[2]::double from '" + file + "' where len(x) > 1 and x[2] is not null limit 1");
            int k = 0;
            while (lists.length(k) < 2 || Float.isNaN(values[lists.offsets()[k] + 1])) k++;
            assertEquals(values[lists.offsets()[k] + 1], order.getDouble(1));
        }
    }

    /** All encodings and codecs of another writer, with repeated values for dictionaries and distinct ones without. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "compression snappy",
                "compression zstd",
                "compression gzip",
                "compression uncompressed",
                "compression snappy, parquet_version v2, row_group_size 4096",
                "compression zstd, parquet_version v2, dictionary_size_limit 1",
            })
    void whatDuckDbWritesIsRead(String options) throws SQLException {
        Path path = directory.resolve("duck.parquet");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement duck = connection.createStatement()) {
            duck.execute("copy (select i, (i * i)::bigint sq, i % 5 > 2 flag, (i % 7)::double / 4 few,"
                    + " (i / 3.0)::double many, (i / 7.0)::float single, i::decimal(9, 2) digits, (i / 8)::decimal(30, 3) wide,"
                    + " case when i % 10 = 0 then null else i end gaps, 'site ' || (i % 4) site, 'n' || i word,"
                    + " [(i / 9.0)::double, null, 1.5] list, [] empty, {'a': i} nested, (4294967295 - i)::uinteger big"
                    + " from range(10000) t(i)) to '" + path + "' (format parquet, " + options + ")");
        }
        ParquetFile file = ParquetFile.read(path);
        assertEquals(10_000, file.rows());
        ParquetColumn list = file.column("list");
        assertEquals(3, ((ParquetColumn.Lists) list).length(9999));
        assertEquals(0, ((ParquetColumn.Lists) file.column("empty")).length(5));
        Map<String, ParquetColumn> columns = new HashMap<>();
        for (String name : file.names()) if (!name.equals("nested")) columns.put(name, file.column(name));
        for (int i = 0; i < file.rows(); i += 37) {
            assertEquals(i, columns.get("i").at(i));
            assertEquals((double) i * i, columns.get("sq").at(i));
            assertEquals(i % 5 > 2 ? 1 : 0, columns.get("flag").at(i));
            assertEquals(i % 7 / 4.0, columns.get("few").at(i));
            assertEquals(i / 3.0, columns.get("many").at(i));
            assertEquals((float) (i / 7.0), columns.get("single").at(i));
            assertEquals(i, columns.get("digits").at(i));
            assertEquals(i / 8.0, columns.get("wide").at(i), 5e-4);
            assertEquals(i % 10 == 0 ? Double.NaN : i, columns.get("gaps").at(i));
            assertEquals("site " + i % 4, ((ParquetColumn.Texts) columns.get("site")).values()[i]);
            assertEquals("n" + i, ((ParquetColumn.Texts) columns.get("word")).values()[i]);
            assertEquals(i / 9.0, list.at(i));
            assertEquals(Double.NaN, ((ParquetColumn.Lists) list).elements().at(3 * i + 1));
            assertEquals(4294967295L - i, columns.get("big").at(i));
        }
        assertTrue(assertThrows(DataFileException.class, () -> file.column("nested"))
                .getMessage()
                .contains("column nested: expected numbers or lists of numbers"));
    }

    @Test
    void everyTruncationAndDamageIsAClearError() throws IOException {
        Path whole = write(new ParquetColumn.Doubles("a", new double[] {1, 2, 3}), lists(3));
        byte[] bytes = Files.readAllBytes(whole);
        Path torn = directory.resolve("torn.parquet");
        for (int length = 0; length < bytes.length; length += 7) {
            Files.deleteIfExists(torn);
            Files.write(torn, Arrays.copyOf(bytes, length));
            assertThrows(DataFileException.class, () -> ParquetFile.read(torn), "length " + length);
        }
        RandomGenerator rng = new Seed(2).stream(0);
        for (int i = 0; i < 200; i++) {
            byte[] altered = bytes.clone();
            altered[rng.nextInt(altered.length)] ^= (byte) (1 << rng.nextInt(8));
            Files.deleteIfExists(torn);
            Files.write(torn, altered);
            try {
                ParquetFile file = ParquetFile.read(torn);
                for (String name : file.names()) file.column(name);
            } catch (DataFileException expected) {
                assertTrue(expected.getMessage().startsWith(torn.toString()));
            }
        }
        assertThrows(DataFileException.class, () -> ParquetFile.read(directory.resolve("none.parquet")));
    }
}
