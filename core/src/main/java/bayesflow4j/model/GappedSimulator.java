package bayesflow4j.model;

import java.util.random.RandomGenerator;

/** p(x | θ) with some values missing, whatever they are. */
record GappedSimulator(Simulator simulator, Gaps gaps, int[] columns) implements Simulator {
    @Override
    public Observations simulate(double[] theta, int count, RandomGenerator rng) {
        Observations x = simulator.simulate(theta, count, rng);
        // Data of the wrong shape are reported as such by the caller.
        boolean fits = columns.length == 0 || columns[columns.length - 1] < x.width();
        return fits ? gaps.in(x, columns, rng) : x;
    }

    /** Complete data, so that gaps are predicted as well. */
    @Override
    public Simulator given(Observations observed) {
        return simulator.given(observed);
    }
}
