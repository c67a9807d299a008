package bayesflow4j.external;

import bayesflow4j.model.SimulatorUnavailableException;
import java.util.Optional;

/**
 * The budget of failures in a row after which a simulator is given up.
 *
 * <p>A program that has never replied most likely has a mistake that every restart repeats, so its budget is small: ten
 * crashes, three timeouts, or one malformed line. A program that has replied before gets five times as much.
 */
final class Breakdowns {
    private static final int BEFORE_THE_FIRST_ANSWER = 10;
    private static final int LATER = 50;

    private boolean everAnswered;
    private int spent;

    synchronized void answered() {
        everAnswered = true;
        spent = 0;
    }

    /** Counts a breakdown; the exception to throw if it exhausts the budget. */
    synchronized Optional<SimulatorUnavailableException> count(Breakdown breakdown) {
        spent += breakdown.kind().cost();
        if (spent < (everAnswered ? LATER : BEFORE_THE_FIRST_ANSWER)) return Optional.empty();
        String often = everAnswered ? "The simulator failed repeatedly" : "The simulator does not work";
        return Optional.of(new SimulatorUnavailableException(often + ": " + breakdown.getMessage(), breakdown));
    }
}
