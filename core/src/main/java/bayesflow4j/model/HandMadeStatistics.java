package bayesflow4j.model;

import java.util.List;
import java.util.function.Function;

/**
 * x ↦ s(x) [S], numbers that experts of a model compute from a data set.
 *
 * @param columns their names, and how networks scale them
 * @param of the numbers of one data set, always as many as columns
 */
public record HandMadeStatistics(List<Column> columns, Function<Observations, double[]> of) {
    /** Copies the columns. */
    public HandMadeStatistics {
        columns = List.copyOf(columns);
    }

    /** The model of s(x) where x has N rows: its data are one vector. */
    public GenerativeModel applied(GenerativeModel model, int count) {
        return new GenerativeModel(
                model.name(),
                model.prior(),
                (theta, one, rng) -> applied(model.simulator().simulate(theta, count, rng)),
                ObservationCount.exactly(1),
                DataKind.VECTOR,
                columns,
                model.reference());
    }

    /** s(x) after the maps of its columns, which tame heavy tails; not standardized. */
    public double[] scaled(Observations x) {
        double[] values = of.apply(x);
        for (int i = 0; i < values.length; i++)
            values[i] = columns.get(i).scaling().apply(values[i]);
        return values;
    }

    /** s(x) as a data set of one row. */
    public Observations applied(Observations x) {
        return Observations.ofVector(of.apply(x));
    }
}
