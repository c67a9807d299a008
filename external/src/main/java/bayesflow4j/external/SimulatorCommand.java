package bayesflow4j.external;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * How a simulator is run.
 *
 * @param words the program and its arguments
 * @param directory where it runs
 * @param protocol how it is asked and answers
 * @param timeLimit how long one simulation may take
 * @param startLimit how much longer the first simulation of a process may take
 */
public record SimulatorCommand(
        List<String> words, Path directory, Protocol protocol, Duration timeLimit, Duration startLimit) {
    /** Generous for a simulation, and short enough for a hanging one to be noticed. */
    public static final Duration TIME_LIMIT = Duration.ofSeconds(60);

    /** An interpreter that loads its packages from a cold disk. */
    public static final Duration START_LIMIT = Duration.ofSeconds(60);

    /** How a simulator is asked and answers. */
    public enum Protocol {
        /** A process is kept and speaks JSON, line by line. */
        LINES,
        /** A process per simulation: parameters as arguments, CSV on its standard output. */
        ONCE
    }

    public SimulatorCommand {
        words = List.copyOf(words);
        if (words.isEmpty()) throw new IllegalArgumentException("command: expected at least one word, got none");
        positive("time limit", timeLimit);
        positive("start limit", startLimit);
    }

    /** A command that runs in a directory, with the usual limits. */
    public static SimulatorCommand of(Path directory, Protocol protocol, String... words) {
        return new SimulatorCommand(List.of(words), directory, protocol, TIME_LIMIT, START_LIMIT);
    }

    /** The same with another limit for one simulation. */
    public SimulatorCommand withTimeLimit(Duration other) {
        return new SimulatorCommand(words, directory, protocol, other, startLimit);
    }

    /** The same with another limit for starting. */
    public SimulatorCommand withStartLimit(Duration other) {
        return new SimulatorCommand(words, directory, protocol, timeLimit, other);
    }

    private static void positive(String name, Duration limit) {
        if (!limit.isPositive()) throw new IllegalArgumentException(name + ": expected more than 0 s, got " + limit);
    }

    @Override
    public String toString() {
        return String.join(" ", words);
    }
}
