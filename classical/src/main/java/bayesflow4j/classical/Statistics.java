package bayesflow4j.classical;

import bayesflow4j.model.Observations;

/**
 * x ↦ s(x) [p], the statistics that stand for a data set: numbers made by hand, the data themselves, or the summary of a
 * trained network. Always of the same length, and safe to share between threads.
 */
@FunctionalInterface
public interface Statistics {
    /** The numbers of a data set that is one vector, as they are. */
    Statistics VECTOR = Statistics::vector;

    /** s(x) [p]. */
    double[] of(Observations x);

    private static double[] vector(Observations x) {
        if (x.count() != 1)
            throw new IllegalArgumentException(
                    "data set: expected a vector, which is one row, got " + x.count() + " rows");
        double[] values = new double[x.width()];
        for (int i = 0; i < values.length; i++) values[i] = x.at(0, i);
        return values;
    }
}
