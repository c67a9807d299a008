package bayesflow4j.model;

import bayesflow4j.catalog.ModelFamily;
import bayesflow4j.random.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * p(θ) p(x | θ) p(N), with the kind and the columns of its data.
 *
 * @param name of the model; the catalog finds models of a {@link ModelFamily} by it
 * @param prior p(θ)
 * @param simulator p(x | θ)
 * @param count p(N), the number of rows of a data set
 * @param kind of the data
 * @param columns the d numbers of one observation
 * @param reference the publication that describes the model, may be empty
 * @param ready whether the catalog finds the model by its name
 */
public record GenerativeModel(
        String name,
        Prior prior,
        Simulator simulator,
        ObservationCount count,
        DataKind kind,
        List<Column> columns,
        String reference,
        boolean ready) {

    /** Refuses a model without a name or columns, and vectors of several rows. */
    public GenerativeModel {
        if (name.isBlank()) throw new IllegalArgumentException("model: expected a name, got \"" + name + '"');
        Objects.requireNonNull(prior, "prior");
        Objects.requireNonNull(simulator, "simulator");
        Objects.requireNonNull(count, "count");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(reference, "reference");
        columns = List.copyOf(columns);
        if (kind == DataKind.VECTOR && count.most() != 1)
            throw new IllegalArgumentException(
                    "observations of " + name + ": expected 1, its data are a single row, got " + count);
        if (columns.isEmpty()) throw new IllegalArgumentException("columns: expected at least one, got none");
    }

    /** A model that is not in the catalog. */
    public GenerativeModel(
            String name,
            Prior prior,
            Simulator simulator,
            ObservationCount count,
            DataKind kind,
            List<Column> columns,
            String reference) {
        this(name, prior, simulator, count, kind, columns, reference, false);
    }

    /** A model that is not in the catalog, with standardized columns. */
    public static GenerativeModel of(
            String name, Prior prior, Simulator simulator, ObservationCount count, DataKind kind, String... columns) {
        List<Column> standard = List.of(columns).stream().map(Column::new).toList();
        return new GenerativeModel(name, prior, simulator, count, kind, standard, "");
    }

    /** The model of data sets that have the known covariates and the gaps of x. */
    public GenerativeModel given(Observations x) {
        Simulator complete = simulator.given(x);
        Simulator own = x.missing() == 0
                ? complete
                : (theta, n, rng) -> complete.simulate(theta, n, rng).withGapsOf(x);
        return new GenerativeModel(name, prior, own, count, kind, columns, reference, ready);
    }

    /** d, the numbers of one observation. */
    public int width() {
        return columns.size();
    }

    /** The same model for other N. */
    public GenerativeModel withCount(ObservationCount other) {
        return new GenerativeModel(name, prior, simulator, other, kind, columns, reference, ready);
    }

    /**
     * p(θ) p(c) p(x | θ, c) p(N): the columns of this model, then those of the covariates.
     *
     * @param simulator of this model's columns, given the covariates
     */
    public GenerativeModel withCovariates(List<Covariate> covariates, CovariateSimulator simulator) {
        List<Column> all = new ArrayList<>(columns);
        for (Covariate covariate : covariates) {
            if (all.stream().anyMatch(c -> c.name().equals(covariate.name())))
                throw new IllegalArgumentException(
                        "covariate: expected a name that no column has, got \"" + covariate.name() + '"');
            all.add(covariate.column());
        }
        return new GenerativeModel(
                name,
                prior,
                new DesignedSimulator(simulator, List.copyOf(covariates), width()),
                count,
                kind,
                all,
                reference,
                ready);
    }

    /** The same model, whose simulator may return missing values. */
    public GenerativeModel withMissing() {
        List<Column> incomplete = columns.stream().map(Column::incomplete).toList();
        return new GenerativeModel(name, prior, simulator, count, kind, incomplete, reference, ready);
    }

    /** The same model with values missing at random from what its simulator returns, covariates excepted. */
    public GenerativeModel withGaps(Gaps gaps) {
        GenerativeModel missing = withMissing();
        int[] gapped = IntStream.range(0, width())
                .filter(j -> missing.columns.get(j).mayBeMissing())
                .toArray();
        return new GenerativeModel(
                name,
                prior,
                new GappedSimulator(simulator, gaps, gapped),
                count,
                kind,
                missing.columns,
                reference,
                ready);
    }

    /** p(x | θ) p(N) at one value of θ [D], which may lie outside the support of the prior. */
    public GenerativeModel at(double[] theta) {
        return new GenerativeModel(
                name, new PointPrior(prior, theta), simulator, count, kind, columns, reference, ready);
    }

    /** The columns that are random, in order: all but the covariates. */
    public List<Column> randomColumns() {
        return columns.stream().filter(column -> !column.role().isCovariate()).toList();
    }

    /** The gaps that are drawn in simulated data, if there are any. */
    public Optional<Gaps> gaps() {
        return simulator instanceof GappedSimulator gapped ? Optional.of(gapped.gaps()) : Optional.empty();
    }

    /** The known covariates that are drawn in simulated data, in the order of their columns. */
    public List<Covariate> covariates() {
        Simulator complete = simulator instanceof GappedSimulator gapped ? gapped.simulator() : simulator;
        return complete instanceof DesignedSimulator designed ? designed.design() : List.of();
    }

    /** The same model, marked as one that the catalog finds by its name. */
    public GenerativeModel asReady() {
        return new GenerativeModel(name, prior, simulator, count, kind, columns, reference, true);
    }

    /** The same model for exactly this N. */
    public GenerativeModel withCount(int other) {
        return withCount(ObservationCount.exactly(other));
    }

    /**
     * K data sets in batches of at most {@code size} that share their N, simulated on all cores: batches 0, 1, … of
     * {@code seed}.
     */
    public List<Batch> batches(Seed seed, int dataSets, int size) {
        return batches(seed, dataSets, size, ForkJoinPool.commonPool());
    }

    /** The same, simulated on the threads of {@code pool}. */
    public List<Batch> batches(Seed seed, int dataSets, int size, ForkJoinPool pool) {
        List<Batch> batches = pool.submit(() -> IntStream.range(0, (dataSets + size - 1) / size)
                        .parallel()
                        .mapToObj(i -> batch(seed, i, Math.min(size, dataSets - i * size)))
                        .toList())
                .join();
        Failures.of(batches).requireMostlySuccessful();
        return batches;
    }

    /**
     * Batch number {@code index} of {@code seed}: a pure function of the three arguments. Data set m has its own stream, so
     * batches of different size share their first data sets.
     */
    public Batch batch(Seed seed, long index, int size) {
        return batch(seed, index, size, IntStream::sequential);
    }

    /** The same batch, its data sets simulated on the threads of {@code pool}. */
    public Batch batch(Seed seed, long index, int size, ForkJoinPool pool) {
        return pool.submit(() -> batch(seed, index, size, IntStream::parallel)).join();
    }

    private Batch batch(Seed seed, long index, int size, UnaryOperator<IntStream> schedule) {
        if (size < 1) throw new IllegalArgumentException("size: expected at least 1, got " + size);
        int n = count.sample(seed.child("count").stream(index));
        Seed data = seed.child("data").child(index);
        Attempts attempts = new Attempts(prior, simulator, n, columns);
        List<Attempts.Outcome> outcomes = schedule.apply(IntStream.range(0, size))
                .mapToObj(m -> attempts.untilSuccess(data.child(m)))
                .toList();
        Failures failures = outcomes.stream().map(Attempts.Outcome::failures).reduce(Failures.NONE, Failures::plus);
        if (outcomes.stream().anyMatch(o -> o.x().isEmpty())) throw new SimulationFailedException(failures);
        failures.requireMostlySuccessful();
        float[] x = new float[Math.multiplyExact(Math.multiplyExact(size, n), width())];
        for (int m = 0; m < size; m++)
            System.arraycopy(outcomes.get(m).x().orElseThrow().values(), 0, x, m * n * width(), n * width());
        double[][] theta = outcomes.stream().map(Attempts.Outcome::theta).toArray(double[][]::new);
        return new Batch(theta, n, width(), x, failures);
    }
}
