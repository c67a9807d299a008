package bayesflow4j.model;

/** There is no simulator to ask, whatever θ is: unlike a failed draw it ends the work at once. */
public final class SimulatorUnavailableException extends RuntimeException {
    /** Says what was tried and what to do about it. */
    public SimulatorUnavailableException(String message) {
        super(message);
    }

    /** The same, and what it comes from. */
    public SimulatorUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
