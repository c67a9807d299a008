package bayesflow4j.store;

import bayesflow4j.data.DataFileException;
import bayesflow4j.model.Batch;
import bayesflow4j.model.Column;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.parquet.ParquetColumn;
import bayesflow4j.parquet.ParquetFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Simulations of a model as columns of a table with a row per data set: {@code data_set}, its number; the parameters; and
 * the data columns, as numbers where a data set has one of them (vectors and covariates of a data set) and otherwise as
 * lists of N numbers. A missing number is null.
 *
 * @param model whose names and kinds of columns these are
 */
record ShardColumns(GenerativeModel model) {
    private static final String SET = "data_set";

    ShardColumns {
        Set<String> names = new HashSet<>(Set.of(SET));
        model.prior().names().forEach(name -> requireNew(names, name));
        model.columns().forEach(column -> requireNew(names, column.name()));
    }

    private static void requireNew(Set<String> names, String name) {
        if (!names.add(name))
            throw new IllegalArgumentException(
                    "store: expected different names of parameters and columns, got \"" + name + "\" twice");
    }

    private boolean isSingle(Column column) {
        return model.kind() == DataKind.VECTOR || column.role() == Column.Role.SET_COVARIATE;
    }

    /** The columns of rows {@code from} and following, each a batch of one data set. */
    List<ParquetColumn> of(long from, List<Batch> rows) {
        List<ParquetColumn> columns = new ArrayList<>();
        columns.add(new ParquetColumn.Longs(
                SET, IntStream.range(0, rows.size()).mapToLong(k -> from + k).toArray()));
        List<String> names = model.prior().names();
        for (int j = 0; j < names.size(); j++) {
            int place = j;
            columns.add(new ParquetColumn.Doubles(
                    names.get(j),
                    rows.stream().mapToDouble(row -> row.theta()[0][place]).toArray()));
        }
        for (int j = 0; j < model.width(); j++) {
            Column column = model.columns().get(j);
            columns.add(isSingle(column) ? single(column.name(), j, rows) : lists(column.name(), j, rows));
        }
        return columns;
    }

    private ParquetColumn single(String name, int j, List<Batch> rows) {
        float[] values = new float[rows.size()];
        for (int k = 0; k < values.length; k++) values[k] = rows.get(k).x()[j];
        return new ParquetColumn.Floats(name, values);
    }

    private ParquetColumn lists(String name, int j, List<Batch> rows) {
        int[] offsets = new int[rows.size() + 1];
        for (int k = 0; k < rows.size(); k++)
            offsets[k + 1] = Math.addExact(offsets[k], rows.get(k).count());
        float[] values = new float[offsets[rows.size()]];
        for (int k = 0; k < rows.size(); k++)
            for (int n = 0; n < rows.get(k).count(); n++)
                values[offsets[k] + n] = rows.get(k).x()[n * model.width() + j];
        return new ParquetColumn.Lists(new ParquetColumn.Floats(name, values), offsets);
    }

    /** The simulations in a file, each a batch of one data set. */
    List<Batch> read(Path file, long from, long to) {
        ParquetFile parquet = ParquetFile.read(file);
        if (parquet.rows() != to - from)
            throw new DataFileException(file, "expected " + (to - from) + " rows, got " + parquet.rows());
        ParquetColumn sets = parquet.column(SET);
        for (int k = 0; k < sets.size(); k++)
            if (sets.at(k) != from + k)
                throw new DataFileException(
                        file, "row " + k + ": expected data set " + (from + k) + ", got " + sets.at(k));
        List<ParquetColumn> columns = Stream.concat(
                        model.prior().names().stream(), model.columns().stream().map(Column::name))
                .map(parquet::column)
                .toList();
        return NestedRows.of(file, columns, model.prior().dimension());
    }
}
