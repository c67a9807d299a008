package bayesflow4j.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class NetcdfFileTest {
    @TempDir
    Path directory;

    private Path written() {
        NetcdfFile file = new NetcdfFile();
        file.group("posterior")
                .dimension("chain", 1)
                .dimension("draw", 3)
                .dimension("data_set", List.of("Loch Ness", "\u00C9tang"))
                .variable("beta", new double[] {1, 2, 3, 4, 5, 6}, "chain", "draw", "data_set")
                .variable("\u03B3", new double[] {1, 2, 3}, "chain", "draw");
        file.group("observed_data").dimension("row", 2).variable("x", new double[] {1.5, Double.NaN}, "row");
        Path path = directory.resolve("own.nc");
        file.write(path);
        return path;
    }

    /** The values that the author of the hash publishes with it. */
    @Test
    void theChecksumIsThePublishedOne() {
        byte[] text = "Four score and seven years ago".getBytes(StandardCharsets.US_ASCII);
        assertEquals(0x17770551, Lookup3.of(text, text.length));
        assertEquals(0xdeadbeef, Lookup3.of(new byte[0], 0));
    }

    /** Follows the addresses from the superblock to the root, checking their checksums. */
    @Test
    void theSuperblockLeadsToTheRoot() throws IOException {
        byte[] bytes = Files.readAllBytes(written());
        ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        assertEquals("HDF", new String(bytes, 1, 3, StandardCharsets.US_ASCII));
        assertEquals(bytes.length, file.getLong(28));
        assertEquals(Lookup3.of(bytes, 44), file.getInt(44));
        int root = (int) file.getLong(36);
        assertEquals("OHDR", new String(bytes, root, 4, StandardCharsets.US_ASCII));
        int length = 10 + file.getInt(root + 6);
        byte[] header = java.util.Arrays.copyOfRange(bytes, root, root + length);
        assertEquals(Lookup3.of(header, length), file.getInt(root + length));
        assertTrue(new String(header, StandardCharsets.UTF_8).contains("observed_data"));
    }

    @Test
    void wrongShapesAndNamesAreRefused() {
        NetcdfFile.Group group = new NetcdfFile().group("posterior").dimension("draw", 3);
        assertThrows(IllegalArgumentException.class, () -> group.variable("a", new double[2], "draw"));
        assertThrows(IllegalArgumentException.class, () -> group.variable("a", new double[3], "chain"));
        assertThrows(IllegalArgumentException.class, () -> group.variable("draw", new double[3], "draw"));
    }

    /** Where Python has xarray and an engine for netCDF-4; ArviZ opens files through them. */
    @Test
    void pythonOpensIt() throws IOException, InterruptedException {
        Optional<Reader> python = Reader.python("import xarray, h5netcdf; xarray.open_datatree");
        assumeTrue(python.isPresent(), "Python has no xarray with open_datatree and h5netcdf");
        assertTrue(python.get().runs("""
                import math, sys, xarray
                tree = xarray.open_datatree(sys.argv[1], engine="h5netcdf")
                beta = tree["posterior/beta"]
                assert beta.dims == ("chain", "draw", "data_set"), beta.dims
                assert beta.sel(data_set="\u00C9tang").values.tolist() == [[2, 4, 6]]
                assert tree["posterior/\u03B3"].values.tolist() == [[1, 2, 3]]
                x = tree["observed_data/x"].values
                assert x[0] == 1.5 and math.isnan(x[1])
                """, written().toString()));
    }
}
