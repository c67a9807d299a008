package bayesflow4j.external;

import bayesflow4j.model.SimulatorUnavailableException;
import java.util.Optional;

/**
 * How often a simulator may break down in a row before it is given up.
 *
 * <p>A program that never answered has most likely a mistake that every restart meets again, so it gets little: ten crashes,
 * three timeouts, or one line of rubbish. One that has answered before gets five times as much.
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

    /** Counts a breakdown; the exception if it was the last that is allowed. */
    synchronized Optional<SimulatorUnavailableException> count(Breakdown breakdown) {
        spent += breakdown.kind().cost();
        if (spent < (everAnswered ? LATER : BEFORE_THE_FIRST_ANSWER)) return Optional.empty();
        String often = everAnswered ? "The simulator broke down again and again" : "The simulator does not work";
        return Optional.of(new SimulatorUnavailableException(often + ": " + breakdown.getMessage(), breakdown));
    }
}
