package bayesflow4j.external;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The command that runs a simulator.
 *
 * @param words the program and its arguments
 * @param directory where it runs
 * @param protocol how it receives requests and replies
 * @param timeLimit the longest time for one simulation
 * @param startLimit the additional time for the first simulation of a process
 */
public record SimulatorCommand(
        List<String> words, Path directory, Protocol protocol, Duration timeLimit, Duration startLimit) {
    /** The default limit for one simulation, 60 s. */
    public static final Duration TIME_LIMIT = Duration.ofSeconds(60);

    /** The default limit for starting, 60 s: interpreters may load packages from a cold disk. */
    public static final Duration START_LIMIT = Duration.ofSeconds(60);

    /** How a simulator receives requests and replies. */
    public enum Protocol {
        /** A long-lived process that reads and writes lines of JSON. */
        LINES,
        /** One process per simulation: parameters as arguments, CSV on standard output. */
        ONCE
    }

    public SimulatorCommand {
        words = List.copyOf(words);
        if (words.isEmpty()) throw new IllegalArgumentException("command: expected at least one word, got none");
        positive("time limit", timeLimit);
        positive("start limit", startLimit);
    }

    /** A command that runs in a directory, with the default limits. */
    public static SimulatorCommand of(Path directory, Protocol protocol, String... words) {
        return new SimulatorCommand(List.of(words), directory, protocol, TIME_LIMIT, START_LIMIT);
    }

    /** The same with this limit for one simulation. */
    public SimulatorCommand withTimeLimit(Duration other) {
        return new SimulatorCommand(words, directory, protocol, other, startLimit);
    }

    /** The same with this limit for starting. */
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
