package bayesflow4j.model;

import bayesflow4j.catalog.ModelFamily;
import bayesflow4j.random.Seed;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * p(θ) p(x | θ) p(N), and what its data are.
 *
 * @param name how the model is called; a model of a {@link ModelFamily} is found by it again
 * @param columns the d numbers of one observation
 * @param reference where the model comes from, empty when nothing is known
 */
public record GenerativeModel(
        String name,
        Prior prior,
        Simulator simulator,
        ObservationCount count,
        DataKind kind,
        List<Column> columns,
        String reference) {

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

    /** A model of one's own, with columns that are centred and scaled. */
    public static GenerativeModel of(
            String name, Prior prior, Simulator simulator, ObservationCount count, DataKind kind, String... columns) {
        List<Column> standard = List.of(columns).stream().map(Column::new).toList();
        return new GenerativeModel(name, prior, simulator, count, kind, standard, "");
    }

    /** d, the numbers of one observation. */
    public int width() {
        return columns.size();
    }

    /** The same model for other N. */
    public GenerativeModel withCount(ObservationCount other) {
        return new GenerativeModel(name, prior, simulator, other, kind, columns, reference);
    }

    /** The same model for exactly this N. */
    public GenerativeModel withCount(int other) {
        return withCount(ObservationCount.exactly(other));
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
        Attempts attempts = new Attempts(prior, simulator, n, width());
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
