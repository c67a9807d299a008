package bayesflow4j.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.countDistinct;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.when;

import bayesflow4j.cluster.BulkInference;
import bayesflow4j.cluster.BulkResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** A {@link BulkInference} from a table to a table, which is written beside its place and then moved there. */
record TableInference(SparkSession spark, BulkInference job) {
    BulkResult run() {
        Path place = new Path(job.output());
        Path draft = new Path(
                place.getParent() == null ? new Path(".") : place.getParent(), ".bayesflow-" + UUID.randomUUID());
        try {
            FileSystem files = place.getFileSystem(spark.sparkContext().hadoopConfiguration());
            requireFree(files, place);
            try {
                Complaint.instead(() -> {
                    results().write().parquet(draft.toString());
                    return draft;
                });
                BulkResult result = counted(spark.read().parquet(draft.toString()));
                if (files.exists(place)) files.delete(place, true);
                if (!files.rename(draft, place)) throw new IOException(draft + " cannot be moved to " + place);
                return result;
            } finally {
                files.delete(draft, true);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void requireFree(FileSystem files, Path place) throws IOException {
        if (files.exists(place) && files.listStatus(place).length > 0)
            throw new IllegalStateException(place + " is not empty; choose another directory");
    }

    private Dataset<Row> results() {
        SparkPosterior posterior = SparkPosterior.read(spark, job.network())
                .withColumns(job.columns())
                .withDraws(job.draws())
                .withSeed(job.seed());
        Dataset<Row> table = spark.read().parquet(job.table());
        return switch (job.result()) {
            case SUMMARY -> posterior.summaries(table);
            case DRAWS -> posterior.draws(table);
        };
    }

    /** What was written is counted: attempts that were lost or made twice do not matter. */
    private BulkResult counted(Dataset<Row> written) {
        boolean summary = job.result() == BulkInference.Result.SUMMARY;
        Row row = written.agg(
                        countDistinct(col("number")),
                        count(col("fault")),
                        max(col("fault")),
                        summary ? countDistinct(when(col("unlike_training"), col("number"))) : lit(0L))
                .first();
        return new BulkResult(
                row.getLong(0),
                row.getLong(1),
                Optional.ofNullable(row.getString(2)).orElse(""),
                row.getLong(3));
    }
}
