package bayesflow4j.training;

import bayesflow4j.method.Budget;
import bayesflow4j.method.OnDemand;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.model.Batch;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.random.RandomOrder;
import bayesflow4j.random.Seed;
import bayesflow4j.scale.Scales;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The source of a training run's data sets: for the scales, for validation and for training. */
interface Simulations {
    /** Data sets from which the scales are estimated. */
    List<Batch> pilot();

    /** Data sets for the regression before the head: the pilot and, if needed, more, simulated on demand. */
    Stream<Batch> regression();

    /** The number of data sets in {@link #regression}. */
    long regressionSets();

    /** Held-out data sets. */
    List<Batch> validation();

    /** The batches to train on, starting at step {@code from}. */
    Batches batches(Scales scales, long from);

    /** Whether training sees a data set more than once, so that it can overfit. */
    boolean reused();

    /** The number of steps that this many data sets allow. */
    long steps(long simulations);

    /** The number of data sets simulated for purposes other than training. */
    long besides();

    /** The range of the number of rows. */
    ObservationCount count();

    /**
     * Data sets that are simulated on demand.
     *
     * @param wanted number of data sets for the regression; reduced if it would exceed the number used for training
     */
    static Simulations fresh(
            GenerativeModel model, TrainingPlan plan, Seed seed, int threads, ForkJoinPool pool, long wanted) {
        long more = Math.max(0, Math.min(wanted, mostForRegression(plan)) - PILOT_SETS);
        List<Batch> pilot = model.batches(seed.child("pilot"), PILOT_SETS, plan.batch(), pool);
        List<Batch> validation = model.batches(seed.child("validation"), plan.validationSets(), plan.batch(), pool);
        return new Simulations() {
            @Override
            public List<Batch> pilot() {
                return pilot;
            }

            @Override
            public List<Batch> validation() {
                return validation;
            }

            @Override
            public Stream<Batch> regression() {
                Seed source = seed.child("regression");
                Stream<Batch> others = LongStream.range(0, (more + REGRESSION_CHUNK - 1) / REGRESSION_CHUNK)
                        .mapToObj(k -> model.batches(
                                source.child(String.valueOf(k)),
                                (int) Math.min(REGRESSION_CHUNK, more - k * REGRESSION_CHUNK),
                                plan.batch(),
                                pool))
                        .flatMap(List::stream);
                return Stream.concat(pilot.stream(), others);
            }

            @Override
            public long regressionSets() {
                return sets(pilot) + more;
            }

            @Override
            public Batches batches(Scales scales, long from) {
                return new SimulatedBatches(
                        model, scales, plan.batch(), plan.reuse(), seed.child("training"), threads, from);
            }

            @Override
            public boolean reused() {
                return plan.reuse().times() > 1;
            }

            @Override
            public long steps(long simulations) {
                return (simulations - besides()) / plan.batch() * plan.reuse().times();
            }

            @Override
            public long besides() {
                return sets(pilot) + sets(validation) + more;
            }

            @Override
            public ObservationCount count() {
                return model.count();
            }
        };
    }

    /**
     * Data sets of a table: a fifth of its rows, or the plan's number if that is less, is held out for validation; the
     * rest is for training.
     */
    static Simulations stored(
            SimulationTable real,
            Optional<SimulationTable> synthetic,
            TrainingPlan plan,
            Criterion criterion,
            Seed seed) {
        int held = held(real, plan);
        int[] validating = validating(real, plan, seed);
        SimulationTable table = synthetic.map(real::with).orElse(real);
        int[] training = IntStream.concat(
                        IntStream.of(order(real, seed)).skip(held), IntStream.range(real.size(), table.size()))
                .toArray();
        List<Batch> validation = table.batches(validating, plan.batch()).stream()
                .map(table::batch)
                .toList();
        List<int[]> pilotRows = table.batches(training, plan.batch());
        List<Batch> pilot =
                new OnDemand<>(pilotRows.size(), k -> table.batch(pilotRows.get(k)), k -> pilotRows.get(k).length);
        return new Simulations() {
            @Override
            public List<Batch> pilot() {
                return pilot;
            }

            @Override
            public List<Batch> validation() {
                return validation;
            }

            @Override
            public Stream<Batch> regression() {
                return pilot.stream();
            }

            @Override
            public long regressionSets() {
                return training.length;
            }

            @Override
            public Batches batches(Scales scales, long from) {
                return new StoredBatches(
                        table, training, real.size() - held, plan.batch(), scales, criterion, seed.child("training"));
            }

            @Override
            public boolean reused() {
                return true;
            }

            @Override
            public long steps(long simulations) {
                throw new IllegalArgumentException("budget: expected steps or minutes for stored simulations, got "
                        + simulations + " simulations");
            }

            @Override
            public long besides() {
                return held;
            }

            @Override
            public ObservationCount count() {
                return real.count();
            }
        };
    }

    /** The rows of a table in random order: first those that validate, then those that train. */
    private static int[] order(SimulationTable table, Seed seed) {
        return RandomOrder.of(table.size(), seed.child("split").stream(0));
    }

    private static int held(SimulationTable table, TrainingPlan plan) {
        int held = Math.min(plan.validationSets(), table.size() / 5);
        if (held < 1) throw new IllegalArgumentException("table: expected at least 5 simulations, got " + table.size());
        return held;
    }

    /** The rows of a table that validate. */
    static int[] validating(SimulationTable table, TrainingPlan plan, Seed seed) {
        return IntStream.of(order(table, seed)).limit(held(table, plan)).toArray();
    }

    /** Data sets simulated in parallel at a time. */
    int REGRESSION_CHUNK = 4096;

    /** Data sets for the regression per minute of a time budget. */
    int REGRESSION_SETS_PER_MINUTE = 10_000;

    private static long mostForRegression(TrainingPlan plan) {
        return switch (plan.budget()) {
            case Budget.Steps(long steps) -> steps * plan.batch() / plan.reuse().times();
            case Budget.Simulations(long count) -> count / 2;
            case Budget.Minutes(double minutes) -> Math.round(minutes * REGRESSION_SETS_PER_MINUTE);
        };
    }

    /** Enough to estimate means and standard deviations to a few percent, few enough for slow simulators. */
    int PILOT_SETS = 512;

    private static long sets(List<Batch> batches) {
        return batches.stream().mapToLong(Batch::size).sum();
    }
}
