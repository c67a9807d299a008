package bayesflow4j.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Another implementation of a workload: a program with a line-based protocol. Its last argument is the name of the
 * workload. After its warm-up it writes {@code ready}, or {@code none} if it does not implement the workload. Each line
 * that it then reads starts a turn and holds the number of seconds to work. It answers with the seconds per step, and
 * exits at the end of its input. Its error stream is passed through.
 */
public final class Peer implements Contestant {
    private final String name;
    private final Process process;
    private final BufferedReader answers;
    private final Writer turns;

    private Peer(String name, Process process) {
        this.name = name;
        this.process = process;
        this.answers = process.inputReader();
        this.turns = process.outputWriter();
    }

    /** Starts the program and waits until it is ready; empty if it does not implement the workload. */
    public static Optional<Peer> start(String name, List<String> command, String workload) {
        List<String> words = new ArrayList<>(command);
        words.add(workload);
        Peer peer;
        try {
            peer = new Peer(
                    name,
                    new ProcessBuilder(words)
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start());
        } catch (IOException e) {
            throw new IllegalStateException(name + ": could not be started: " + e.getMessage(), e);
        }
        boolean started = false;
        try {
            String answer = peer.answer();
            started = answer.equals("ready");
            if (!started && !answer.equals("none")) throw peer.unexpected("ready or none", answer);
            return started ? Optional.of(peer) : Optional.empty();
        } finally {
            if (!started) peer.close();
        }
    }

    @Override
    public double turn(double seconds) {
        try {
            turns.write(seconds + "\n");
            turns.flush();
        } catch (IOException e) {
            throw ended();
        }
        String answer = answer();
        double took = number(answer);
        if (!(took > 0) || Double.isInfinite(took)) throw unexpected("the seconds per step", answer);
        return took;
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    private String answer() {
        try {
            String line = answers.readLine();
            if (line == null) throw ended();
            return line.strip();
        } catch (IOException e) {
            throw ended();
        }
    }

    private IllegalStateException unexpected(String expected, String answer) {
        return new IllegalStateException(name + ": expected " + expected + ", got \"" + answer + "\"");
    }

    private IllegalStateException ended() {
        return new IllegalStateException(
                name + " ended with exit code " + process.onExit().join().exitValue());
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
    }
}
