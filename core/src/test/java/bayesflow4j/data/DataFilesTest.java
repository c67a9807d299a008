package bayesflow4j.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.model.Observations;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFilesTest {
    @TempDir
    Path directory;

    private static final Observations SHORT = new Observations(2, 2, new float[] {1, 0.1f, -3e-8f, 4e30f});
    private static final Observations LONG = new Observations(3, 2, new float[] {5, 6, 7, 8, 9, 10});

    @Test
    void arraysOfEveryTypeComeBack() {
        double[] many = new double[30_000];
        for (int i = 0; i < many.length; i++) many[i] = Math.sin(i);
        Map<String, NpyArray> arrays = new LinkedHashMap<>();
        arrays.put("f4", new NpyArray.Floats(new float[] {1, Float.MIN_VALUE, -0f, Float.MAX_VALUE}, 2, 2));
        arrays.put("f8", new NpyArray.Doubles(many, 100, 3, 100));
        arrays.put("i4", new NpyArray.Ints(new int[] {Integer.MIN_VALUE, 0, 7}, 3));
        arrays.put("i8", new NpyArray.Longs(new long[] {Long.MAX_VALUE}));
        arrays.put("none", new NpyArray.Doubles(new double[0], 0, 4));
        Path file = directory.resolve("a.npz");
        Npz.write(file, arrays);
        Map<String, NpyArray> back = Npz.read(file);
        assertEquals(List.copyOf(arrays.keySet()), List.copyOf(back.keySet()));
        for (String name : arrays.keySet()) {
            assertEquals(arrays.get(name).getClass(), back.get(name).getClass());
            assertArrayEquals(arrays.get(name).shape(), back.get(name).shape());
            assertArrayEquals(arrays.get(name).toDoubles(), back.get(name).toDoubles());
        }
        assertEquals(Long.MAX_VALUE, ((NpyArray.Longs) back.get("i8")).values()[0]);
    }

    /**
     * Written by NumPy 1.24 or later: {@code numpy.savez_compressed(f, x=arange(6, dtype='f4').reshape(2, 3), t=arange(6.)
     * .reshape(2, 3).T, b=array([1, 256], '>i4'), n=int64(9), u=array([1], 'u1'))}.
     */
    private Path fromNumpy() throws IOException {
        Path file = directory.resolve("numpy.npz");
        try (var in = DataFilesTest.class.getResourceAsStream("numpy.npz")) {
            Files.copy(in, file);
        }
        return file;
    }

    @Test
    void whatNumpyWroteIsRead() throws IOException {
        Path file = fromNumpy();
        String message =
                assertThrows(DataFileException.class, () -> Npz.read(file)).getMessage();
        assertTrue(message.contains("numpy.npz") && message.contains("\"u\"") && message.contains("u1"), message);
        Path known = directory.resolve("known.npz");
        try (var in = DataFilesTest.class.getResourceAsStream("numpy-known.npz")) {
            Files.copy(in, known);
        }
        Map<String, NpyArray> arrays = Npz.read(known);
        assertArrayEquals(new int[] {2, 3}, arrays.get("x").shape());
        assertArrayEquals(new float[] {0, 1, 2, 3, 4, 5}, arrays.get("x").toFloats());
        assertArrayEquals(new int[] {3, 2}, arrays.get("t").shape());
        assertArrayEquals(new double[] {0, 3, 1, 4, 2, 5}, arrays.get("t").toDoubles());
        assertArrayEquals(new double[] {1, 256}, arrays.get("b").toDoubles());
        assertArrayEquals(new double[] {9}, arrays.get("n").toDoubles());
        assertEquals(0, arrays.get("n").shape().length);
    }

    @Test
    void dataSetsOfEqualAndDifferentLengthComeBack() {
        for (List<Observations> sets : List.of(List.of(SHORT, SHORT), List.of(SHORT, LONG), List.of(LONG))) {
            DataSets written = new DataSets(List.of("a", "b"), sets);
            Path npz = directory.resolve("sets.npz");
            Npz.write(npz, written.toArrays());
            assertEquals(written, DataSets.read(npz, List.of("a", "b")));
            Path csv = directory.resolve("sets.csv");
            written.writeCsv(csv);
            assertEquals(written, DataSets.read(csv, List.of("a", "b")));
        }
    }

    @Test
    void columnsOfACsvAreFoundByName() throws IOException {
        Path file = directory.resolve("own.csv");
        Files.writeString(file, "\uFEFFb, \"a\" ,note\r\n2,1,0\r\n\r\n4,3,0\r\n");
        DataSets sets = DataSets.read(file, List.of("a", "b"));
        assertEquals(
                new Observations(2, 2, new float[] {1, 2, 3, 4}), sets.sets().getFirst());
    }

    @Test
    void mistakesInACsvAreNamedWithTheirLine() throws IOException {
        assertMessage("own.csv:3: a: expected a number, got \"x\"", "a,b\n1,2\nx,3\n");
        assertMessage("own.csv:2: expected 2 numbers, got 3", "a,b\n1,2,3\n");
        assertMessage("own.csv:1: expected a column \"b\", got [a, c]", "a,c\n1,2\n");
        assertMessage("at least one row", "a,b\n");
        assertMessage("own.csv:1: expected a line", "");
        Path missing = directory.resolve("missing.csv");
        assertThrows(DataFileException.class, () -> DataSets.read(missing, List.of("a")));
    }

    private DataSets readOwn(String content) throws IOException {
        Path file = directory.resolve("own.csv");
        Files.writeString(file, content);
        return DataSets.read(file, List.of("a", "b"), name -> name.equals("b"));
    }

    @Test
    void filesAreReadAsPeopleHaveThem() throws IOException {
        Observations expected = new Observations(2, 2, new float[] {1.5f, 2, 3, Float.NaN});
        for (String content : List.of(
                "a,b\n1.5,2\n3,\n",
                "# from the field\n\na,b\n1.5,2\n# a comment\n3,NA\n",
                "a;b\n1,5;2\n3;NaN\n",
                "sep=;\na;b;;\n1,5;2;;\n3;;;\n",
                "\"a\",\"b\",\n\"1.5\",\"2\",\n3,n/a,\n",
                "\"\",\"a\",\"b\"\n\"1\",1.5,2\n\"2\",3,NA\n",
                "a\tb\none\t1.5\t2\ntwo\t3\t.\n")) {
            DataSets read = readOwn(content);
            assertEquals(List.of(expected), read.sets(), content);
            assertEquals(List.of(), read.ignored(), content);
        }
        assertEquals(
                List.of("read with semicolons between columns and decimal commas"),
                readOwn("a;b\n1,5;2\n").notes());
        assertEquals(List.of(), readOwn("a,b\n1.5,2\n").notes());
        Path latin = directory.resolve("latin.csv");
        Files.write(latin, "höhe\n1\n".getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
        assertEquals(
                List.of("not in UTF-8, read as Windows-1252"),
                DataSets.read(latin, List.of("höhe")).notes());
        Path wide = directory.resolve("wide.csv");
        Files.write(wide, "﻿x	y\n1	2\n".getBytes(java.nio.charset.StandardCharsets.UTF_16LE));
        assertEquals(2, DataSets.read(wide, List.of("y")).sets().getFirst().at(0, 0));
        Path single = directory.resolve("single.csv");
        Files.writeString(single, "a\n1,5\n2,5\n");
        assertEquals(
                Observations.of(1.5, 2.5),
                DataSets.read(single, List.of("a")).sets().getFirst());
    }

    @Test
    void dataSetsMayHaveNamesAndATimeAxis() throws IOException {
        DataSets read = readOwn("data_set,a,b,year\nLoch Ness,1,2,1990\nLoch Ness,3,4,1992\nEtang,5,6,1990\n");
        assertEquals(List.of("Loch Ness", "Etang"), read.names());
        assertEquals(2, read.sets().getFirst().count());
        assertEquals("year", read.axes().getFirst().label());
        assertEquals(1992, read.axes().getFirst().at()[1]);
        assertEquals(List.of(), readOwn("data_set,a,b\n0,1,2\n1,3,4\n").names());
        assertEquals(
                List.of("17", "4"),
                readOwn("data_set,a,b\n17,1,2\n4,3,4\n17.0,1,2\n").names());
        TimeAxis dates =
                readOwn("date,a,b\n2020-01-22,1,2\n2020-01-29,3,4\n").axes().getFirst();
        assertEquals("days since 2020-01-22", dates.label());
        assertEquals(7, dates.at()[1]);
        assertEquals(List.of("date"), readOwn("date,a,b\nyesterday,1,2\n").ignored());
    }

    @Test
    void rowsThatAreNotInEqualStepsAreNoted() throws IOException {
        assertEquals(
                List.of(
                        "data set y: year rises in unequal steps, the longest from 1990 to 1992: where rows are missing, add"
                                + " them with empty cells"),
                readOwn("data_set,year,a,b\nx,1,1,1\nx,2,1,1\ny,1989,1,1\ny,1990,1,1\ny,1992,1,1\n")
                        .ordering());
        assertEquals(
                List.of(
                        "year does not rise from 1992 to 1990: sort the rows, or tell data sets apart by a column data_set"),
                readOwn("year,a,b\n1991,1,1\n1992,1,1\n1990,1,1\n").ordering());
        assertEquals(
                1,
                readOwn("date,a,b\n2020-01-01,1,1\n2020-01-02,1,1\n2020-01-04,1,1\n")
                        .ordering()
                        .size());
        for (String even : List.of(
                "time,a,b\n0.1,1,1\n0.2,1,1\n0.3,1,1\n",
                "date,a,b\n2020-01-31,1,1\n2020-02-29,1,1\n2020-03-31,1,1\n",
                "year,a,b\n1990,1,1\n",
                "date,a,b\nyesterday,1,1\ntoday,1,1\n",
                "a,b\n1,1\n5,1\n")) assertEquals(List.of(), readOwn(even).ordering(), even);
    }

    /** Sites that are read as one data set without a word give one posterior for all of them. */
    @Test
    void aColumnThatMayNameDataSetsIsPointedOut() throws IOException {
        String note = "all 4 rows were read as one data set; if the column site tells data sets apart, rename it to"
                + " data_set";
        assertEquals(
                List.of(note), readOwn("site,a,b\nx,1,2\nx,3,4\ny,5,6\ny,7,8\n").notes());
        assertEquals(
                List.of(note), readOwn("site,a,b\n7,1,2\n7,3,4\n9,5,6\n9,7,8\n").notes());
        for (String silent : List.of("x,x,x,x", "x,y,z,w", "1,0,1,1", "1,1,2,3", "0.5,0.5,1.5,1.5")) {
            String[] cells = silent.split(",");
            StringBuilder csv = new StringBuilder("site,a,b\n");
            for (String cell : cells) csv.append(cell).append(",1,2\n");
            assertEquals(List.of(), readOwn(csv.toString()).notes(), silent);
        }
        assertEquals(
                List.of(),
                readOwn("data_set,site,a,b\nl,x,1,2\nl,x,3,4\nm,y,5,6\nm,y,7,8\n")
                        .notes());
    }

    @Test
    void uglyFilesAreRefusedInWords() throws IOException {
        assertMessage("own.csv:1: expected a column \"a\", got [A, b]; did you mean \"A\"?", "A,b\n1,2\n");
        assertMessage("own.csv:2: expected one column \"a\", got two, columns 1 and 3", "#\na,b,a\n1,2,3\n");
        assertMessage("own.csv:1: expected one column \"site\", got two, columns 2 and 4", "a,site,b,site\n1,x,2,y\n");
        assertMessage("own.csv:3: b: too large, expected at most 3.4e38, got 1e300", "a,b\n1,2\n1,1e300\n");
        assertMessage("own.csv:3: b: expected a number, got a missing value; to allow gaps", "a,b\n1,2\n1,NA\n");
        assertMessage("own.csv:2: b: expected a finite number, got Infinity", "a,b\n1,Infinity\n");
        assertMessage("own.csv:2: a: expected a number, got \"1.234,5\"", "a;b\n1.234,5;2,5\n");
        assertMessage("own.csv:2: data_set: expected a number or a name", "data_set,a,b\n,1,2\n");
        for (String near : List.of("Data_set", "dataset", "data set", "DataSets", "dataest"))
            assertMessage(
                    "own.csv:1: expected data sets in a column \"data_set\", got \"" + near + "\"; did you mean",
                    near + ",a,b\nNess,1,2\nLomond,3,4\n");
        assertMessage("perhaps a spreadsheet", "PK\u0003\u0004");
    }

    @Test
    void namedColumnsOfAnNpzMayComeInAnyOrder() {
        Path file = directory.resolve("named.npz");
        NpyArray x = new NpyArray.Floats(new float[] {1, 2, 3, 4}, 1, 2, 2);
        Npz.write(file, Map.of("x", x, "columns", new NpyArray.Texts(List.of("b", "a"))));
        assertEquals(
                new Observations(2, 2, new float[] {2, 1, 4, 3}),
                DataSets.read(file, List.of("a", "b")).sets().getFirst());
        assertEquals(List.of("b", "a"), ((NpyArray.Texts) Npz.read(file).get("columns")).values());
        Npz.write(file, Map.of("x", x, "columns", new NpyArray.Texts(List.of("b", "γ"))));
        assertNpz("columns: expected [a, b] in any order, got [b, γ]", file);
    }

    private void assertMessage(String expected, String content) throws IOException {
        Path file = directory.resolve("own.csv");
        Files.writeString(file, content);
        String message = assertThrows(DataFileException.class, () -> DataSets.read(file, List.of("a", "b")))
                .getMessage();
        assertTrue(message.contains(expected), message);
    }

    @Test
    void mistakesInAnNpzAreNamed() throws IOException {
        Path file = directory.resolve("own.npz");
        Files.writeString(file, "not a zip");
        assertNpz("not an NPZ file", file);
        Npz.write(file, Map.of("y", new NpyArray.Floats(new float[2], 2)));
        assertNpz("expected an array \"x\", got [y]", file);
        Npz.write(file, Map.of("x", new NpyArray.Floats(new float[6], 2, 3)));
        assertNpz("[data sets, rows, 2]", file);
        Npz.write(
                file,
                Map.of(
                        "x",
                        new NpyArray.Floats(new float[6], 3, 2),
                        "offsets",
                        new NpyArray.Longs(new long[] {0, 4}, 2)));
        assertNpz("offsets: expected rising row numbers up to 3, got 0 then 4", file);
        assertNpz("no such file", directory.resolve("missing.npz"));
    }

    private static void assertNpz(String expected, Path file) {
        String message = assertThrows(DataFileException.class, () -> DataSets.read(file, List.of("a", "b")))
                .getMessage();
        assertTrue(message.contains(expected), message);
    }

    /** By the device that is always full, where there is one. */
    private static void fullDiskIsASentence(Path file) {
        Path full = Path.of("/dev/full");
        if (!Files.exists(full)) return;
        RuntimeException failure = assertThrows(
                RuntimeException.class,
                () -> WholeFile.write(file, out -> {
                    try (OutputStream device = Files.newOutputStream(full)) {
                        device.write('b');
                    }
                }));
        assertEquals(file + " cannot be written: No space left on device", failure.getMessage());
    }

    @Test
    void aFileIsWrittenCompletelyOrNotAtAll() throws IOException {
        Path file = directory.resolve("whole.txt");
        WholeFile.write(file, out -> out.write('a'));
        assertThrows(
                RuntimeException.class,
                () -> WholeFile.write(file, out -> {
                    out.write('b');
                    throw new IOException("disk full");
                }));
        assertEquals("a", Files.readString(file));
        try (var files = Files.list(directory)) {
            assertEquals(1, files.count());
        }
        fullDiskIsASentence(file);
        String message = assertThrows(
                        DataFileException.class, () -> WholeFile.write(directory.resolve("no/such.txt"), out -> {}))
                .getMessage();
        assertTrue(message.contains("does not exist"), message);
        assertFalse(Files.exists(directory.resolve("no")));
    }
}
