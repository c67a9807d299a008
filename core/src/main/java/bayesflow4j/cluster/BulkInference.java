package bayesflow4j.cluster;

import bayesflow4j.random.Seed;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Posteriors of the data sets in a Parquet table, written as another one. Data set k draws as number k of
 * {@link bayesflow4j.inference.Inference}.
 *
 * @param network the file of the estimator
 * @param table a Parquet file or a directory of them, on a file system that all machines see
 * @param columns what the columns of the table mean
 * @param draws L, per data set
 * @param seed of all draws
 * @param result what is written
 * @param output the directory of the new table
 */
public record BulkInference(
        Path network, String table, TableColumns columns, int draws, Seed seed, Result result, String output) {
    /** What is written of each posterior. */
    public enum Result {
        /** Mean, standard deviation and quantiles, a row per parameter. */
        SUMMARY,
        /** All draws, a row per data set and an array per parameter. */
        DRAWS
    }

    /** Refuses less than one draw. */
    public BulkInference {
        if (draws < 1) throw new IllegalArgumentException("draws: expected at least 1, got " + draws);
        Objects.requireNonNull(seed, "seed");
        Objects.requireNonNull(result, "result");
    }
}
