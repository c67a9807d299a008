package bayesflow4j.cluster;

import bayesflow4j.check.Trials;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.random.Seed;
import bayesflow4j.store.StoreSimulation;
import java.nio.file.Path;
import java.util.ServiceLoader;

/** Machines that compute maps over indices; the results have the same bits as those of one machine. */
public interface Cluster extends AutoCloseable {
    /** What connects to clusters of one kind, found through {@link ServiceLoader}. */
    interface Provider {
        /** The cluster at this address, such as {@code spark://host:7077}, or {@code local[2]} for threads of this process. */
        Cluster connect(String address);
    }

    /** The cluster at this address, by the provider on the class path. */
    static Cluster connect(String address) {
        return ServiceLoader.load(Provider.class)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "Apache Spark is not on the class path; start with ./bayesflow, which fetches it, or with"
                                + " spark-submit (see docs/cluster.md)"))
                .connect(address);
    }

    /**
     * Who writes the shards of a store.
     *
     * @param model a name of the catalog, or a model file; the files in its directory go with it
     * @param count p(N)
     * @param seed of the store
     * @param directory of the store, which all machines share
     */
    StoreSimulation.Writers writers(String model, ObservationCount count, Seed seed, Path directory);

    /** Infers the posteriors of all data sets of a table, and writes them as a table. */
    BulkResult infer(BulkInference inference);

    /**
     * Trials of a model and an estimator.
     *
     * @param model a name of the catalog, or a model file; the files in its directory go with it
     * @param network the file of the estimator
     */
    Trials trials(String model, Path network);

    /** Disconnects. */
    @Override
    void close();
}
