package bayesflow4j.store;

import bayesflow4j.data.DataFileException;
import bayesflow4j.model.Batch;
import bayesflow4j.model.Failures;
import bayesflow4j.parquet.ParquetColumn;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Simulations in a table with a row for each: parameters, and data as numbers or as lists of N numbers. */
public final class NestedRows {
    private NestedRows() {}

    /**
     * The simulations, each a batch of one data set.
     *
     * @param file that they are from, for messages
     * @param columns of the parameters, then of the data
     * @param parameters D
     */
    public static List<Batch> of(Path file, List<ParquetColumn> columns, int parameters) {
        List<ParquetColumn> theta = columns.subList(0, parameters);
        List<ParquetColumn> x = columns.subList(parameters, columns.size());
        return IntStream.range(0, columns.getFirst().size())
                .mapToObj(k -> row(file, theta, x, k))
                .toList();
    }

    private static Batch row(Path file, List<ParquetColumn> theta, List<ParquetColumn> x, int k) {
        int width = x.size();
        int count = count(file, x, k);
        float[] values = new float[count * width];
        for (int j = 0; j < width; j++)
            for (int n = 0; n < count; n++)
                values[n * width + j] = (float)
                        (x.get(j) instanceof ParquetColumn.Lists lists
                                ? lists.elements().at(lists.offsets()[k] + n)
                                : x.get(j).at(k));
        return new Batch(
                new double[][] {
                    theta.stream().mapToDouble(column -> column.at(k)).toArray()
                },
                count,
                width,
                values,
                Failures.NONE);
    }

    /** N of row k: the length of its lists, 1 without lists. */
    private static int count(Path file, List<ParquetColumn> x, int k) {
        int[] lengths = x.stream()
                .filter(column -> column instanceof ParquetColumn.Lists)
                .mapToInt(column -> ((ParquetColumn.Lists) column).length(k))
                .distinct()
                .toArray();
        if (lengths.length == 0) return 1;
        if (lengths.length > 1 || lengths[0] == 0)
            throw new DataFileException(
                    file, "row " + k + ": expected lists of one length, at least 1, got " + Arrays.toString(lengths));
        return lengths[0];
    }
}
