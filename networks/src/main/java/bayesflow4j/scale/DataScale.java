package bayesflow4j.scale;

import bayesflow4j.model.Batch;
import bayesflow4j.model.Column;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The map from data in the user's units to network inputs: each column through its scaling, then standardized. A missing
 * value becomes 0; a mask, 1 where it is missing, follows for each column that may be incomplete.
 */
public final class DataScale {
    private final List<Column> columns;
    private final Standardization line;
    /** Columns with a mask. */
    private final int[] masked;

    DataScale(List<Column> columns, Standardization line) {
        this.columns = List.copyOf(columns);
        this.line = line;
        this.masked = IntStream.range(0, columns.size())
                .filter(j -> columns.get(j).mayBeMissing())
                .toArray();
    }

    /** The scale estimated from simulated data sets. */
    static DataScale of(List<Column> columns, List<Batch> pilot) {
        Standardization line = Standardization.of(
                () -> pilot.stream()
                        .flatMap(batch -> IntStream.range(0, batch.x().length / batch.width())
                                .mapToObj(row -> scaled(columns, batch.x(), row * batch.width()))),
                columns.size());
        for (int j = 0; j < columns.size(); j++) {
            if (columns.get(j).scaling().standardized()) continue;
            line.mean()[j] = 0;
            line.sd()[j] = 1;
        }
        return new DataScale(columns, line);
    }

    private static double[] scaled(List<Column> columns, float[] x, int at) {
        double[] row = new double[columns.size()];
        for (int j = 0; j < row.length; j++) row[j] = columns.get(j).scaling().apply(x[at + j]);
        return row;
    }

    List<Column> columns() {
        return columns;
    }

    Standardization line() {
        return line;
    }

    /** The numbers that networks see per row: the columns, then the masks. */
    public int width() {
        return columns.size() + masked.length;
    }

    /** The numbers that networks see per row of data with these columns. */
    public static int width(List<Column> columns) {
        return columns.size()
                + (int) columns.stream().filter(Column::mayBeMissing).count();
    }

    /** A scaled copy [rows, {@link #width}] of rows [rows, d]. */
    public float[] apply(float[] x) {
        int width = columns.size();
        int all = width();
        int rows = x.length / width;
        float[] scaled = new float[rows * all];
        for (int j = 0; j < width; j++) {
            var scaling = columns.get(j).scaling();
            for (int n = 0; n < rows; n++) scaled[n * all + j] = (float) line.apply(j, scaling.apply(x[n * width + j]));
        }
        for (int m = 0; m < masked.length; m++)
            for (int n = 0; n < rows; n++) {
                if (!Float.isNaN(x[n * width + masked[m]])) continue;
                scaled[n * all + masked[m]] = 0;
                scaled[n * all + width + m] = 1;
            }
        return scaled;
    }
}
