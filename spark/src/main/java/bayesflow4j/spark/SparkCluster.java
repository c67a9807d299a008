package bayesflow4j.spark;

import bayesflow4j.check.Trials;
import bayesflow4j.cluster.BulkInference;
import bayesflow4j.cluster.BulkResult;
import bayesflow4j.cluster.Cluster;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.random.Seed;
import bayesflow4j.store.Shard;
import bayesflow4j.store.StoreSimulation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;

/** The executors of one Spark application. */
public final class SparkCluster implements Cluster {
    private final SparkSession spark;
    private final JavaSparkContext executors;
    private final List<SharedModel> models = new ArrayList<>();

    private SparkCluster(SparkSession spark) {
        this.spark = spark;
        this.executors = JavaSparkContext.fromSparkContext(spark.sparkContext());
    }

    /** Finds clusters by the addresses that Spark calls masters. */
    public static final class Provider implements Cluster.Provider {
        @Override
        public Cluster connect(String address) {
            return SparkCluster.connect(address);
        }
    }

    /** Starts an application on a cluster, with the settings of Spark that are set as properties of this virtual machine. */
    public static SparkCluster connect(String master) {
        SparkConf settings = new SparkConf().setMaster(master).setIfMissing("spark.app.name", "bayesflow4j");
        Settings.complete(settings);
        return new SparkCluster(
                Complaint.instead(() -> SparkSession.builder().config(settings).getOrCreate()));
    }

    /** The session, for work of one's own. */
    public SparkSession session() {
        return spark;
    }

    @Override
    public BulkResult infer(BulkInference inference) {
        return new TableInference(spark, inference).run();
    }

    @Override
    public Trials trials(String model, Path network) {
        return new SparkTrials(new Tasks(executors), shared(model), SharedEstimator.of(executors, network));
    }

    @Override
    public StoreSimulation.Writers writers(String model, ObservationCount count, Seed seed, Path directory) {
        SharedModel shared = shared(model);
        String place = directory.toAbsolutePath().toString();
        return (missing, done) -> new Tasks(executors)
                .each(
                        missing,
                        part -> shared.with(own -> Shard.write(own.withCount(count), seed, part, Path.of(place))),
                        done);
    }

    private SharedModel shared(String nameOrFile) {
        SharedModel model = SharedModel.of(executors, nameOrFile);
        models.add(model);
        return model;
    }

    @Override
    public void close() {
        models.forEach(SharedModel::close);
        spark.stop();
    }
}
