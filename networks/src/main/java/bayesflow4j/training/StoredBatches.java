package bayesflow4j.training;

import bayesflow4j.method.SimulationTable;
import bayesflow4j.model.Failures;
import bayesflow4j.random.RandomOrder;
import bayesflow4j.random.Seed;
import bayesflow4j.scale.Scales;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Batches from a table of stored simulations: every epoch visits the training rows in a new order. */
final class StoredBatches implements Batches {
    private final SimulationTable table;
    private final int[] rows;
    private final int real;
    private final int size;
    private final int perEpoch;
    private final Scales scales;
    private final Criterion criterion;
    private final Seed seed;
    private long epoch = -1;
    private List<int[]> batches = List.of();

    /**
     * Of these rows of a table.
     *
     * @param real how many of the rows, which come first, are simulations of the model itself, not of a surrogate
     */
    StoredBatches(
            SimulationTable table, int[] rows, int real, int size, Scales scales, Criterion criterion, Seed seed) {
        this.table = table;
        this.rows = rows;
        this.real = real;
        this.size = size;
        this.scales = scales;
        this.criterion = criterion;
        this.seed = seed;
        this.perEpoch = table.batches(rows, size).size();
    }

    @Override
    public Scales.Prepared at(long k) {
        if (k / perEpoch != epoch) {
            epoch = k / perEpoch;
            batches = shuffledBatches();
        }
        return scales.prepare(table.batch(batches.get((int) (k % perEpoch))), criterion::terms);
    }

    private List<int[]> shuffledBatches() {
        int[] order = RandomOrder.of(rows.length, seed.child("rows").stream(epoch));
        int[] shuffled = new int[rows.length];
        for (int i = 0; i < rows.length; i++) shuffled[i] = rows[order[i]];
        List<int[]> inOrder = table.batches(shuffled, size);
        // Incomplete batches come last above; shuffling spreads them over the epoch.
        int[] batchOrder = RandomOrder.of(perEpoch, seed.child("batches").stream(epoch));
        return IntStream.of(batchOrder).mapToObj(inOrder::get).toList();
    }

    @Override
    public List<Scales.Prepared> seen(long step, int most) {
        return table.batches(Arrays.copyOf(rows, Math.min(most, real)), size).stream()
                .map(batch -> scales.prepare(table.batch(batch), criterion::terms))
                .toList();
    }

    @Override
    public long simulations(long steps) {
        return Math.min(rows.length, steps * size);
    }

    @Override
    public Failures failures() {
        return Failures.NONE;
    }

    @Override
    public long waitedNanos() {
        return 0;
    }

    @Override
    public void close() {}
}
