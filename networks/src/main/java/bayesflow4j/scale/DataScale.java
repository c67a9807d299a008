package bayesflow4j.scale;

import bayesflow4j.model.Batch;
import bayesflow4j.model.Column;
import java.util.List;

/** The map from data in the user's units to network inputs: each column through its scaling, then standardized. */
public final class DataScale {
    private final List<Column> columns;
    private final Standardization line;

    DataScale(List<Column> columns, Standardization line) {
        this.columns = List.copyOf(columns);
        this.line = line;
    }

    /** The scale estimated from simulated data sets. */
    static DataScale of(List<Column> columns, List<Batch> pilot) {
        double[][] rows = pilot.stream()
                .flatMap(batch -> java.util.stream.IntStream.range(0, batch.x().length / batch.width())
                        .mapToObj(row -> scaled(columns, batch.x(), row * batch.width())))
                .toArray(double[][]::new);
        Standardization line = Standardization.of(rows, columns.size());
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

    /** A scaled copy of rows [rows, d]. */
    public float[] apply(float[] x) {
        int width = columns.size();
        float[] scaled = new float[x.length];
        for (int j = 0; j < width; j++) {
            var scaling = columns.get(j).scaling();
            for (int i = j; i < x.length; i += width) scaled[i] = (float) line.apply(j, scaling.apply(x[i]));
        }
        return scaled;
    }
}
