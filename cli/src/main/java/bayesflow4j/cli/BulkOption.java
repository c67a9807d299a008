package bayesflow4j.cli;

import bayesflow4j.cluster.BulkInference;
import bayesflow4j.cluster.BulkResult;
import bayesflow4j.cluster.Cluster;
import bayesflow4j.cluster.TableColumns;
import bayesflow4j.random.Seed;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Inference for a Parquet table of data sets on a cluster. */
final class BulkOption {
    @Mixin
    private ClusterOption spark;

    @Option(
            names = "--id",
            defaultValue = "data_set",
            paramLabel = "COLUMN",
            description = "with --spark: column that names the data set; default: ${DEFAULT-VALUE}")
    private String id;

    @Option(
            names = "--row",
            defaultValue = "row",
            paramLabel = "COLUMN",
            description = "with --spark: column that orders the rows of a data set; default: ${DEFAULT-VALUE}")
    private String row;

    @Option(
            names = "--index",
            defaultValue = "",
            paramLabel = "COLUMN",
            description = {
                "with --spark: column with the number of the data set, which its draws depend on;",
                "default: data sets are numbered from 0 in the order of their ids"
            })
    private String index;

    @Option(
            names = "--write",
            defaultValue = "summary",
            paramLabel = "WHAT",
            description = "with --spark: summary or draws; default: ${DEFAULT-VALUE}")
    private BulkInference.Result result;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** Whether a cluster does the work. */
    boolean chosen() {
        return spark.chosen();
    }

    /** Infers and says what became of it. */
    void run(Path network, int draws, Seed seed) {
        ParseResult typed = spec.commandLine().getParseResult();
        List<String> tables = typed.matchedPositional(1).originalStringValues();
        if (tables.size() != 1)
            throw new ParameterException(
                    spec.commandLine(), "--spark: expected one Parquet table, got " + tables.size() + " files");
        String output = typed.matchedOption("-o").originalStringValues().getFirst();
        TableColumns columns = new TableColumns(id, row, index);
        BulkInference inference =
                new BulkInference(network, address(tables.getFirst()), columns, draws, seed, result, address(output));
        try (Cluster cluster = spark.connect()) {
            print(cluster.infer(inference), output);
        }
    }

    /** An address such as {@code s3a://bucket/table} as it is; a path from here. */
    private static String address(String typed) {
        return typed.contains(":/") ? typed : Path.of(typed).toAbsolutePath().toString();
    }

    private void print(BulkResult done, String output) {
        PrintWriter err = spec.commandLine().getErr();
        if (done.faulty() > 0)
            err.println("warning: " + done.faulty() + " of " + done.dataSets() + " data sets cannot be used, such as: "
                    + done.firstFault() + ". The column \"fault\" says why.");
        if (done.unlike() > 0)
            err.printf(
                    Locale.ROOT,
                    "note: %d of %d data sets look unlike those of training; chance alone would flag 1 %%.%n",
                    done.unlike(),
                    done.dataSets());
        spec.commandLine().getOut().println(done.dataSets() + " posteriors in " + output);
    }
}
