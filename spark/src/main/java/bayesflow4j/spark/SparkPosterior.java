package bayesflow4j.spark;

import bayesflow4j.cluster.TableColumns;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Schema;
import bayesflow4j.random.Seed;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.types.StructType;
import scala.collection.Seq;

/**
 * x ↦ p(θ | x) for the data sets of a Spark job: for tables, as a function, and in SQL.
 *
 * <pre>{@code
 * SparkPosterior posterior = SparkPosterior.read(spark, Path.of("net.safetensors")).withDraws(1000);
 * posterior.summaries(spark.read().parquet("patients")).write().parquet("posteriors");
 * posterior.register("posterior");
 * spark.sql("select id, posterior(id, x).rate.mean from experiments").show();
 * }</pre>
 *
 * <p>The network travels to each executor once. Draws depend on the seed and on the number of a data set only.
 */
public final class SparkPosterior {
    private static final int DRAWS = 2000;

    private final SparkSession spark;
    private final SharedEstimator estimator;
    private final TableColumns columns;
    private final int draws;
    private final Seed seed;

    private SparkPosterior(SparkSession spark, SharedEstimator estimator, TableColumns columns, int draws, Seed seed) {
        this.spark = spark;
        this.estimator = estimator;
        this.columns = columns;
        this.draws = draws;
        this.seed = seed;
    }

    /** The posteriors of an estimator in a file that the driver can read, with 2000 draws and seed 1. */
    public static SparkPosterior read(SparkSession spark, Path file) {
        SharedEstimator estimator = SharedEstimator.of(JavaSparkContext.fromSparkContext(spark.sparkContext()), file);
        return new SparkPosterior(spark, estimator, TableColumns.USUAL, DRAWS, new Seed(1));
    }

    /** The same with this number of draws per data set. */
    public SparkPosterior withDraws(int other) {
        if (other < 1) throw new IllegalArgumentException("draws: expected at least 1, got " + other);
        return new SparkPosterior(spark, estimator, columns, other, seed);
    }

    /** The same with another seed. */
    public SparkPosterior withSeed(Seed other) {
        return new SparkPosterior(spark, estimator, columns, draws, other);
    }

    /** The same for tables with these columns. */
    public SparkPosterior withColumns(TableColumns other) {
        return new SparkPosterior(spark, estimator, other, draws, seed);
    }

    /** The posterior as a function for code of one's own. */
    public PosteriorFunction asFunction() {
        return new PosteriorFunction(estimator, draws, seed);
    }

    /**
     * A row for each data set and parameter: id, {@code number}, {@code parameter}, {@code mean}, {@code sd}, {@code median},
     * {@code q05}, {@code q95}, {@code distance}, {@code p_value}, {@code unlike_training}, {@code fault}. A data set that cannot be
     * used has one row, with the reason.
     */
    public Dataset<Row> summaries(Dataset<Row> table) {
        DataSetTable sets = new DataSetTable(table, columns, schema());
        PosteriorFunction posterior = asFunction();
        return rows(sets, PosteriorRows.summaries(sets.id()), set -> PosteriorRows.summaries(set, posterior));
    }

    /** A row for each data set: id, {@code number}, an array [L] for each parameter, {@code fault}. */
    public Dataset<Row> draws(Dataset<Row> table) {
        DataSetTable sets = new DataSetTable(table, columns, schema());
        PosteriorFunction posterior = asFunction();
        return rows(
                sets,
                PosteriorRows.draws(sets.id(), schema().parameterNames()),
                set -> Stream.of(PosteriorRows.draws(set, posterior)));
    }

    private Dataset<Row> rows(DataSetTable table, StructType type, RowMaker maker) {
        FlatMapFunction<NumberedSet, Row> each = set -> maker.apply(set).iterator();
        return spark.createDataFrame(table.sets().flatMap(each), type);
    }

    private interface RowMaker extends Function<NumberedSet, Stream<Row>>, Serializable {}

    private Schema schema() {
        return estimator.loaded().estimator().schema();
    }

    /**
     * Registers a function of SQL, {@code name(k, x)}, where k is the number of a data set and x its rows, an array of arrays of
     * numbers. It returns a struct: for each parameter a struct of {@code mean}, {@code sd}, {@code median}, {@code q05},
     * {@code q95}, then {@code distance}, {@code p_value}, {@code unlike_training}.
     */
    public void register(String name) {
        PosteriorFunction posterior = asFunction();
        UDF2<Long, Seq<Seq<Number>>, Row> function =
                (k, x) -> k == null || x == null ? null : PosteriorRows.struct(posterior.summary(k, observations(x)));
        spark.udf().register(name, function, PosteriorRows.struct(schema().parameterNames()));
    }

    private static Observations observations(Seq<Seq<Number>> x) {
        List<double[]> rows = new ArrayList<>();
        for (int n = 0; n < x.size(); n++) {
            Seq<Number> row = x.apply(n);
            double[] numbers = new double[row.size()];
            for (int j = 0; j < numbers.length; j++)
                numbers[j] = row.apply(j) == null ? Double.NaN : row.apply(j).doubleValue();
            rows.add(numbers);
        }
        return Observations.ofRows(rows.toArray(double[][]::new));
    }
}
