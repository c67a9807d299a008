package bayesflow4j.reference;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.classical.Labor;
import bayesflow4j.classical.ReferenceTable;
import bayesflow4j.classical.TableEstimator;
import bayesflow4j.method.Fitting;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.method.TrainingEvent;
import bayesflow4j.method.TrainingStopped;
import bayesflow4j.model.Batch;
import bayesflow4j.model.Failures;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.posterior.Schema;
import bayesflow4j.random.Seed;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One fit of a method that reads posteriors off a table: trains the network of the statistics, if there is one, and fills the
 * table. Simulations and their statistics are computed batch by batch, so the data of a large table are never in memory at
 * once.
 */
final class TableFit {
    /** Simulations that share their N, and one task of a thread: progress is heard often, and tasks are few. */
    private static final int PART = 64;

    /** As many as a network keeps of its own. */
    private static final int SUMMARIES = 512;

    private static final long TELL_EVERY_NANOS = 200_000_000;

    /** After the network, whose own time counts what it had before it was resumed. */
    private final long trained;

    private final String method;
    private final GenerativeModel model;
    private final TablePlan plan;
    private final Fitting fitting;
    private final LearnedStatistics statistics;
    private final ReferenceTable table;
    private Failures failures = Failures.NONE;
    private long savedStep;

    /** Trains and simulates; {@code method} is the name that the result is to have among the methods. */
    TableFit(String method, GenerativeModel model, TablePlan plan, Fitting fitting) {
        this.method = method;
        this.model = model;
        this.plan = plan;
        this.fitting = fitting;
        Optional<AmortizedPosterior> network =
                plan.trainer().map(t -> t.withListener(this::hear).train());
        trained = System.nanoTime();
        StatisticKind kind = plan.design().statistics();
        statistics = new LearnedStatistics(kind, network, kind.handMade(model.name(), model.ready()));
        table = fitting.table().isPresent() ? ofStored(fitting.table().get()) : ofSimulated();
    }

    LearnedStatistics statistics() {
        return statistics;
    }

    ReferenceTable table() {
        return table;
    }

    int threads() {
        return fitting.threads();
    }

    Seed seed() {
        return fitting.seed();
    }

    /** Passes events on, and stops the work where that is wanted. The end of one part is not the end. */
    void hear(TrainingEvent event) {
        switch (event) {
            case TrainingEvent.Finished finished -> {
                failures = finished.failures();
                return;
            }
            case TrainingEvent.Saved saved -> savedStep = saved.step();
            case TrainingEvent.Resumed resumed -> savedStep = resumed.step();
            case TrainingEvent.Working _ -> requireNotStopped();
            default -> {}
        }
        fitting.listener().on(event);
    }

    private void requireNotStopped() {
        if (fitting.stop().getAsBoolean()) throw new TrainingStopped(savedStep);
    }

    private IntConsumer progress(String what, int unit, int total) {
        long[] next = {System.nanoTime()};
        return finished -> {
            requireNotStopped();
            int done = (int) Math.min(total, (long) finished * unit);
            if (done < total && System.nanoTime() < next[0]) return;
            next[0] = System.nanoTime() + TELL_EVERY_NANOS;
            fitting.listener().on(new TrainingEvent.Working(what, done, total));
        };
    }

    private ReferenceTable ofStored(SimulationTable stored) {
        int[] rows = IntStream.range(0, stored.size())
                .filter(row -> fits(stored.x().get(row)))
                .limit(plan.design().simulations())
                .toArray();
        SimulationTable chosen = new SimulationTable(
                IntStream.of(rows).mapToObj(stored.theta()::get).toList(),
                IntStream.of(rows).mapToObj(stored.x()::get).toList());
        return ReferenceTable.of(chosen, statistics, threads(), progress("statistics of the table", 1, rows.length));
    }

    private boolean fits(Observations x) {
        return plan.design().observations() == 0 || x.count() == plan.design().observations();
    }

    /** Simulations with their statistics. */
    private record Part(List<double[]> theta, List<double[]> statistics, Failures failures) {}

    private ReferenceTable ofSimulated() {
        int observations = plan.design().observations();
        GenerativeModel source = observations == 0 ? model : model.withCount(observations);
        int rows = plan.design().simulations();
        Seed seed = seed().child("reference");
        List<Part> parts = Labor.map(
                (rows + PART - 1) / PART,
                threads(),
                i -> part(source.batch(seed, i, Math.min(PART, rows - i * PART))),
                progress("reference table", PART, rows));
        for (Part part : parts) failures = failures.plus(part.failures);
        failures.requireMostlySuccessful();
        return ReferenceTable.of(
                parts.stream().flatMap(part -> part.theta.stream()).toList(),
                parts.stream().flatMap(part -> part.statistics.stream()).toList());
    }

    private Part part(Batch batch) {
        return new Part(
                List.of(batch.theta()),
                batch.observations().stream().map(statistics::of).toList(),
                batch.failures());
    }

    /** The data sets that the estimator reads: those of the network, of one N if the table has one. */
    Schema schema() {
        Schema whole = statistics.network().map(AmortizedPosterior::schema).orElse(Schema.of(model));
        int observations = plan.design().observations();
        return observations == 0
                ? whole
                : new Schema(whole.kind(), ObservationCount.exactly(observations), whole.columns(), whole.parameters());
    }

    /** How it was made, up to now. */
    Provenance provenance() {
        Optional<Provenance> network = statistics.network().map(AmortizedPosterior::provenance);
        long ofNetwork = network.map(Provenance::simulations).orElse(0L);
        return new Provenance(
                method,
                model.name(),
                model.ready(),
                Provenance.libraryVersion(),
                seed().value(),
                fitting.table().isPresent() ? Math.max(ofNetwork, table.rows()) : ofNetwork + table.rows(),
                failures.count(),
                network.map(Provenance::seconds).orElse(0.0) + (System.nanoTime() - trained) / 1e9,
                Instant.now(),
                network.flatMap(Provenance::training));
    }

    /** The result, with the last event. */
    TablePosterior finished(ReferenceDesign design, TableEstimator estimator) {
        Provenance from = estimator.provenance();
        Optional<Provenance.Training> training = from.training();
        fitting.listener()
                .on(new TrainingEvent.Finished(
                        training.map(Provenance.Training::steps).orElse(0L),
                        training.map(Provenance.Training::trainingLoss).orElse(Double.NaN),
                        training.map(Provenance.Training::validationLoss).orElse(Double.NaN),
                        from.seconds(),
                        failures));
        return new TablePosterior(design, statistics, estimator, model.prior(), summaries());
    }

    /** Of simulations on which the network was not trained: rows of a new table, or what training held out of a stored one. */
    private double[][] summaries() {
        if (fitting.table().isPresent() && plan.trainer().isPresent())
            return IntStream.of(plan.trainer().get().heldOut())
                    .mapToObj(fitting.table().get().x()::get)
                    .filter(this::fits)
                    .limit(SUMMARIES)
                    .map(statistics::of)
                    .toArray(double[][]::new);
        return Stream.iterate(0, row -> row + 1)
                .limit(Math.min(SUMMARIES, table.rows()))
                .map(row -> IntStream.range(0, table.width())
                        .mapToDouble(j -> table.statistic(row, j))
                        .toArray())
                .toArray(double[][]::new);
    }
}
