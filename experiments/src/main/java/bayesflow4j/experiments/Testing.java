package bayesflow4j.experiments;

import bayesflow4j.check.ModelCheck;
import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.method.TrainingListener;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.DensityPosterior;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.ExactPosterior;
import bayesflow4j.posterior.Posterior;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.posterior.Schema;
import bayesflow4j.random.Seed;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Tests networks on held-out data sets and measures inference time. */
public final class Testing {
    private static final int WARM_UP_SETS = 100;
    private static final int TIMED_BATCH = 8;
    private static final double TIMED_SECONDS = 0.5;

    private final int dataSets;
    private final int draws;
    private final Seed seed;
    private final Map<String, Double> processorSeconds;
    private final Effort effort;
    private final Place place;
    private double inferenceSeconds;

    /**
     * Where and how tests that take long keep what they find.
     *
     * @param folder of the experiment
     * @param listener receives events meanwhile
     * @param stop polled meanwhile; once true, the state is saved and the test ends with a
     *     {@link bayesflow4j.method.TrainingStopped}
     */
    record Place(Path folder, TrainingListener listener, BooleanSupplier stop) {}

    /**
     * Tests of networks.
     *
     * @param processorSeconds for the training of each network, by its name
     */
    Testing(Effort effort, Seed seed, Map<String, Double> processorSeconds, Place place) {
        this.effort = effort;
        this.place = place;
        this.dataSets = effort.dataSets();
        this.draws = effort.draws();
        this.seed = seed;
        this.processorSeconds = Map.copyOf(processorSeconds);
    }

    /** Processor time of the training of a network. */
    double processorMinutes(String network) {
        return processorSeconds.get(network) / 60;
    }

    /** K */
    int dataSets() {
        return dataSets;
    }

    /** L */
    int draws() {
        return draws;
    }

    Seed seed() {
        return seed;
    }

    Effort effort() {
        return effort;
    }

    /** Where the experiment keeps its results. */
    Path folder() {
        return place.folder;
    }

    TrainingListener listener() {
        return place.listener;
    }

    BooleanSupplier stop() {
        return place.stop;
    }

    /**
     * K data sets of the model, with L draws for each; with the same {@code own}, models with the same prior get the
     * same truths.
     */
    ModelCheck check(GenerativeModel model, Estimator network, Seed own) {
        return check(model, network, dataSets, own);
    }

    /** {@code times} · K data sets, each of n observations, with L draws for each. */
    ModelCheck check(GenerativeModel model, int n, Estimator network, int times) {
        return check(model.withCount(n), network, times * dataSets, seed.child(n));
    }

    private ModelCheck check(GenerativeModel model, Estimator network, int dataSets, Seed own) {
        return ModelCheck.of(model, new Timed(network), dataSets, draws, own);
    }

    /** The same estimator, with its time added to the total. */
    private final class Timed implements Estimator {
        private final Estimator network;

        private Timed(Estimator network) {
            this.network = network;
        }

        @Override
        public Posterior given(Observations x) {
            return network.given(x);
        }

        @Override
        public Schema schema() {
            return network.schema();
        }

        @Override
        public Provenance provenance() {
            return network.provenance();
        }

        @Override
        public List<Draws> sample(List<Observations> sets, int count, Seed own) {
            return timed(() -> network.sample(sets, count, own));
        }
    }

    /** Data sets of n observations. */
    List<Observations> data(GenerativeModel model, int n, int count) {
        return SimulationTable.of(model.withCount(n).batches(seed.child("data").child(n), count, 1))
                .x();
    }

    /** KL(exact ‖ network), the mean over data sets and over draws from the exact posterior of each. */
    Estimate divergence(Estimator network, ExactPosterior exact, List<Observations> data, int drawsPerSet) {
        Seed own = seed.child("exact draws");
        double[] perSet = IntStream.range(0, data.size())
                .parallel()
                .mapToDouble(k -> {
                    ExactPosterior.Given p = exact.given(data.get(k));
                    DensityPosterior q = DensityPosterior.of(network.given(data.get(k)));
                    return Arrays.stream(p.sample(drawsPerSet, own.nth(k)).rows())
                            .mapToDouble(theta -> p.logDensity(theta) - q.logDensity(theta))
                            .average()
                            .orElseThrow();
                })
                .toArray();
        return Estimate.ofMean(perSet);
    }

    /** Seconds for draws given many data sets of n observations on all cores, after warm-up. */
    double secondsFor(GenerativeModel model, int n, Estimator network, int sets, int count) {
        List<Observations> data = data(model, n, sets);
        network.sample(data.subList(0, Math.min(WARM_UP_SETS, sets)), count, seed.child("warm-up"));
        double before = inferenceSeconds;
        timed(() -> network.sample(data, count, seed.child("timed")));
        return inferenceSeconds - before;
    }

    /** CPU seconds of one core for simulating a data set as in training, after warm-up. */
    static double secondsPerSimulation(GenerativeModel model, Seed seed) {
        simulateFor(model, seed.child("warm-up"));
        return simulateFor(model, seed);
    }

    private static double simulateFor(GenerativeModel model, Seed seed) {
        ThreadMXBean clock = ManagementFactory.getThreadMXBean();
        long begun = clock.getCurrentThreadCpuTime();
        double seconds = 0;
        int batches = 0;
        while (seconds < TIMED_SECONDS) {
            model.batch(seed, batches++, TIMED_BATCH);
            seconds = (clock.getCurrentThreadCpuTime() - begun) / 1e9;
        }
        return seconds / ((double) batches * TIMED_BATCH);
    }

    /** Runs inference and adds its time to the total. */
    List<Draws> timed(Supplier<List<Draws>> inference) {
        long begun = System.nanoTime();
        List<Draws> result = inference.get();
        inferenceSeconds += (System.nanoTime() - begun) / 1e9;
        return result;
    }

    /** Total inference time so far. */
    double inferenceSeconds() {
        return inferenceSeconds;
    }
}
