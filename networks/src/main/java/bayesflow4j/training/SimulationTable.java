package bayesflow4j.training;

import bayesflow4j.model.Batch;
import bayesflow4j.model.Failures;
import bayesflow4j.model.Observations;
import java.util.ArrayList;
import java.util.List;

/**
 * Stored simulations (θₖ, xₖ), for simulators that are too expensive to run while training. Data sets may differ in N.
 *
 * @param theta [K][D]
 * @param x [K]
 */
public record SimulationTable(List<double[]> theta, List<Observations> x) {
    public SimulationTable {
        theta = List.copyOf(theta);
        x = List.copyOf(x);
        if (theta.size() != x.size() || theta.isEmpty())
            throw new IllegalArgumentException(
                    "table: expected as many θ as data sets, at least one, got " + theta.size() + " and " + x.size());
        for (int k = 0; k < x.size(); k++) {
            if (theta.get(k).length != theta.getFirst().length)
                throw new IllegalArgumentException("theta[" + k + "]: expected " + theta.getFirst().length
                        + " parameters, got " + theta.get(k).length);
            if (x.get(k).width() != x.getFirst().width())
                throw new IllegalArgumentException("x[" + k + "]: expected "
                        + x.getFirst().width() + " columns, got " + x.get(k).width());
        }
    }

    /** K. */
    public int size() {
        return x.size();
    }

    /** These rows of the table, which must have the same N, as one batch. */
    Batch batch(List<Integer> rows) {
        int count = x.get(rows.getFirst()).count();
        int width = x.getFirst().width();
        float[] values = new float[rows.size() * count * width];
        double[][] thetas = new double[rows.size()][];
        for (int m = 0; m < thetas.length; m++) {
            thetas[m] = theta.get(rows.get(m));
            System.arraycopy(x.get(rows.get(m)).values(), 0, values, m * count * width, count * width);
        }
        return new Batch(thetas, count, width, values, Failures.NONE);
    }

    /** Rows in lists of equal N, each at most {@code size} long, in the given order. */
    List<List<Integer>> batches(int[] rows, int size) {
        List<List<Integer>> batches = new ArrayList<>();
        var open = new java.util.TreeMap<Integer, List<Integer>>();
        for (int row : rows) {
            List<Integer> list = open.computeIfAbsent(x.get(row).count(), n -> new ArrayList<>());
            list.add(row);
            if (list.size() == size) batches.add(open.remove(x.get(row).count()));
        }
        batches.addAll(open.values());
        return batches;
    }
}
