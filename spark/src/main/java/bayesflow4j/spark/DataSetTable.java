package bayesflow4j.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import bayesflow4j.cluster.TableColumns;
import bayesflow4j.model.DataKind;
import bayesflow4j.posterior.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;

/**
 * A table as numbered data sets: in long form, one row per observation, or nested, one row per data set with an array per
 * column of the data (a number, where data are a vector, and for covariates of the data set). A store is such a table.
 */
final class DataSetTable {
    /** For each core: a lost task costs little, and the last ones end at about the same time. */
    private static final int PARTITIONS_PER_CORE = 8;

    private final Dataset<Row> table;
    private final TableColumns columns;
    private final Schema schema;
    private final boolean nested;

    /** Refuses a table that lacks columns, or has columns that are no numbers. */
    DataSetTable(Dataset<Row> table, TableColumns columns, Schema schema) {
        this.table = table;
        this.columns = columns;
        this.schema = schema;
        List<String> present = List.of(table.columns());
        Stream<String> own = columns.index().isEmpty() ? Stream.of() : Stream.of(columns.index());
        List<String> needed = Stream.of(Stream.of(columns.id()), own, schema.columnNames().stream())
                .flatMap(names -> names)
                .toList();
        for (String name : needed)
            if (!present.contains(name))
                throw new IllegalStateException("table: expected the columns " + needed + ", got " + present);
        boolean arrays =
                schema.columnNames().stream().anyMatch(name -> field(name).dataType() instanceof ArrayType);
        nested = arrays || schema.kind() == DataKind.VECTOR && !present.contains(columns.row());
        if (!nested && !present.contains(columns.row()))
            throw new IllegalStateException("table: expected a column \"" + columns.row()
                    + "\" that orders the rows of a data set, or arrays in the columns "
                    + schema.columnNames() + ", got " + table.schema().simpleString());
    }

    private StructField field(String name) {
        return table.schema().apply(name);
    }

    /** How the table calls a data set. */
    StructField id() {
        return field(columns.id());
    }

    /** All data sets. */
    JavaRDD<NumberedSet> sets() {
        JavaRDD<Row> rows = Complaint.instead(() -> arranged().toJavaRDD());
        SetReader reader = new SetReader(schema.columnNames(), !columns.index().isEmpty(), nested);
        if (!columns.index().isEmpty()) return rows.mapPartitions(some -> reader.read(some, 0));
        List<Long> counts = Complaint.instead(
                () -> rows.mapPartitions(some -> List.of(reader.count(some)).iterator())
                        .collect());
        long[] first = new long[counts.size()];
        for (int p = 1; p < first.length; p++) first[p] = first[p - 1] + counts.get(p - 1);
        return rows.mapPartitionsWithIndex((p, some) -> reader.read(some, first[p]), true);
    }

    /** Id, order within the data set, index, data: all rows of a data set together and in order, data sets in order of id. */
    private Dataset<Row> arranged() {
        List<Column> chosen = new ArrayList<>();
        chosen.add(col(quoted(columns.id())).as("id"));
        chosen.add(nested ? lit(0L).as("row") : col(quoted(columns.row())).as("row"));
        chosen.add(
                columns.index().isEmpty()
                        ? lit(0L).as("k")
                        : col(quoted(columns.index())).cast(DataTypes.LongType).as("k"));
        DataType number = DataTypes.DoubleType;
        IntStream.range(0, schema.columns().size()).forEach(j -> {
            String name = schema.columnNames().get(j);
            boolean array = field(name).dataType() instanceof ArrayType;
            chosen.add(col(quoted(name))
                    .cast(array ? DataTypes.createArrayType(number) : number)
                    .as("x" + j));
        });
        Dataset<Row> needed = table.select(chosen.toArray(Column[]::new));
        if (nested && !columns.index().isEmpty()) return needed;
        int partitions =
                PARTITIONS_PER_CORE * table.sparkSession().sparkContext().defaultParallelism();
        return needed.repartitionByRange(partitions, col("id")).sortWithinPartitions(col("id"), col("row"));
    }

    private static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }
}
