package bayesflow4j.model;

/** More than half of the simulations failed, which suggests a mistake in the model. */
public final class SimulationFailedException extends RuntimeException {
    private final transient Failures failures;

    SimulationFailedException(Failures failures) {
        super("More than half of the simulations failed. " + failures.report());
        this.failures = failures;
    }

    /** How many failed, and examples. */
    public Failures failures() {
        return failures;
    }
}
