package bayesflow4j.sequential;

import bayesflow4j.method.TrainingEvent;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;

/**
 * The time left of a fit in rounds, from what its simulations and its last training took. Before a training has ended, that of
 * the first is known in part and that of the others not at all, so the time left is a lower bound.
 */
final class Forecast {
    /** The first steps are slow while the JVM compiles. */
    private static final int WARM_UP_STEPS = 100;

    private final SequentialPlan plan;
    private final LongSupplier nanos;
    private final long begun;
    private long partBegun;
    private long simulated;
    private double simulating;
    private OptionalDouble training = OptionalDouble.empty();

    /** @param nanos the clock */
    Forecast(SequentialPlan plan, LongSupplier nanos) {
        this.plan = plan;
        this.nanos = nanos;
        this.begun = nanos.getAsLong();
    }

    /** Simulations or a training begin. */
    void begin() {
        partBegun = nanos.getAsLong();
    }

    /** Simulations ended that began last; so many were made. */
    void simulated(long count) {
        simulated += count;
        simulating += elapsed();
    }

    /** The training ended that began last. */
    void trained() {
        training = OptionalDouble.of(elapsed());
    }

    private double elapsed() {
        return (nanos.getAsLong() - partBegun) / 1e9;
    }

    /**
     * While round {@code r} simulates.
     *
     * @param made simulations since they began
     * @param left simulations of this round and all others
     */
    TrainingEvent.Part simulating(String what, int r, long made, long left) {
        double each = (simulating + elapsed()) / (simulated + made);
        return part(what, left * each + (plan.rounds() - r + 1) * training.orElse(0), training.isEmpty());
    }

    /**
     * While round {@code r} trains.
     *
     * @param step the last that is done
     * @param end the earliest step at which training may end
     */
    TrainingEvent.Part training(String what, int r, long step, long end, long simulationsLeft) {
        boolean warm = training.isPresent() || step >= WARM_UP_STEPS;
        double least = warm ? elapsed() / step * Math.max(0, end - step) : Double.NaN;
        double usual = training.orElse(elapsed() + least);
        double left = Math.max(least, usual - elapsed()) + (plan.rounds() - r) * Math.max(usual, elapsed() + least);
        if (simulationsLeft > 0) left += simulationsLeft * simulating / simulated;
        return part(what, left, training.isEmpty());
    }

    private TrainingEvent.Part part(String what, double left, boolean atLeast) {
        // Nothing is known of a training that begins, nor of simulations that a stored state had: their time is 0 / 0.
        if (!Double.isFinite(left)) return new TrainingEvent.Part(what, Double.NaN, Double.NaN, atLeast);
        double spent = (nanos.getAsLong() - begun) / 1e9;
        return new TrainingEvent.Part(what, spent / Math.max(1e-9, spent + left), left, atLeast);
    }
}
