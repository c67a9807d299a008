package bayesflow4j.cli;

import bayesflow4j.cluster.Cluster;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The cluster that does the work of a command, if it is not this machine. */
final class ClusterOption {
    @Option(
            names = "--spark",
            paramLabel = "URL",
            description = {
                "compute on Apache Spark: spark://host:7077, yarn, k8s://…, or local[2] for two threads;",
                "the result is the same as without (see docs/cluster.md)"
            })
    private Optional<String> master = Optional.empty();

    /** Whether there is one; spark-submit names it by a property. */
    boolean chosen() {
        return address().isPresent();
    }

    private Optional<String> address() {
        return master.or(() -> Optional.ofNullable(System.getProperty("spark.master")));
    }

    /** Connects to it; the caller closes it. */
    Cluster connect() {
        return Cluster.connect(address().orElseThrow());
    }
}
