package bayesflow4j.model;

import bayesflow4j.random.Seed;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Draws of (θ, x) for one data set, repeated until the simulator returns data of the right shape, finite or allowed to be missing. */
record Attempts(Prior prior, Simulator simulator, int count, List<Column> columns) {
    /** A simulator that succeeds half of the time fails this often in a row with probability 10⁻¹⁹. */
    private static final int MOST = 64;

    /** The first success, if any, and the failures before it. */
    record Outcome(double[] theta, Optional<Observations> x, Failures failures) {}

    Outcome untilSuccess(Seed seed) {
        Failures failures = Failures.NONE;
        double[] theta = new double[0];
        for (int attempt = 0; attempt < MOST; attempt++) {
            RandomGenerator rng = seed.stream(attempt);
            theta = attempt == 0 ? prior.sample(rng) : prior.resample(theta, rng);
            String reason;
            try {
                Observations x = simulator.simulate(theta.clone(), count, rng);
                reason = fault(x);
                if (reason.isEmpty())
                    return new Outcome(theta, Optional.of(x), failures.plus(new Failures(0, 1, List.of())));
            } catch (SimulatorUnavailableException e) {
                throw e;
            } catch (RuntimeException e) {
                reason = "threw " + e;
            }
            failures = failures.plus(new Failures(1, 1, List.of(new Failures.Example(prior.names(), theta, reason))));
        }
        return new Outcome(new double[0], Optional.empty(), failures);
    }

    /** What is wrong with x, empty if nothing is. */
    private String fault(Observations x) {
        int width = columns.size();
        if (x == null) return "returned null";
        if (x.count() != count || x.width() != width)
            return "returned " + x.count() + " × " + x.width() + " numbers, expected " + count + " × " + width;
        float[] values = x.values();
        boolean present = false;
        for (int i = 0; i < values.length; i++) {
            Column column = columns.get(i % width);
            if (!Float.isFinite(values[i]) && !(Float.isNaN(values[i]) && column.mayBeMissing()))
                return "returned " + values[i] + " in row " + i / width + ", column " + column.name();
            present |= !Float.isNaN(values[i]) && !column.role().isCovariate();
        }
        return present ? "" : "returned only missing values";
    }
}
