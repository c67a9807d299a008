package bayesflow4j.external;

/** One simulation that an external program did not make, and why; another θ may well succeed. */
public final class ExternalSimulationException extends RuntimeException {
    ExternalSimulationException(String message) {
        super(message);
    }
}
