package bayesflow4j.external;

/** One simulation of an external program failed, for the reason in the message; another θ may succeed. */
public final class ExternalSimulationException extends RuntimeException {
    ExternalSimulationException(String message) {
        super(message);
    }
}
