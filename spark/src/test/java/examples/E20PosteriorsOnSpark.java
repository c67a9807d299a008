package examples;

import static org.apache.spark.sql.functions.expr;

import bayesflow4j.model.Observations;
import bayesflow4j.spark.PosteriorFunction;
import bayesflow4j.spark.SparkPosterior;
import java.nio.file.Path;
import org.apache.spark.api.java.function.FilterFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Posteriors of all data sets of a table, three ways: as a table, in SQL, and in a function of one's own. */
public final class E20PosteriorsOnSpark {
    private E20PosteriorsOnSpark() {}

    /** Arguments: a network, a Parquet table with columns {@code data_set}, {@code row} and the data, an output directory. */
    public static void main(String[] args) {
        SparkSession spark =
                SparkSession.builder().appName("posteriors").master("local[2]").getOrCreate();
        SparkPosterior posterior = SparkPosterior.read(spark, Path.of(args[0])).withDraws(1000);
        Dataset<Row> table = spark.read().parquet(args[1]);

        posterior.summaries(table).write().parquet(args[2]);

        posterior.register("posterior");
        table.groupBy("data_set")
                .agg(expr("transform(array_sort(collect_list(struct(row, x))), r -> array(r.x)) as x"))
                .createOrReplaceTempView("sets");
        spark.sql("select data_set, posterior(data_set, x).mu.mean from sets order by data_set limit 3")
                .collectAsList()
                .forEach(row -> System.out.println("data set " + row.get(0) + ": mu is about " + row.get(1)));

        PosteriorFunction function = posterior.asFunction();
        long positive = spark.range(100)
                .filter((FilterFunction<Long>)
                        k -> function.draws(k, Observations.of(0.1, 0.2, 0.3)).mean()[0] > 0)
                .count();
        System.out.println(positive + " of 100 posterior means of the same data are positive");
    }
}
