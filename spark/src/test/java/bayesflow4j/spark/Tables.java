package bayesflow4j.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bayesflow4j.inference.Inference;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.random.Seed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Data sets of a model with one column, as tables in shuffled order. */
record Tables(SparkSession spark, GenerativeModel model, List<Observations> sets) {
    Tables(SparkSession spark, GenerativeModel model, int count) {
        this(
                spark,
                model,
                IntStream.range(0, count)
                        .mapToObj(k -> model.batch(new Seed(99), k, 1).observations(0))
                        .toList());
    }

    private String column() {
        return model.columns().getFirst().name();
    }

    /** A row per observation. The ids 10, 13, 16, … are in order, but not the numbers of the data sets. */
    Path writeLong(Path path) {
        List<Row> rows = new ArrayList<>();
        for (int k = 0; k < sets.size(); k++)
            for (int n = 0; n < sets.get(k).count(); n++)
                rows.add(RowFactory.create(10L + 3 * k, n, sets.get(k).at(n, 0)));
        Collections.shuffle(rows, new Random(3));
        write(
                rows,
                new StructType()
                        .add("data_set", DataTypes.LongType)
                        .add("row", DataTypes.IntegerType)
                        .add(column(), DataTypes.FloatType),
                path);
        return path;
    }

    /** A row per data set, whose id is a text and whose number is in a column of its own. */
    Path writeNested(Path path) {
        List<Row> rows = new ArrayList<>();
        for (int k = 0; k < sets.size(); k++)
            rows.add(RowFactory.create("set " + k, (long) k, sets.get(k).values()));
        Collections.shuffle(rows, new Random(3));
        write(
                rows,
                new StructType()
                        .add("name", DataTypes.StringType)
                        .add("number", DataTypes.LongType)
                        .add(column(), DataTypes.createArrayType(DataTypes.FloatType)),
                path);
        return path;
    }

    private void write(List<Row> rows, StructType type, Path path) {
        spark.createDataFrame(rows, type).repartition(3).write().parquet(path.toString());
    }

    /** What was written for data set k are the draws of an inference at home. */
    void assertDraws(Estimator estimator, int count, Seed seed, Path output) {
        List<Row> rows =
                spark.read().parquet(output.toString()).orderBy("number").collectAsList();
        assertEquals(sets.size(), rows.size());
        for (int k = 0; k < rows.size(); k++) {
            Draws draws = Inference.draws(estimator.given(sets.get(k)), k, count, seed);
            for (int j = 0; j < draws.parameters().size(); j++) {
                List<Double> written = rows.get(k).getList(2 + j);
                assertEquals(count, written.size());
                for (int l = 0; l < count; l++) assertEquals(draws.value(l, j), written.get(l));
            }
        }
    }
}
