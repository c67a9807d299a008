package bayesflow4j.model;

/** The simulator cannot run for any θ; unlike a failed draw, this ends the work at once. */
public final class SimulatorUnavailableException extends RuntimeException {
    /** The message says what was tried and how to correct it. */
    public SimulatorUnavailableException(String message) {
        super(message);
    }

    /** The same with its cause. */
    public SimulatorUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
